import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayYAML

extension DiagnosticMessage {
  /// Converts a diagnostic to the protocol's form.
  package init(_ diagnostic: Diagnostic) {
    self.init(
      file: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      severity: diagnostic.severity.rawValue, message: diagnostic.message,
      help: diagnostic.help.isEmpty ? nil : diagnostic.help)
  }
}
