import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayJSON
import SwitchwayReport
import Testing

@Suite("keyboards of which some keys are switches") struct OtherKeysTests {
  private static let profile = """
    switchway: 1
    devices: {kb: {match: {kind: keyboard}, grab: yes}}
    switches: {one: {input: kb/f1, steady: off, tap: select}}

    """

  private func rig(_ text: String = profile) throws -> KeyRig { KeyRig(try KeyRig.load(text)) }

  @Test("keys that no switch uses type in order, with modifiers; the switch's key gives its command and types nothing")
  func passes() throws {
    let rig = try rig()
    #expect(rig.play("+leftshift +a -a -leftshift") == ["+leftshift", "+a", "-a", "-leftshift"])
    #expect(rig.play("+tab +x -x -tab +esc -esc") == ["+tab", "+x", "-x", "-tab", "+esc", "-esc"])
    let words = rig.play("+b +f1 -f1 -b")
    #expect(words.filter { $0 != "press" } == ["+b", "select tap null", "-b"])
  }

  @Test("two such keyboards are one, and what is down comes up when its keyboard goes")
  func unplugged() throws {
    let rig = try rig()
    #expect(rig.play("+leftshift 2:+a") == ["+leftshift", "+a"])
    #expect(rig.unplug(1) == ["-a"])
    #expect(rig.play("-leftshift") == ["-leftshift"])
  }

  @Test("panic lets go of it")
  func panic() throws {
    let rig = try rig()
    let words = rig.play("+backspace +esc +enter @2000")
    #expect(words.contains("mode panic on"))
    func keys(_ sign: String) -> [String] {
      words.filter { $0.hasPrefix(sign) }.map { String($0.dropFirst()) }.sorted()
    }
    #expect(keys("+") == keys("-"))
    #expect(rig.play("+a -a").isEmpty)
  }

  @Test("with a section 'keyboard' its bindings hold on it, too, and its other keys type")
  func bindings() throws {
    let rig = try rig(Self.profile + "keyboard: {bindings: {tab+z: actions}}\npolicy: {alone: {actions: f10}}\n")
    #expect(rig.play("+a -a +tab +z -z -tab").filter { $0 != "press" } == ["+a", "-a", "+f10", "-f10"])
    let words = rig.play("+f1 -f1")
    #expect(words.contains("select tap null"))
  }

  @Test("what is no keyboard, is not to be grabbed, or has no other keys, is not passed")
  func others() throws {
    let profile = try KeyRig.load(Self.profile)
    var device = KeyRig.device
    #expect(profile.passesOtherKeys(of: device, entry: 0))
    device.kind = .pedal
    #expect(!profile.passesOtherKeys(of: device, entry: 0))
    device.kind = .other
    #expect(profile.passesOtherKeys(of: device, entry: 0), "it types text besides")
    device.keys = KeySet([59, 113, 114, 115])
    #expect(!profile.passesOtherKeys(of: device, entry: 0), "F1 and the keys of a volume")
    device.kind = .keyboard
    #expect(profile.passesOtherKeys(of: device, entry: 0))
    device.keys = KeySet([59])
    #expect(!profile.passesOtherKeys(of: device, entry: 0))
    let all = try KeyRig.load(Self.profile.replacing("kb/f1", with: "kb/any"))
    #expect(!all.passesOtherKeys(of: KeyRig.device, entry: 0))
    let free = try KeyRig.load(Self.profile.replacing(", grab: yes", with: ""))
    #expect(!free.passesOtherKeys(of: KeyRig.device, entry: 0))
  }

  @Test("a replay shows what passes, as the virtual keyboard gets it")
  func replayed() throws {
    let scene = try Scene()
    let recording = try scene.file(
      "keys.evemu",
      """
      N: Test Keyboard
      I: 0003 1209 0002 0001
      P: 00 00 00 00 00 00 00 00
      B: 00 03 00 00 00 00 00 00 00
      B: 01 fe ff ff ff ff ff ff ff
      E: 1.000000 0001 001e 1
      E: 1.000000 0000 0000 0
      E: 1.100000 0001 001e 0
      E: 1.100000 0000 0000 0
      E: 1.200000 0001 003b 1
      E: 1.200000 0000 0000 0
      E: 1.300000 0001 003b 0
      E: 1.300000 0000 0000 0

      """)
    let config = try scene.file("kb.yaml", Self.profile)
    let result = try Program.run(
      "switchway", ["replay", "--keys", "--only", "command", "--config", config, recording],
      environment: scene.environment)
    let words = result.output.split(separator: "\n").map { line in
      let message = String(line).message
      return message["command"]?.stringValue ?? message["code"]?.stringValue ?? ""
    }
    #expect(words == ["KEY_A", "KEY_A", "select"], "\(result)")
  }
}
