import Foundation
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

/// Six pointers that declare what real ones do, grabbed: what of their recordings goes on to the desktop. The hand that
/// moves them is a model.
@Suite("recorded pointers") struct RecordedPointersTests {
  /// Each with the button that is its switch, its bitmap of types, and whether its buttons have scan codes.
  static let all: [(name: String, button: UInt16, types: String, hasScanCodes: Bool)] = [
    ("mouse-ps2", 0x112, "07", false), ("mouse-stick", 0x112, "07", false), ("mouse-trackball", 0x113, "17", true),
    ("mouse-receiver", 0x114, "17", true), ("mouse-thumb", 0x113, "0b", true), ("mouse-scroll", 0x112, "17", true),
  ]

  @Test("types, properties and scan codes are those of the real device", arguments: all)
  func declared(name: String, button _: UInt16, types: String, hasScanCodes: Bool) throws {
    let lines = try String(contentsOfFile: RecordingFilesTests.path(name), encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("B: 00 \(types) 00 00 00 00 00 00 00"))
    #expect(lines.contains("P: 00 00 00 00 00 00 00 00"))
    #expect(lines.contains("B: 04 10 00 00 00 00 00 00 00") == hasScanCodes)
    #expect(lines.contains { $0.hasPrefix("E: ") && $0.contains(" 0004 0004 ") } == hasScanCodes)
  }

  @Test("all but the switch goes on, frame by frame, with the same values and in the same order", arguments: all)
  func passes(name: String, button: UInt16, types _: String, hasScanCodes: Bool) throws {
    let recording = try Recording(path: RecordingFilesTests.path(name))
    #expect(recording.description.kind == .pointer)
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "mouse", match: DeviceMatch(id: Glob(recording.description.id)), grab: .yes)]
    profile.switches = [
      SwitchDefinition(
        name: "one", inputs: [SwitchInput(device: 0, selector: .key(button))],
        gestures: GestureBindings(tap: RecordingFilesTests.command("select")))
    ]
    #expect(profile.entry(for: recording.description) == 0)
    var interpreter = Interpreter(profile: profile)
    let node = NodeID(rawValue: 1)
    var effects: [Effect] = []
    interpreter.handle(.attached(node, recording.description, entry: 0, down: KeySet(), at: Instant(0)), into: &effects)
    var expected: [[InputEvent]] = []
    for case .frame(let frame, _) in recording.items {
      var left = Array(frame)
      if let place = left.firstIndex(where: { $0.type == EventType.key && $0.code == button }) {
        // The button and its scan code.
        left.removeSubrange((hasScanCodes ? place - 1 : place)...place)
      }
      if !left.isEmpty { expected.append(left) }
      interpreter.handle(.frame(frame, from: node), into: &effects)
    }
    var frames: [[InputEvent]] = [[]]
    var commands = 0
    for effect in effects {
      switch effect {
      case .pointer(let event) where event.type == EventType.syn:
        #expect(event.value == 0)
        frames.append([])
      case .pointer(let event): frames[frames.count - 1].append(event)
      case .published: commands += 1
      default: break
      }
    }
    #expect(frames == expected + [[]])
    #expect(frames.count > 60 && commands == 2)
  }
}
