import EngineFixtures
import Fixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayExplain
import Testing

@testable import SwitchwayDaemon
@testable import switchway

@Suite("Why a device is grabbed, or is not") struct GrabWordsTests {
  private static func profile(
    _ grab: DeviceEntry.Grab, inputs: [InputSelector] = [.button(1)], keyboard: KeyboardSettings? = nil
  ) -> Profile {
    .oneBox(grab, inputs: inputs, keyboard: keyboard)
  }

  private static func held(_ isGrabbed: Bool, _ obstacle: String? = nil) -> HeldDevice {
    HeldDevice(name: "Box", id: "0000:0000", kind: "other", isGrabbed: isGrabbed, obstacle: obstacle)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let profile: Profile
    let kind: DeviceKind
    let keys: [UInt16]
    let held: HeldDevice?
    let foreign: String?

    init(
      _ words: String, _ profile: Profile, _ kind: DeviceKind, keys: [UInt16] = [0x120], _ held: HeldDevice? = nil,
      foreign: String? = nil
    ) {
      (testDescription, self.profile, self.kind, self.keys, self.held) = (words, profile, kind, keys, held)
      self.foreign = foreign
    }
  }

  private static let fullKeyboard = profile(.auto, inputs: [], keyboard: KeyboardSettings())
  private static let force =
    NodeWords.failure(
      .keyboardSendsMore("force feedback", hasSwitches: false), of: DeviceEntry(name: "box", match: DeviceMatch()))?
    .message ?? ""

  static let rows = [
    Row(
      "yes: a switch-interface that switches use; everything else on it does nothing", profile(.auto),
      .switchInterface),
    Row("yes: a pedal that switches use; everything else on it does nothing", profile(.auto), .pedal),
    Row("yes: the profile says so; everything else on it does nothing", profile(.yes), .joystick),
    Row("no: the profile says so", profile(.no), .switchInterface),
    Row("no: no switch uses it", profile(.auto, inputs: []), .switchInterface),
    Row(
      "no: only a switch-interface or a pedal is grabbed without 'grab: yes'; the desktop also gets its events",
      profile(.auto),
      .joystick),
    Row("no: it is a touch device, whose touches would be lost if it were grabbed", profile(.yes), .touch),
    Row(
      "yes: the profile says so; its movement and the buttons that no switch uses still reach the desktop",
      profile(.yes), .pointer),
    Row("no: a pointer is grabbed only with 'grab: yes'; without it each press also clicks", profile(.auto), .pointer),
    Row(
      "no: it also sends positions of axes, which would be lost if it were grabbed; it moves and clicks as usual",
      profile(.yes), .pointer, foreign: "positions of axes"),
    Row(
      "yes: it is one of the keyboards of 'keyboard'; keys without a binding type as usual", fullKeyboard,
      .keyboard, keys: [0x1e], held(true)),
    Row(
      "no: it also sends force feedback, which would be lost if it were grabbed; all its keys type as usual",
      fullKeyboard, .keyboard, keys: [0x1e], held(false, force), foreign: "force feedback"),
    Row(
      "yes: the profile says so; keys that no switch uses type as usual",
      profile(.yes, inputs: [.key(0x3b)]), .keyboard, keys: [0x1e, 0x3b]),
    Row("not now: \(force)", fullKeyboard, .keyboard, keys: [0x1e], held(false, force)),
    Row(
      "no: it moves the cursor or is touched, so it cannot be one of the keyboards of 'keyboard'",
      profile(.auto, inputs: [], keyboard: KeyboardSettings(devices: .only([0]))), .pointer),
    Row(
      "no: key_a types text, and such keys are read only from a device that is grabbed; add 'grab: yes' to 'box'",
      profile(.auto, inputs: [.key(0x1e)]), .keyboard, keys: [0x1e, 0x30]),
    Row("not now: \(GrabFailure.keyDown.message)", profile(.auto), .pedal, held(false, GrabFailure.keyDown.message)),
    Row(
      "not now: \(GrabFailure.node(.busy).message)", profile(.auto), .pedal,
      held(false, GrabFailure.node(.busy).message)),
    Row("not now: switchwayd has not grabbed it yet", profile(.auto), .pedal, held(false)),
    Row(
      "yes: the active profile of switchwayd says so; this profile would not grab it (no switch uses it)",
      profile(.auto, inputs: []), .pedal, held(true)),
  ]

  @Test("each case has its reason", arguments: rows)
  func reason(row: Row) {
    let device = DeviceDescription(name: "Box", kind: row.kind, keys: KeySet(row.keys))
    let plan = NodePlan(profile: row.profile, entry: 0, device: device, foreign: row.foreign)
    #expect(GrabWords.why(plan, row.profile, entry: 0, device: device, held: row.held) == row.testDescription)
  }

  @Test("a report never says both that nothing uses a device and that it is held")
  func agrees() {
    let device = DeviceDescription(name: "Box", kind: .keyboard, keys: KeySet([0x1e]))
    let holder = HeldDevice(name: "Box", id: "0000:0000", kind: "keyboard", isGrabbed: true)
    let text = DeviceReport(device, profile: Self.fullKeyboard, held: [holder], others: []).text
    #expect(text.contains("  grab    yes: it is one of the keyboards of 'keyboard'"), "\(text)")
    #expect(text.contains("  held    grabbed by switchwayd"), "\(text)")
  }

  @Test("of a mouse that no entry takes it is said how it would be")
  func mouse() {
    let device = DeviceDescription(name: "Swifty", kind: .pointer, keys: KeySet([0x110]))
    let text = DeviceReport(device, profile: .empty, held: nil, others: []).text(width: nil)
    #expect(text.contains("  mouse   'Swifty' reports itself as a mouse. Switchway uses a mouse only if"), "\(text)")
    #expect(text.contains("run 'switchway learn'"), "\(text)")
  }

  @Test("an axis is said to have no range only where its range is known: sysfs does not tell it")
  func ranges() {
    let axis = AxisDescription(code: 0, minimum: 0, maximum: 0)
    let device = DeviceDescription(name: "Straw", kind: .joystick, axes: [axis])
    let condition = AxisCondition(
      code: 0, region: .beyond(AxisLevel(thousandths: 60_000)), release: AxisLevel(thousandths: 40_000))
    let profile = Self.profile(.auto, inputs: [.axis(condition)])
    let words = "ABS_X has no range"
    #expect(!DeviceReport(device, profile: profile, held: nil, others: []).text.contains(words))
    #expect(DeviceReport(device, profile: profile, held: nil, others: [], knowsRanges: true).text.contains(words))
  }
}
