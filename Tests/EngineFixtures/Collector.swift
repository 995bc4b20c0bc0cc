import ProgramFixtures
import ProtocolSchema
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime
import Testing

/// Keeps the lines of an engine.
package final class Collector: LineSink {
  package private(set) var lines: [String] = []
  package private(set) var types: [MessageType] = []
  private var isFlushed = true

  package init() {}

  /// Called when what was decided has been handed over.
  package var onFlush: (() -> Void)?

  package func flush() {
    isFlushed = true
    onFlush?()
  }

  package func emit(_ head: LineHead, _ line: LineBuffer) {
    isFlushed = false
    types.append(head.type)
    let text = String(line.text.dropLast())
    ProtocolSchema.expect(text)
    lines.append(text)
  }

  /// What has come since the last call, all of it handed over.
  package func take() -> [String] {
    #expect(isFlushed)
    defer { lines = [] }
    return lines
  }
}

extension Performer {
  /// What a `state` says now.
  package var stateNow: StateMessage {
    stateMessage(profiles: [], typingObstacle: nil, pointingObstacle: nil, at: Instant(0))
  }
}

/// A profile as its key-remap file says it.
package func profile(_ text: String, name: String = "test") throws -> Profile {
  let scene = try Scene()
  let file = try scene.file("\(name).yaml", text)
  let result = ProfileStore(file: file, directories: []).load(name)
  guard let profile = result.profile else { throw ProgramError(result.text) }
  return profile
}

/// The test box, with the buttons BTN_0 and BTN_1.
package let box = DeviceDescription(
  name: "Test Box", bus: 3, vendor: 0x1209, product: 1, kind: .switchInterface, keys: KeySet([0x100, 0x101]))

/// A frame with one key event.
package func frame(_ milliseconds: Int64, _ button: UInt16, _ value: Int32) -> ArraySlice<InputEvent> {
  [InputEvent(time: Instant(milliseconds * 1_000), type: EventType.key, code: 0x100 + button, value: value)]
}
