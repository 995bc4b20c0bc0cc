import SwitchwayConfig
import SwitchwayYAML

/// The messages to clients about settings that are valid but have no effect.
enum UnusedSettings {
  /// Further settings are not reported one by one: a client that needs all of them asks for `config`. Arbitrary.
  static let most = 16

  /// A text for each of them, with its place; the last one counts those that are left out.
  static func messages(of diagnostics: [Diagnostic]) -> [String] {
    let unused = diagnostics.filter { $0.code == .settingUnused }
    let told = unused.prefix(most).map { "\($0.file):\($0.line): \($0.message)" }
    let left = unused.count - told.count
    guard left > 0 else { return told }
    return told + ["\(left) more \(left == 1 ? "setting has" : "settings have") no effect: ask for 'config'"]
  }
}
