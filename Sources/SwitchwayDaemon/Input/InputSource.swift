import SwitchwayCore

/// Where an interpreter's events come from: the machine's devices, or recordings.
protocol InputSource: AnyObject {
  /// Called after anything has happened in the interpreter: a deadline or a request of a switch may have come up.
  var onActivity: (() -> Void)? { get set }
  /// Called when nothing more will come.
  var onEnd: (() -> Void)? { get set }
  /// Now, on the clock of the events.
  var now: Instant { get }
  /// Devices, once they may be read.
  func start()
  /// A client has connected.
  func clientConnected()
  /// Brings everything to the interpreter that has happened by now, so that a request at this time changes nothing that
  /// came before it.
  func catchUp()
  /// The interpreter's next deadline may be another.
  func rearm()
  /// Another profile is in force since `time`, and the interpreter has forgotten all nodes.
  func profileChanged(at time: Instant)
  /// There may be something to type now, or no longer.
  func typingChanged(at time: Instant)
  /// A panic is over.
  func resumed(at time: Instant)
  /// Lets go of everything, as if every device were unplugged now.
  func finish()
}

extension InputSource {
  /// Nothing to do where there is no virtual keyboard.
  func typingChanged(at time: Instant) {}
  func resumed(at time: Instant) {}
}
