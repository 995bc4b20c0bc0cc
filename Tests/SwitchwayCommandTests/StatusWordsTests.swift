import EngineFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("What 'status' says") struct StatusWordsTests {
  private func text(_ state: String, next: String? = nil) throws -> String {
    StateWords.text(
      of: Wire.State(try JSONValue.parse(Array(state.utf8))), hello: #"{"server":"switchway 1"}"#.read(),
      config: Wire.Configuration(), next: next)
  }

  @Test("without a device, what to do next; with one, nothing of it")
  func nextStep() throws {
    let none = try text(#"{"profile":{"name":"default"},"devices":[]}"#, next: "try this")
    #expect(none.contains("\ndevices   none\n          try this\n"), "\(none)")
    let one = try text(#"{"devices":[{"device":"box","name":"Box","id":"1","kind":"pedal"}]}"#, next: "try this")
    #expect(one.contains("\ndevices   box: Box (1, pedal)\n") && !one.contains("try this"), "\(one)")
  }

  @Test("why a device is not grabbed")
  func obstacle() throws {
    let device = #"{"device":"a","name":"A","id":"1","kind":"pointer","grabbed":false,"message":"it moves the cursor"}"#
    let text = try text(#"{"devices":[\#(device)]}"#)
    #expect(text.contains("\ndevices   a: A (1, pointer); not grabbed: it moves the cursor\n"), "\(text)")
  }

  @Test("what the scanning clock does, where there is one")
  func scanning() throws {
    let text = try text(#"{"scan":{"state":"frozen","style":"auto","interval":1200000,"page":-1,"item":0}}"#)
    #expect(
      text.hasSuffix(
        "\nscan      frozen: the highlight does not move while a switch is pressed, 1.2 s per item (auto); "
          + "page -1, item 1\n"
      ),
      "\(text)")
    #expect(try !self.text(#"{"scan":null}"#).contains("scan"))
  }

  @Test("what is left out of the lists is counted")
  func omitted() throws {
    let text = try text(
      #"{"profiles":["a","b"],"devices":[],"switches":[],"omitted":{"profiles":7,"devices":2,"switches":31}}"#)
    #expect(text.contains("profiles  a, b, and 7 more, which did not fit into the daemon's answer\n"), "\(text)")
    #expect(text.contains("devices   and 2 more, which did not fit into the daemon's answer\n"), "\(text)")
    #expect(text.contains("switches  and 31 more, which did not fit into the daemon's answer\n"), "\(text)")
  }

  @Test("without a readable device, the advice is about the first device that could be a switch")
  func steps() {
    let mouse = DeviceDescription(name: "Mouse", kind: .pointer)
    let pad = DeviceDescription(name: "Pad", kind: .gamepad)
    #expect(
      NextStep.text(among: [mouse], profile: .empty)
        == "no device of the profile is plugged in; 'switchway devices' lists what is plugged in")
    #expect(
      NextStep.text(among: [mouse, pad], profile: .empty)
        == "no device of the profile is plugged in. Pad: this is a gamepad: try 'switchway profile gamepad'")
    // It sends BTN_TRIGGER and BTN_THUMB.
    let box = DeviceDescription(name: "Box", kind: .joystick, keys: KeySet([0x120, 0x121]))
    #expect(
      NextStep.text(among: [mouse, box], profile: .empty)
        == "no device of the profile is plugged in. Box: this is a joystick without a stick, so it is a box for "
        + "switches: try 'switchway profile one-switch-desktop', or 'switchway learn'")
    let profile = Profile(
      name: "test", devices: [DeviceEntry(name: "pad", match: DeviceMatch(kinds: [.gamepad]), grab: .no)], switches: [])
    #expect(
      NextStep.text(among: [mouse, pad], profile: profile)
        == "Pad is plugged in, but not read; 'switchway doctor' finds out why")
  }
}
