import SwitchwayTime

/// One event of the kernel's input layer: type, code, value, and the time at which the kernel saw it.
public struct InputEvent: Hashable, Sendable {
  public var time: Instant
  /// The type of the event: `EV_KEY`, `EV_ABS`, … (linux/input-event-codes.h).
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The numbers of linux/input-event-codes.h that the core needs. All others are looked up by name through libevdev.
public enum EventType {
  public static let syn: UInt16 = 0x00
  public static let key: UInt16 = 0x01
  public static let relative: UInt16 = 0x02
  public static let absolute: UInt16 = 0x03
  public static let miscellaneous: UInt16 = 0x04
}

/// Codes of events of the type `EV_SYN`.
public enum SynCode {
  /// The end of a frame.
  public static let report: UInt16 = 0
  /// The kernel's queue overflowed: the events up to the next report are incomplete and must be discarded.
  public static let dropped: UInt16 = 3
}

/// Codes of events of the type `EV_MSC`.
public enum MiscellaneousCode {
  /// The device's own number for the key whose event follows.
  public static let scan: UInt16 = 0x04
}

/// Limits of linux/input-event-codes.h.
public enum EventLimit {
  /// `KEY_CNT`: key codes are 0…767.
  public static let keyCodes = 768
  /// `ABS_CNT`: axis codes are 0…63.
  public static let axisCodes = 64
}

/// The number of an attached device node, until the node is detached. It is never given to another node.
public struct NodeID: Hashable, Comparable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}
