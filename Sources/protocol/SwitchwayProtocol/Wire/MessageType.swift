/// Every `type` that the server may send. Raw values are the words on the wire.
///
/// Some belong to parts of the protocol that this server does not implement yet. A client may name them in `observe`.
public enum MessageType: String, CaseIterable, Sendable {
  case hello, state, command, press, pending, rejected, device, mode, profile, context, consumer, scan, config
  case question, attention, warning, ping, missed, learn, ok, error, bye
}

/// Every `type` that a client may send. Raw values are the words on the wire.
public enum RequestType: String, CaseIterable, Sendable {
  case hello, observe, claim, release, context, type, unhandled, send, set, reload, learn, inhibit, rearm, suspend,
    answer
  case point
  case get, ping, pong, resume, scan
}

/// A set of message types: the types that a client observes.
public struct MessageTypes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one type. Its bit is the case's own number, so that no line needs a search.
  public init(_ type: MessageType) {
    precondition(MemoryLayout<MessageType>.size == 1, "an enum whose cases have no values is one byte")
    rawValue = unsafe withUnsafeBytes(of: type) { bytes in unsafe 1 << UInt32(bytes.first ?? 0) }
  }

  /// The types that every client gets, whatever it observes.
  public static let always: MessageTypes = [
    MessageTypes(.ok), MessageTypes(.error), MessageTypes(.bye), MessageTypes(.missed),
  ]

  /// The types that a client observes if it does not say which.
  public static let all = MessageTypes(rawValue: (1 << MessageType.allCases.count) - 1)

  /// Whether messages of `type` are in the set.
  public func contains(_ type: MessageType) -> Bool { contains(MessageTypes(type)) }
}

/// The `code` of an `error`. Raw values are the words on the wire.
public enum ErrorCode: String, CaseIterable, Sendable {
  case malformed
  case tooLong = "too-long"
  case unknownType = "unknown-type"
  case badArgument = "bad-argument"
  case refused, busy, unsupported
  /// The answer to a `reload` whose files have errors.
  case configInvalid = "config-invalid"
}

/// The `code` of a `warning`. Raw values are the words on the wire.
public enum WarningCode: String, CaseIterable, Sendable {
  case stuck
  /// An axis rests above the level that releases its switch.
  case restsAboveRelease = "rests-above-release"
  case deviceLost = "device-lost"
  case degraded, flood
  case consumerLost = "consumer-lost"
  case recalibrate, panic
  /// It is also sent if two switches name the same input of a device, which then presses only the first of them.
  case settingUnused = "setting-unused"
  /// Event times went back.
  case clock
}

/// The version number of the protocol that this module writes.
public enum ProtocolVersion {
  public static let current: Int64 = 1
}
