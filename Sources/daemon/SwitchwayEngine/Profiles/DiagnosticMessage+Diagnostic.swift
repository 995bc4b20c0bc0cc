import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayYAML

extension DiagnosticMessage {
  /// The diagnostic in the form of the protocol.
  package init(_ diagnostic: Diagnostic) {
    self.init(
      file: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      severity: diagnostic.severity.rawValue, message: diagnostic.message,
      help: diagnostic.help.isEmpty ? nil : diagnostic.help)
  }
}
