import SwitchwayCore
import SwitchwayTime

/// Writes a recording in evemu's text format, which `RecordingReader` and evemu's own programs read.
public enum RecordingText {
  /// Returns the description of a device, with which a recording begins. Line ends in names are replaced by spaces.
  ///
  /// - Parameter capabilities: the events that the device can send.
  public static func header(_ device: DeviceDescription, _ capabilities: DeviceCapabilities) -> String {
    func oneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
    var lines = ["# EVEMU 1.3", "# Recorded by switchway."]
    // Profiles can match devices by these properties, for which evemu has no lines.
    if !device.phys.isEmpty { lines.append("# PHYS: " + oneLine(device.phys)) }
    if !device.uniq.isEmpty { lines.append("# UNIQ: " + oneLine(device.uniq)) }
    lines += device.links.map { "# LINK: " + oneLine($0) }
    lines.append("N: " + oneLine(device.name))
    lines.append("I: " + [device.bus, device.vendor, device.product, device.version].map(hex4).joined(separator: " "))
    lines.append("P: " + bytes(mask: capabilities.properties))
    var types: UInt64 = 1 << UInt64(EventType.syn)
    if !capabilities.keys.isEmpty { types |= 1 << UInt64(EventType.key) }
    if capabilities.relative != 0 { types |= 1 << UInt64(EventType.relative) }
    if capabilities.absolute != 0 { types |= 1 << UInt64(EventType.absolute) }
    if capabilities.switches != 0 { types |= 1 << switchType }
    lines.append("B: 00 " + bytes(mask: types))
    if !capabilities.keys.isEmpty {
      for first in stride(from: 0, to: EventLimit.keyCodes, by: 64) {
        let word = (0..<64).reduce(UInt64(0)) { word, bit in
          capabilities.keys.contains(UInt16(first + bit)) ? word | 1 << UInt64(bit) : word
        }
        lines.append("B: 01 " + bytes(mask: word))
      }
    }
    if capabilities.relative != 0 { lines.append("B: 02 " + bytes(mask: capabilities.relative)) }
    if capabilities.absolute != 0 { lines.append("B: 03 " + bytes(mask: capabilities.absolute)) }
    if capabilities.switches != 0 { lines.append("B: 05 " + bytes(mask: capabilities.switches)) }
    for axis in device.axes { lines.append("A: \(hex2(axis.code)) \(axis.minimum) \(axis.maximum) 0 0 0") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns these events as frames, in their order. Successive events with the same time are one frame.
  public static func frames(_ events: [InputEvent]) -> String {
    var text = ""
    for (index, event) in events.enumerated() {
      text += line(event)
      if index + 1 == events.count || events[index + 1].time != event.time { text += emptyFrame(at: event.time) }
    }
    return text
  }

  /// Returns a frame without events, which only shows that time has passed.
  public static func emptyFrame(at time: Instant) -> String {
    line(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 0))
  }

  /// Returns the lines for a loss of events, after which these keys are down.
  public static func loss(at time: Instant, held: [UInt16]) -> String {
    line(InputEvent(time: time, type: EventType.syn, code: SynCode.dropped, value: 0)) + emptyFrame(at: time)
      + comment("STATE", time, held)
  }

  /// Returns the line that says that the device was unplugged.
  public static func unplug(at time: Instant) -> String { comment("UNPLUG", time, []) }

  /// Returns the line that says that the device is connected again, with these keys down.
  public static func replug(at time: Instant, held: [UInt16]) -> String { comment("REPLUG", time, held) }

  /// The event type `EV_SW` (linux/input-event-codes.h).
  private static let switchType: UInt64 = 0x05

  private static func line(_ event: InputEvent) -> String {
    "E: \(seconds(event.time)) \(hex4(event.type)) \(hex4(event.code)) \(event.value)\n"
  }

  private static func comment(_ word: String, _ time: Instant, _ codes: [UInt16]) -> String {
    (["# \(word) \(seconds(time))"] + codes.map { String($0, radix: 16) }).joined(separator: " ") + "\n"
  }

  private static func seconds(_ time: Instant) -> String {
    let fraction = String(time.microseconds % 1_000_000)
    return "\(time.microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }

  private static func hex4(_ number: UInt16) -> String { padded(number, 4) }
  private static func hex2(_ number: UInt16) -> String { padded(number, 2) }

  private static func padded(_ number: UInt16, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  private static func bytes(mask: UInt64) -> String {
    (0..<8).map { hex2(UInt16(mask >> UInt64($0 * 8) & 0xff)) }.joined(separator: " ")
  }
}
