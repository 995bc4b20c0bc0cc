import CLibevdev
import SwitchwayConfig
import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import Testing

extension DeviceTests {
  /// Random keys through a real kernel: the desktop receives what the pure core predicts.
  @Suite(.serialized) struct KeyboardRandomTests {
    /// No Super and no G, because holds and modes have their own tests. No Enter, so that there is no panic.
    static let keys: [Int32] = [
      KEY_TAB, KEY_TAB, KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_LEFTCTRL, KEY_LEFTALT, KEY_A, KEY_B, KEY_F, KEY_H, KEY_Q,
      KEY_Z, KEY_UP, KEY_LEFT, KEY_SPACE, KEY_ESC, KEY_BACKSPACE,
    ]

    @Test(
      "ten thousand random edges among claims, contexts, modes, reloads and unplugging", arguments: [UInt64(20_261)])
    func edges(seed: UInt64) throws {
      var run = try RandomKeys(seed: seed)
      for _ in 0..<100 {
        try run.change()
        for _ in 0..<5 { try run.press(20) }
      }
      try run.letGo()
      #expect(run.faults.isEmpty, "seed \(seed): \(run.faults)")
      let other = try DesktopReader(run.keyboard.node)
      #expect(try run.rig.daemon.end() == 0)
      try KeyboardRig.expectPlain(run.keyboard, other)
    }
  }
}

/// Sends the same edges to a daemon and to a model of it.
private struct RandomKeys {
  let rig: KeyboardRig
  private(set) var keyboard: UInputDevice
  private(set) var faults: [String] = []
  private let profile: Profile
  private var model: KeyboardPipeline
  private var numbers: SplitMix64
  private var down: Set<Int32> = []
  private var label = 0
  private var claims: Set<String>? = []
  private var isInText = false
  private static let node = NodeID(rawValue: 1)

  init(seed: UInt64) throws {
    numbers = SplitMix64(state: seed)
    rig = try KeyboardRig()
    keyboard = rig.keyboard
    let store = ProfileStore(directories: ["/usr/share/switchway/profiles"])
    profile = try #require(store.load("full-keyboard-access").profile)
    model = KeyboardPipeline(profile: profile, layout: .us)
    take()
    try rig.client.send(#"{"type":"observe","types":["device"]}"#)
    try rig.client.next(type: "ok")
  }

  private mutating func random(below count: Int) -> Int { numbers.below(count) }

  private mutating func take() {
    let description = DeviceDescription(
      name: "Test Keyboard", kind: .keyboard, keys: KeySet(DeviceTests.KeyboardRandomTests.keys.map(UInt16.init)))
    model.attach(Self.node, description, entry: 0, profile: profile, down: KeySet(), at: Instant(0))
    model.take(Self.node)
    let (claims, isInText) = (claims, isInText)
    model.setClaims { claims?.contains($0) ?? true }
    model.setInText(isInText)
  }

  /// Changes the state of random keys this many times. The typed events must equal the model's.
  mutating func press(_ count: Int) throws {
    let keys = DeviceTests.KeyboardRandomTests.keys
    try move((0..<count).map { _ in keys[random(below: keys.count)] })
  }

  private mutating func move(_ codes: [Int32]) throws {
    var edges: [(Int32, Bool)] = []
    for code in codes {
      edges.append((code, !down.contains(code)))
      if down.contains(code) { down.remove(code) } else { down.insert(code) }
    }
    for (code, isDown) in edges {
      let event = InputEvent(time: Instant(0), type: EventType.key, code: UInt16(code), value: isDown ? 1 : 0)
      model.handle(event, from: Self.node)
    }
    try keyboard.edges(edges)
    try expect(model.takeOutputs(), "\(edges)")
  }

  private mutating func expect(_ outputs: [KeyboardOutput], _ what: String) throws {
    let expected: [[Int32]] = outputs.compactMap { output in
      if case .key(let code, let isDown, _) = output { [Int32(code), isDown ? 1 : 0] } else { nil }
    }
    // Everything written before the ping has been handled when it is answered.
    try rig.client.settle()
    let typed = try rig.typing(expected.count)
    if typed != expected { faults.append("\(what): \(typed) instead of \(expected)") }
  }

  mutating func letGo() throws { try move(down.sorted()) }

  /// Makes one change other than a key.
  mutating func change() throws {
    switch random(below: 8) {
    case 0: try claim(nil)
    case 1: try claim(["next", "previous", "move", "find", "actions"])
    case 2:
      try ask(#"{"type":"release"}"#)
      try told(claims: [], inText: false)
    case 3: try context("text")
    case 4: try context("items")
    case 5: try pass()
    case 6: try reload()
    default: try unplug()
    }
  }

  private func ask(_ request: String) throws {
    try rig.client.send(request)
    try rig.client.next("answer to \(request)") { $0.type == "ok" }
  }

  private mutating func claim(_ names: Set<String>?) throws {
    let list = names.map { "[" + $0.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]" } ?? "\"all\""
    try ask(#"{"type":"claim","commands":\#(list)}"#)
    try told(claims: names, inText: isInText)
  }

  private mutating func told(claims new: Set<String>?, inText: Bool) throws {
    claims = new
    isInText = inText
    model.setClaims { new?.contains($0) ?? true }
    model.setInText(inText)
  }

  private mutating func context(_ kind: String) throws {
    guard claims != [] else { return }
    try ask(#"{"type":"context","kind":"\#(kind)"}"#)
    try told(claims: claims, inText: kind == "text")
  }

  private mutating func pass() throws {
    let isOn = !model.isPassingThrough
    try ask(#"{"type":"set","mode":"pass-through","on":\#(isOn)}"#)
    model.setPassThrough(isOn ? "on" : "off", at: Instant(0))
    try expect(model.takeOutputs(), "pass-through")
  }

  /// Changes the profile, which releases everything and grabs the keyboard again with no key down.
  private mutating func reload() throws {
    try letGo()
    label += 1
    try DaemonProcess.write(KeyboardRig.profile + "\nlabel: Number \(label)\n", to: "\(rig.daemon.folder)/test.yaml")
    try ask(#"{"type":"reload"}"#)
    try KeyboardRig.awaitGrab(rig.client)
    var next = KeyboardPipeline(profile: profile, layout: .us)
    next.inherit(model)
    model = next
    take()
  }

  /// Unplugs with keys down. Everything typed is released.
  private mutating func unplug() throws {
    model.detach(Self.node, at: Instant(0))
    keyboard.unplug()
    try rig.client.device("removed")
    let expected = model.takeOutputs().compactMap { output -> [Int32]? in
      if case .key(let code, let isDown, _) = output { [Int32(code), isDown ? 1 : 0] } else { nil }
    }
    let up = try rig.typing(expected.count)
    if Set(up) != Set(expected) { faults.append("unplugged: \(up) instead of \(expected)") }
    down = []
    keyboard = try UInputDevice.keyboard()
    try KeyboardRig.awaitGrab(rig.client)
    take()
  }
}
