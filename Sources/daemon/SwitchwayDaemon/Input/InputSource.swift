import SwitchwayCore
import SwitchwayTime

/// The source of an interpreter's events: the computer's devices, or recordings.
protocol InputSource: AnyObject {
  /// It is called after a change of the interpreter, at the latest when a switch has asked for another profile.
  var onActivity: (() -> Void)? { get set }
  /// It is called at the end of the events.
  var onEnd: (() -> Void)? { get set }
  /// The present time, on the clock of the events.
  var now: Instant { get }
  /// Starts. Devices are read as soon as that is allowed.
  func start()
  /// A client has connected.
  func clientConnected()
  /// Passes everything that has happened until now to the interpreter, so that a request at this time changes nothing
  /// that came before it.
  func catchUp()
  /// The interpreter's next deadline may have changed.
  func rearm()
  /// Another profile has been active since `time`, and the interpreter has forgotten all nodes.
  func profileChanged(at time: Instant)
  /// Typing may have become necessary or unnecessary.
  func typingChanged(at time: Instant)
  /// The keys of the virtual keyboard. `nil` if there is none.
  var typedKeys: KeySet? { get }
  /// Whether there is a pointer for clients.
  var hasPointer: Bool { get }
  /// The panic mode has ended.
  func resumed(at time: Instant)
  /// A client has begun or ended to learn.
  func learningChanged(at time: Instant)
  /// Releases everything, as if every device were unplugged now.
  func finish()
}

extension InputSource {
  /// Does nothing, for sources without virtual devices.
  func typingChanged(at time: Instant) {}
  var typedKeys: KeySet? { nil }
  var hasPointer: Bool { false }
  func resumed(at time: Instant) {}
  /// Does nothing, for sources that read all their devices anyway.
  func learningChanged(at time: Instant) {}
}
