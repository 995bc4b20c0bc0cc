import SwitchwayConfig
import SwitchwayYAML
import Testing

@testable import SwitchwayDaemon

@Suite("Settings without an effect, as clients are told") struct UnusedSettingsTests {
  private func diagnostic(_ line: Int, code: Diagnostic.Code? = .settingUnused) -> Diagnostic {
    Diagnostic(
      file: "a.yaml", line: line, column: 3, severity: .warning, message: "'x' has no effect", help: "",
      code: code)
  }

  @Test("only they are told, each with its place")
  func told() {
    #expect(UnusedSettings.messages(of: []) == [])
    #expect(
      UnusedSettings.messages(of: [diagnostic(1), diagnostic(2, code: nil), diagnostic(3)])
        == ["a.yaml:1: 'x' has no effect", "a.yaml:3: 'x' has no effect"])
  }

  @Test(
    "16 are told one by one, and how many more there are",
    arguments: [(16, nil), (17, "1 more setting has"), (40, "24 more settings have")])
  func many(_ count: Int, _ last: String?) {
    let messages = UnusedSettings.messages(of: (1...count).map { diagnostic($0) })
    #expect(messages.prefix(16).elementsEqual((1...16).map { "a.yaml:\($0): 'x' has no effect" }))
    #expect(messages.dropFirst(16) == (last.map { ["\($0) no effect: 'get' 'config' lists them"] } ?? []))
  }
}
