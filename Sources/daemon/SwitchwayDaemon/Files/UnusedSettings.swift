import SwitchwayConfig
import SwitchwayYAML

/// The messages to clients about settings that are valid but have no effect.
enum UnusedSettings {
  /// At most this many settings have a message each. A client that needs all of them requests `config`. Arbitrary.
  static let most = 16

  /// Returns a message with file and line for each of the first `most` settings without effect. If there are more, one
  /// more message says how many.
  static func messages(of diagnostics: [Diagnostic]) -> [String] {
    let unused = diagnostics.filter { $0.code == .settingUnused }
    let told = unused.prefix(most).map { "\($0.file):\($0.line): \($0.message)" }
    let left = unused.count - told.count
    guard left > 0 else { return told }
    return told + ["\(left) more \(left == 1 ? "setting has" : "settings have") no effect: 'get' 'config' lists them"]
  }
}
