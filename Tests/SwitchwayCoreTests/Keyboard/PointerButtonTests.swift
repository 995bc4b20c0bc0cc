import Testing

@testable import SwitchwayCore

/// Buttons of a pointing device in a keyboard.
@Suite struct PointerButtonTests {
  private static let left: UInt16 = 0x110
  private static let a: UInt16 = 30

  private static func typed(_ events: [(Int64, UInt16, Bool)]) -> [String] {
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "keys", match: DeviceMatch())]
    var settings = KeyboardSettings()
    settings.steadying.ignoreRepeat = .milliseconds(300)
    profile.keyboard = settings
    let device = DeviceDescription(name: "Keys", kind: .keyboard, keys: KeySet([a, left]))
    var pipeline = KeyboardPipeline(profile: profile, layout: .us)
    let node = NodeID(rawValue: 1)
    pipeline.attach(node, device, entry: 0, profile: profile, down: KeySet(), at: Instant(0))
    pipeline.take(node)
    for (time, code, isDown) in events {
      pipeline.handle(
        InputEvent(time: Instant(time * 1_000), type: EventType.key, code: code, value: isDown ? 1 : 0), from: node)
    }
    pipeline.detach(node, at: Instant(10_000_000))
    return pipeline.takeOutputs().compactMap {
      guard case .key(let code, let down, let time) = $0 else { return nil }
      return "\(code == a ? "a" : "left") \(down ? "down" : "up") \(time.microseconds / 1_000)"
    }
  }

  @Test("a double click passes in spite of steadying; a held button is released with its keyboard")
  func doubleClick() {
    #expect(
      Self.typed([
        (0, Self.left, true), (50, Self.left, false), (100, Self.left, true), (150, Self.left, false),
        (200, Self.left, true),
      ]) == ["left down 0", "left up 50", "left down 100", "left up 150", "left down 200", "left up 10000"])
    #expect(
      Self.typed([(0, Self.a, true), (50, Self.a, false), (100, Self.a, true), (150, Self.a, false)])
        == ["a down 0", "a up 50"])
  }
}
