import SwitchwayCore

/// Where an engine's events come from: the machine's devices, or recordings.
protocol InputSource: AnyObject {
  /// Called after anything has happened in the engine: a deadline or a request of a switch may have come up.
  var onActivity: (() -> Void)? { get set }
  /// Called when nothing more will come.
  var onEnd: (() -> Void)? { get set }
  /// Now, on the clock of the events.
  var now: Instant { get }
  /// Devices, once they may be read.
  func start()
  /// A client has connected.
  func clientConnected()
  /// Brings everything to the engine that has happened by now, so that a request at this time changes nothing that came
  /// before it.
  func catchUp()
  /// The engine's next deadline may be another.
  func rearm()
  /// Another profile is in force in the engine since `time`, which has forgotten all nodes.
  func profileChanged(at time: Instant)
  /// A key goes down, or comes up, on the virtual keyboard.
  func type(_ code: UInt16, down: Bool)
  /// Hands over what was typed.
  func flushTyped()
  /// There may be something to type now, or no longer.
  func typingChanged(at time: Instant)
  /// A panic is over.
  func resumed(at time: Instant)
  /// Lets go of everything, as if every device were unplugged now.
  func finish()
}

extension InputSource {
  /// Where there is no virtual keyboard, nothing is typed.
  func type(_ code: UInt16, down: Bool) {}
  func flushTyped() {}
  func typingChanged(at time: Instant) {}
  func resumed(at time: Instant) {}
}
