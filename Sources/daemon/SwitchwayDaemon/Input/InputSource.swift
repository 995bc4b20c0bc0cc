import SwitchwayCore
import SwitchwayTime

/// The source of an interpreter's events: the computer's devices, or recordings.
protocol InputSource: AnyObject {
  /// It is called after events that may have changed the interpreter, and always when a switch has requested another
  /// profile.
  var onActivity: (() -> Void)? { get set }
  /// It is called when a recording has ended. Devices never end.
  var onEnd: (() -> Void)? { get set }
  /// The present time, on the clock of the events.
  var now: Instant { get }
  /// Starts the source. Devices are read as soon as the person's session allows it.
  func start()
  /// Is called when a client has connected. A recording may begin with the first client.
  func clientConnected()
  /// Passes everything that has happened until now to the interpreter, so that a request does not affect events that
  /// came before it.
  func catchUp()
  /// Is called when the interpreter's next deadline may have changed.
  func rearm()
  /// Is called when another profile became active at `time`, and the interpreter has therefore forgotten all nodes.
  func profileChanged(at time: Instant)
  /// Is called when a virtual keyboard may have become necessary or unnecessary.
  func typingChanged(at time: Instant)
  /// The keys that the virtual keyboard can type. `nil` if there is no virtual keyboard.
  var typedKeys: KeySet? { get }
  /// Whether there is a virtual pointer that clients can move.
  var hasPointer: Bool { get }
  /// Is called when the panic mode has ended, so that devices are grabbed again.
  func resumed(at time: Instant)
  /// Is called when the first client has begun to learn, or the last one has ended it.
  func learningChanged(at time: Instant)
  /// Releases everything, as if every device were unplugged now.
  func finish()
}

extension InputSource {
  /// Does nothing. This is for sources without virtual devices.
  func typingChanged(at time: Instant) {}
  var typedKeys: KeySet? { nil }
  var hasPointer: Bool { false }
  func resumed(at time: Instant) {}
  /// Does nothing. This is for sources that always read all their devices.
  func learningChanged(at time: Instant) {}
}
