import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayTime
import SwitchwayYAML
@testable import SwitchwayDevices

/// Key-remap files: read, and what is right is put in force while somebody presses all that there is.
final class ProfilesTarget: FuzzTarget {
  private let path = FuzzFile.folder + "/t.yaml"
  private let store: ProfileStore
  private let session: Recording

  init() {
    store = ProfileStore(file: path, directories: ["\(FuzzProfiles.top)/Config"])
    session = ProfilesTarget.session
  }

  func run(_ bytes: [UInt8]) {
    FuzzFile.write(bytes, to: path)
    let result = store.load("t")
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    if (result.profile == nil) != hasErrors { found("a profile is there if, and only if, there is no error") }
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    for diagnostic in result.diagnostics {
      if diagnostic.message.isEmpty || diagnostic.help.isEmpty { found("a diagnostic without words") }
      guard diagnostic.file == path else { continue }
      let isThere = (1...lines).contains(diagnostic.line) && (1...(bytes.count + 1)).contains(diagnostic.column)
      if !isThere { found("a diagnostic at \(diagnostic.line):\(diagnostic.column): \(diagnostic.message)") }
    }
    if result.text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) {
      found("a control character in what is told")
    }
    guard var profile = result.profile else { return }
    ProfilesTarget.tell(profile, result)
    guard !profile.devices.isEmpty else { return }
    // Whatever it asks for, one of its devices is here.
    profile.devices[bytes.count % profile.devices.count].match = DeviceMatch()
    RecordingsTarget.play([session], profile, bytes.count.isMultiple(of: 2) ? .all : .none)
  }

  /// What clients are told of it is what the protocol says.
  private static func tell(_ profile: Profile, _ result: LoadResult) {
    var configuration = Wire.Configuration()
    (configuration.profile, configuration.files) = (profile.name, result.files)
    configuration.diagnostics = result.diagnostics.map { Wire.Diagnostic(DiagnosticMessage($0)) }
    let inForce = PagedValue(ProfileExplanation.of(profile, result.places, bridge: profile.bridge))
    let bindings = PagedValue(Bindings.of(profile, bridge: profile.bridge))
    for value in [bindings, configuration.paged(inForce: inForce)] {
      var from: Int? = 0
      while let first = from {
        let (text, page) = value.page(from: first)
        var line = LineBuffer()
        line.write(.result(text, page), id: nil)
        CheckedSink.check(line.bytes)
        from = page.next
      }
    }
  }

  /// Everything is pressed once, then held for two seconds, then two things at a time.
  private static let session: Recording = {
    let keys = (1..<UInt16(0x80)).map { $0 } + (0x100..<0x10A).map { $0 } + (0x120..<0x12C).map { $0 }
    let axes: [UInt16] = [0x00, 0x01, 0x10, 0x11]
    var items: [RecordingItem] = []
    var time: Int64 = 1_000_000
    func frame(_ code: UInt16, _ value: Int32, type: UInt16 = EventType.key) {
      let event = InputEvent(time: Instant(time), type: type, code: code, value: value)
      items.append(.frame([event], report: Instant(time)))
    }
    for (length, stride) in [(Int64(60_000), 1), (2_000_000, 17)] {
      for code in keys.enumerated().filter({ $0.offset.isMultiple(of: stride) }).map(\.element) {
        frame(code, 1)
        time += length
        frame(code, 0)
        time += 40_000
      }
    }
    for (first, second) in zip(keys, keys.dropFirst(14)).enumerated().filter({ $0.offset % 5 == 0 }).map(\.element) {
      frame(first, 1)
      time += 30_000
      frame(second, 1)
      time += 90_000
      frame(first, 0)
      frame(second, 0)
      time += 400_000
    }
    for axis in axes {
      for level in [Int32(-127), 0, 127, 40, 0] {
        frame(axis, level, type: EventType.absolute)
        time += 700_000
      }
    }
    let description = DeviceDescription(
      name: "All", kind: .keyboard, keys: KeySet(keys),
      axes: axes.map { AxisDescription(code: $0, minimum: -127, maximum: 127, value: 0) })
    return Recording(
      file: "session", description: description, capabilities: DeviceCapabilities(), items: items, warnings: [],
      start: nil)
  }()
}
