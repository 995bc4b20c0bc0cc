import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Buttons of a pointing device in a keyboard.
@Suite struct PointerButtonTests {
  /// The first and the last.
  private static let buttons: [UInt16] = [0x110, 0x11f]
  private static let a: UInt16 = 30

  private static func typed(_ events: [(Int64, UInt16, Bool)]) -> [String] {
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "keys", match: DeviceMatch())]
    var settings = KeyboardSettings()
    settings.steadying.ignoreRepeat = .milliseconds(300)
    profile.keyboard = settings
    let device = DeviceDescription(name: "Keys", kind: .keyboard, keys: KeySet([a] + buttons))
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
      return "\(code == a ? "a" : "button") \(down ? "down" : "up") \(time.microseconds / 1_000)"
    }
  }

  @Test("a double click passes in spite of steadying; a held button is released with its keyboard", arguments: buttons)
  func doubleClick(button: UInt16) {
    #expect(
      Self.typed([
        (0, button, true), (50, button, false), (100, button, true), (150, button, false),
        (200, button, true),
      ]) == ["button down 0", "button up 50", "button down 100", "button up 150", "button down 200", "button up 10000"])
    #expect(
      Self.typed([(0, Self.a, true), (50, Self.a, false), (100, Self.a, true), (150, Self.a, false)])
        == ["a down 0", "a up 50"])
  }
}
