import ProgramFixtures
import SwitchwayProtocol

// Lines of the socket, for tests of what is said about them.
extension String {
  /// The message of a line of the daemon.
  var event: Wire.Event { Wire.Event(message) ?? .unknown(type: "", time: nil) }

  /// A value of the protocol.
  func read<Value: WireValue>() -> Value { Value(message) }
}
