import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayYAML

/// Writes diagnostics for people, in colour, and with source lines if these are available.
enum DiagnosticWords {
  /// Returns a diagnostic that the daemon has sent, in the GNU form (`file:line:column: severity: message`).
  static func text(of diagnostic: Wire.Diagnostic) -> String {
    func shown(_ text: String) -> String { Terminal.printable(text) }
    let position = "\(shown(diagnostic.file)):\(diagnostic.line ?? 1):\(diagnostic.column ?? 1)"
    let help = shown(diagnostic.help ?? "")
    let text = "\(position): \(shown(diagnostic.severity)): \(shown(diagnostic.message))"
    return text + (help.isEmpty ? "" : "\nhelp: \(help)")
  }

  /// Returns all diagnostics of a file with their source lines. Messages are broken at the terminal's width.
  static func text(of result: LoadResult) -> String {
    result.diagnostics.map { Terminal.message(painted(result.text(of: $0), $0.severity)) + "\n" }.joined()
  }

  private static func painted(_ text: String, _ severity: Diagnostic.Severity) -> String {
    guard Terminal.hasColour else { return text }
    let colour: Style =
      switch severity {
      case .error: .red
      case .warning: .yellow
      case .note: .green
      }
    let word = ": \(severity.rawValue): "
    guard let line = text.split(separator: "\n", maxSplits: 1).first, let start = line.firstRange(of: word) else {
      return text
    }
    return text[..<start.lowerBound] + ": " + Terminal.paint("\(severity.rawValue):", colour) + " "
      + text[start.upperBound...]
  }
}
