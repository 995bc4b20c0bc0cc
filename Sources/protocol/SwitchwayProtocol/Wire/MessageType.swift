/// The types of the lines that the daemon may send. The raw values are the words of the protocol.
///
/// The daemon does not send all of these types yet, but a client may name each of them in `observe`.
public enum MessageType: String, CaseIterable, Sendable {
  case hello, state, command, press, pending, rejected, device, mode, profile, context, consumer, scan, config
  case question, attention, warning, ping, missed, learn, ok, error, bye
}

/// The types of the requests that a client may send. The raw values are the words of the protocol.
public enum RequestType: String, CaseIterable, Sendable {
  case hello, observe, claim, release, context, type, unhandled, send, set, reload, learn, inhibit, rearm, suspend,
    answer
  case point
  case get, ping, pong, resume, scan
}

/// A set of types of messages, for example the types that a client observes.
public struct MessageTypes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes the set of one type. The bit is the number of the case in memory, so that it need not be looked up for each
  /// line.
  public init(_ type: MessageType) {
    precondition(MemoryLayout<MessageType>.size == 1, "an enum whose cases have no values is one byte")
    rawValue = unsafe withUnsafeBytes(of: type) { bytes in unsafe 1 << UInt32(bytes.first ?? 0) }
  }

  /// The types that each client gets, whatever it observes.
  public static let always: MessageTypes = [
    MessageTypes(.ok), MessageTypes(.error), MessageTypes(.bye), MessageTypes(.missed),
  ]

  /// All types. A client that does not use `observe` gets these.
  public static let all = MessageTypes(rawValue: (1 << MessageType.allCases.count) - 1)

  /// Returns whether the set contains `type`.
  public func contains(_ type: MessageType) -> Bool { contains(MessageTypes(type)) }
}

/// The `code` of an `error`. The raw values are the words of the protocol.
public enum ErrorCode: String, CaseIterable, Sendable {
  case malformed
  case tooLong = "too-long"
  case unknownType = "unknown-type"
  case badArgument = "bad-argument"
  case refused, busy, unsupported
  /// The files of the profile or bridge have errors or could not be read.
  case configInvalid = "config-invalid"
}

/// The `code` of a `warning`. The raw values are the words of the protocol.
public enum WarningCode: String, CaseIterable, Sendable {
  case stuck
  /// An axis rests above the level that releases its switch.
  case restsAboveRelease = "rests-above-release"
  case deviceLost = "device-lost"
  case degraded, flood
  case consumerLost = "consumer-lost"
  case recalibrate, panic
  /// A setting has no effect. This is also sent if two switches name the same input of a device, which then presses
  /// only the first of these switches.
  case settingUnused = "setting-unused"
  /// The times of a device's events have gone back.
  case clock
}

/// The version number of the protocol that this module reads and writes.
public enum ProtocolVersion {
  public static let current: Int64 = 1
}
