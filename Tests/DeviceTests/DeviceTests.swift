import Testing

/// Everything here needs a real kernel and one device after the other: a test fails, and says how to run it, where
/// there is none. Suites are added by extension, a file each.
@Suite(.serialized) struct DeviceTests {}

/// A profile for a box with two buttons, without steadying: what is tested here is the way, not the filter.
let twoSwitches = """
  switchway: 1
  devices: {box: {match: {name: "Test Box*"}, grab: no}}
  switches:
    left: {input: box/btn_trigger, steady: off, tap: next}
    right: {input: box/btn_thumb, steady: off, tap: select}
  """

/// Key codes of linux/input-event-codes.h that the tests press.
enum Code {
  static let left: Int32 = 0x120  // BTN_TRIGGER
  static let right: Int32 = 0x121  // BTN_THUMB
  static let other: Int32 = 0x122  // BTN_THUMB2
}

extension UInputDevice {
  /// A switch box with three buttons, of which the third is bound to nothing.
  static func box(_ name: String = "Test Box", product: Int32 = 0x5357) throws -> UInputDevice {
    try UInputDevice(name: name, product: product, keys: [Code.left, Code.right, Code.other])
  }
}

/// That every switch which went down came up again, and that the commands are numbered without a hole.
func expectBalanced(_ client: LineClient, sourceLocation: SourceLocation = #_sourceLocation) {
  var down: [String: Bool] = [:]
  for line in client.all("press") {
    let name = line.text("switch") ?? ""
    #expect(line.flag("down") != down[name, default: false], "twice the same: \(line)", sourceLocation: sourceLocation)
    down[name] = line.flag("down")
  }
  #expect(down.values.allSatisfy { !$0 }, "a switch is stuck: \(down)", sourceLocation: sourceLocation)
  let numbers = client.all("command").compactMap { $0.number("seq") }
  if let first = numbers.first {
    #expect(numbers == Array(first..<(first + numbers.count)), "seq has holes", sourceLocation: sourceLocation)
  }
}
