import Fixtures
import Testing

@testable import SwitchwayCore

/// What becomes of a node. Its sentences are tested where they are shown (`GrabWordsTests`).
@Suite("The plan for a node") struct NodePlanTests {
  private static func made(
    _ grab: DeviceEntry.Grab, _ kind: DeviceKind, inputs: [InputSelector] = [.key(0x3b)], keys: [UInt16] = [0x3b],
    keyboard: KeyboardSettings? = nil, foreign: String? = nil
  ) -> NodePlan {
    let profile = Profile.oneBox(grab, inputs: inputs, keyboard: keyboard)
    let device = DeviceDescription(name: "Box", kind: kind, keys: KeySet(keys))
    return NodePlan(profile: profile, entry: 0, device: device, foreign: foreign)
  }

  private static let asKeyboard = KeyboardSettings(devices: .only([0]))
  /// A and B type text, F1 does not.
  private static let a: UInt16 = 0x1e
  private static let b: UInt16 = 0x30
  private static let f1: UInt16 = 0x3b
  /// One more than there may be.
  private static let letters = (0...KeyboardSettings.mostTextKeys).map { UInt16(0x10 + $0) }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let plan: NodePlan
    let expected: NodePlan

    init(_ words: String, _ plan: NodePlan, _ expected: NodePlan) {
      (testDescription, self.plan, self.expected) = (words, plan, expected)
    }
  }

  static let rows = [
    // Not read
    Row(
      "a key that types, on a keyboard that is not grabbed", made(.auto, .keyboard, inputs: [.key(a)], keys: [a, b]),
      .textKeys([a])),
    Row(
      "the same on one that is", made(.yes, .keyboard, inputs: [.key(a)], keys: [a, b]), .keyboardOfSwitches),
    Row(
      "as many keys that type as there may be, by their numbers",
      made(
        .yes, .keyboard, inputs: (1..<letters.count).map { .button($0) }, keys: letters), .keyboardOfSwitches),
    Row(
      "one more", made(.yes, .keyboard, inputs: letters.indices.map { .button($0 + 1) }, keys: letters + [0x3b]),
      .tooManyTextKeys),
    Row(
      "a box may have them all", made(.auto, .switchInterface, inputs: [.key(a)], keys: [a]),
      .other(.boxOfSwitches)),
    // Keyboards
    Row("all keyboards", made(.auto, .keyboard, inputs: [], keyboard: KeyboardSettings()), .keyboard),
    Row(
      "one that sends more", made(.auto, .keyboard, inputs: [], keyboard: KeyboardSettings(), foreign: "force"),
      .keyboardSendsMore("force", hasSwitches: false)),
    Row(
      "the same with a switch", made(.yes, .keyboard, keys: [a, f1], foreign: "force"),
      .keyboardSendsMore("force", hasSwitches: true)),
    Row("a pointer as a keyboard", made(.auto, .pointer, inputs: [], keyboard: asKeyboard), .noKeyboard),
    Row(
      "the same, even if it sends more",
      made(.auto, .touch, inputs: [], keyboard: asKeyboard, foreign: "force"), .noKeyboard),
    // Pointers
    Row("a pointer", made(.yes, .pointer, inputs: [.button(1)], keys: [0x110]), .pointer),
    Row(
      "one that sends more", made(.yes, .pointer, inputs: [.button(1)], keys: [0x110], foreign: "positions"),
      .pointerSendsMore("positions")),
    Row("one that is not asked for", made(.auto, .pointer, inputs: [.button(1)], keys: [0x110]), .other(.otherKind)),
    // Others: `GrabDecisionTests` has all of them
    Row("a pedal, whatever it sends", made(.auto, .pedal, foreign: "force"), .other(.boxOfSwitches)),
    Row("a touchpad", made(.yes, .touch), .other(.isTouched)),
    Row("a forbidden box", made(.no, .switchInterface), .other(.forbidden)),
  ]

  @Test("each case", arguments: rows)
  func cases(row: Row) { #expect(row.plan == row.expected) }

  @Test("what is not read is not grabbed", arguments: rows)
  func unread(row: Row) { #expect(row.plan.isRead || !row.plan.isGrab) }
}
