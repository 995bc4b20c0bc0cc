import Testing

/// These tests need a real kernel and run one after the other. Without one, a test fails and says how to run it. Suites
/// are added by extension, one per file.
@Suite(.serialized, .onceMore) struct DeviceTests {}

/// A profile for a box with two buttons, without steadying, which is not tested here.
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
  /// A switch box with three buttons. The third is not bound.
  static func box(_ name: String = "Test Box", product: Int32 = 0x5357) throws -> UInputDevice {
    try UInputDevice(name: name, product: product, keys: [Code.left, Code.right, Code.other])
  }
}

/// Expects that every switch that went down came up again, and that the commands are numbered without a gap.
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
