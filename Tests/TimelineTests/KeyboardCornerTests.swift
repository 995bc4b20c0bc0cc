import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import Testing

/// Rules of keyboards that a timeline file cannot write: other layouts, and very many keyboards.
@Suite("Keyboards that no file describes") struct KeyboardCornerTests {
  @Test("letters are what is printed on the key, key_ names are positions")
  func printed() throws {
    let german = LayoutKeys([
      "z": .init(code: 21), "y": .init(code: 44), "f": .init(code: 33), "?": .init(code: 12, needsShift: true),
      "@": .init(code: 16, needsAltGr: true),
    ])
    let text = #"keyboard: {bindings: {tab+key_y: undo, "tab+?": help, "tab+@": magic-tap}}"#
    let profile = try Timeline.profile("extends: full-keyboard-access\n" + text)
    var run = TimelineRun(profile, layout: german, claims: .all)
    // Y is printed left of X: nothing is asked, so that Tab+Y does nothing. F is where it ever was.
    #expect(try run.words("+tab +key_z -key_z -tab +tab +f -f -tab") == ["find"])
    // The key right of T is bound by its place, and by the Z that is printed on it: the file's order decides.
    #expect(try run.words("+tab +key_y -key_y -tab").count == 1)
    #expect(try run.words("+tab +minus -minus -tab +tab +q -q -tab") == ["help", "magic-tap"])
    var shipped = TimelineRun(try Timeline.shipped("full-keyboard-access"), layout: german, claims: .all)
    #expect(try shipped.words("+tab +key_y -key_y -tab +tab +key_z -key_z -tab") == ["actions"])
  }

  @Test("three hundred keyboards are one: the last that lets go of a key releases it", arguments: ["a", "leftshift"])
  func many(key: String) throws {
    let devices = [DeviceDescription](repeating: .keyboard, count: 300)
    var run = TimelineRun(try Timeline.shipped("full-keyboard-access"), claims: .all, devices: devices)
    #expect(try run.words((1...300).map { "\($0):+\(key)" }.joined(separator: " ")) == ["+\(key)"])
    #expect(try run.words((2...300).map { "\($0):-\(key)" }.joined(separator: " ")) == [])
    #expect(try run.words("1:-\(key)") == ["-\(key)"])
  }

  @Test("a key that goes down or up in a frame that the kernel's autorepeat ends was moved by the person")
  func repeatFrame() throws {
    var run = TimelineRun(try Timeline.shipped("full-keyboard-access"), claims: .all)
    func frame(_ events: (code: UInt16, value: Int32)..., at milliseconds: Int64) -> Input {
      let time = Instant(milliseconds * 1_000)
      let keys = events.map { InputEvent(time: time, type: EventType.key, code: $0.code, value: $0.value) }
      let report = InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: 1)
      return .frame((keys + [report])[...], from: NodeID(rawValue: 1))
    }
    // The driver had not reported yet that B went down, then up, when A repeated.
    #expect(try run.words("0+a") == ["+a"])
    run.handle(frame((48, 1), (30, 2), at: 300))
    run.handle(frame((48, 0), (30, 2), at: 400))
    run.handle(frame((15, 1), (30, 2), at: 500))
    run.handle(frame((35, 1), (30, 2), at: 600))
    run.handle(frame((35, 0), (15, 0), (30, 2), at: 700))
    #expect(run.taken().map(\.short) == ["+b", "-b", "help(commands)"])
    // What the kernel itself releases makes no command, whatever is in its frame.
    run.handle(frame((30, 0), at: 800))
    #expect(try run.words("1000+tab") == ["-a"])
    run.handle(frame((15, 0), at: 1_100))
    #expect(run.taken().isEmpty)
  }

  static let otherKeys = """
    devices: {kb: {match: {kind: keyboard}, grab: yes}}
    switches: {one: {input: kb/f1, steady: off, tap: select}}

    """

  @Test("what is no keyboard, is not to be grabbed, or has no other keys, does not type its other keys")
  func others() throws {
    let profile = try Timeline.profile(Self.otherKeys)
    var device = DeviceDescription.keyboard
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
    let all = try Timeline.profile(Self.otherKeys.replacing("kb/f1", with: "kb/any"))
    #expect(!all.passesOtherKeys(of: .keyboard, entry: 0))
    let free = try Timeline.profile(Self.otherKeys.replacing(", grab: yes", with: ""))
    #expect(!free.passesOtherKeys(of: .keyboard, entry: 0))
  }
}
