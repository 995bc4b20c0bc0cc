import EngineFixtures
import Foundation
import ProtocolSchema
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayExplain
import Testing

/// Found by fuzzing: the schema knew switches' bindings only.
@Suite("What get bindings answers") struct BindingsLineTests {
  static let store = ProfileStore(directories: ["\(ProtocolSchema.top)/Config"])

  @Test("of every shipped profile, with every bridge, it is what the schema says", arguments: store.names())
  func schema(name: String) throws {
    let profile = try #require(Self.store.load(name).profile)
    for bridge in ["desktop", "onboard", nil] {
      let table = try bridge.map { try #require(Self.store.loadBridge($0).table) }
      var (result, line) = (LineBuffer(), LineBuffer())
      result.putValue(.array(Bindings.of(profile, bridge: table).map(\.json)))
      line.writeOK(id: nil, result: result)
      #expect(ProtocolSchema.problems(ofServerLine: line.text) == [])
    }
  }

  @Test("each row has the members of its gesture, in their order")
  func rows() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = #"""
      switchway: 1
      devices: {box: {match: {kind: switch-interface}}}
      switches:
        left: {input: box/button-1, label: 'Left "knee"', tap: move(left)}
        right: {input: box/button-2, hold: {after: 800ms, do: actions}}
        foot: {input: box/button-3, tap: select, repeat: {after: 900ms, every: 600ms}}
      chords: {left+right: {within: 120ms, do: menu}}

      """#
    try Data(text.utf8).write(to: folder.appending(path: "test.yaml"))
    let profile = try #require(ProfileStore(directories: [folder.path]).load("test").profile)
    #expect(
      JSONValue.array(Bindings.of(profile, bridge: nil).map(\.json)).line == #"""
        [{"switch":"left","label":"Left \"knee\"","gesture":"tap","command":"move","args":["left"]},\#
        {"switch":"right","label":"right","gesture":"hold","command":"actions","args":[],"after":800000},\#
        {"switch":"foot","label":"foot","gesture":"tap","command":"select","args":[]},\#
        {"switch":"foot","label":"foot","gesture":"repeat","command":"select","args":[],"after":900000,\#
        "every":600000},\#
        {"switch":"left+right","label":"Left \"knee\" + right","gesture":"chord","command":"menu","args":[],\#
        "within":120000}]

        """#)
  }

  @Test("the schema tells a binding of keys that lacks what it types alone, or has an odd mode")
  func wrong() {
    let good = #"{"chord":"tab","label":"Tab","gesture":"chord","command":"next","args":[],"alone":null}"#
    for (text, isRight) in [
      (good, true), (good.replacing(#","alone":null"#, with: ""), false),
      (good.replacing(#""gesture":"#, with: #""mode":"gesture","gesture":"#), true),
      (good.replacing(#""gesture":"#, with: #""mode":"rest","gesture":"#), false),
    ] {
      let problems = ProtocolSchema.problems(ofServerLine: #"{"type":"ok","result":["# + text + "]}")
      #expect(problems.isEmpty == isRight, "\(text): \(problems)")
    }
  }
}
