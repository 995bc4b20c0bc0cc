import SwitchwayCore
import SwitchwayFiles
import SwitchwayText
import SwitchwayYAML

/// The result of reading a bridge's table.
public struct BridgeResult: Sendable {
  /// The table, or `nil` if there is no bridge of this name or the diagnostics contain an error.
  public var table: BridgeTable?
  public var diagnostics: [Diagnostic] = []
  /// Every path that was read or looked for, in this order.
  public var files: [String] = []
  /// Whether there is no file for this name.
  public var isMissing = true
  /// The `errno` if the system could not read the file.
  var errno: Int32?
  var sources: [String: SourceText] = [:]
}

// A bridge is the file `bridges/NAME.yaml` in the first directory of profiles that has it.
extension ProfileStore {
  /// The names of all bridges in all directories, each once, sorted by character.
  public func bridgeNames() -> [String] {
    Set(bridgeDirectories.flatMap(files.names(in:))).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads the table of this name. Never throws: errors are in the diagnostics.
  public func loadBridge(_ name: String) -> BridgeResult {
    var result = BridgeResult()
    guard CommandVocabulary.isName(name) else { return result }
    for directory in bridgeDirectories {
      let path = "\(directory)/\(name).yaml"
      result.files.append(path)
      let findings = Findings()
      switch files.read(path, as: user) {
      case .missing: continue
      case .refused(let message, let help, let code):
        findings.error(file: 0, .top, message, help: help)
        result.errno = code
      case .bytes(let bytes):
        let root = YAMLTree.root(of: bytes, file: 0, findings: findings, source: &result.sources[path])
        result.table = root.flatMap { BridgeReader(findings: findings).table(name, $0) }
      }
      result.isMissing = false
      result.diagnostics = findings.diagnostics(paths: [path])
      return result
    }
    return result
  }

  private var bridgeDirectories: [String] {
    directories.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + "bridges" }
  }

  /// The help for a missing bridge.
  public func bridgeHelp(for name: String) -> String {
    let names = bridgeNames()
    return NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
      ?? (names.isEmpty
        ? "put it into \(bridgeDirectories.first ?? "a folder 'bridges' beside the profiles")"
        : "there are: \(names.joined(separator: ", "))")
  }
}
