import ProtocolSchema
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayReport
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
      Bindings.write(profile, bridge: table, into: &result)
      line.writeOK(id: nil, result: result)
      #expect(ProtocolSchema.problems(ofServerLine: line.text) == [])
    }
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
