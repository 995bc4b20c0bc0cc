import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// A keyboard with a key that never comes up, and a switch on another key.
@Suite("Keys that are set aside")
struct SetAsideTests {
  private static let node = NodeID(rawValue: 1)
  private static let (f7, f8, a): (UInt16, UInt16, UInt16) = (65, 66, 30)

  private func at(_ seconds: Int64) -> Instant { Instant(seconds * 1_000_000) }

  private func keyboard(down: [UInt16]) -> KeyboardPipeline {
    let profile = Profile(
      name: "p", devices: [DeviceEntry(name: "keys", match: DeviceMatch(kinds: [.keyboard]), grab: .yes)],
      switches: [
        SwitchDefinition(
          name: "main", inputs: [SwitchInput(device: 0, selector: .key(Self.f8))], gestures: .tapOnly)
      ])
    var pipeline = KeyboardPipeline(profile: profile, layout: .us)
    let description = DeviceDescription(name: "Keys", kind: .keyboard, keys: KeySet((1...120).map { UInt16($0) }))
    pipeline.attach(Self.node, description, entry: 0, profile: profile, down: KeySet(down), at: at(0))
    return pipeline
  }

  private func play(_ pipeline: inout KeyboardPipeline, _ edges: [(UInt16, Int32)], at time: Instant) -> [String] {
    for (code, value) in edges {
      pipeline.handle(InputEvent(time: time, type: EventType.key, code: code, value: value), from: Self.node)
    }
    return pipeline.takeOutputs().compactMap {
      if case .key(let code, let down, _) = $0 { "\(down ? "+" : "-")\(code)" } else { nil }
    }
  }

  @Test("its next press and release are not typed; the one after them is, whole")
  func next() {
    var pipeline = keyboard(down: [Self.f7])
    pipeline.setAside(KeySet([Self.f7]), of: Self.node)
    #expect(play(&pipeline, [(Self.f7, 0)], at: at(10)).isEmpty)
    pipeline.take(Self.node, since: at(10))
    #expect(play(&pipeline, [(Self.f7, 1), (Self.a, 1), (Self.a, 0)], at: at(11)) == ["+30", "-30"])
    #expect(play(&pipeline, [(Self.f7, 0)], at: at(12)).isEmpty)
    #expect(play(&pipeline, [(Self.f7, 1), (Self.f7, 0)], at: at(13)) == ["+65", "-65"])
  }

  @Test("a panic is resumed although a key has been down for 10 s, and not a moment before; its release is not typed")
  func resume() {
    var pipeline = keyboard(down: [Self.f7])
    pipeline.take(Self.node, since: at(0))
    #expect(pipeline.resume(at: at(10) - Microseconds(1)) == [Self.f7])
    #expect(play(&pipeline, [(Self.a, 1)], at: at(9)) == ["+30"])
    #expect(pipeline.resume(at: at(10)) == [Self.a])
    #expect(play(&pipeline, [(Self.a, 0)], at: at(10)) == ["-30"])
    #expect(pipeline.resume(at: at(10)).isEmpty)
    #expect(play(&pipeline, [(Self.f7, 0)], at: at(11)).isEmpty)
  }
}
