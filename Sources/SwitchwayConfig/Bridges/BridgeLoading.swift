import SwitchwayCore

/// What came of reading a bridge's table.
public struct BridgeResult: Sendable {
  /// Nil where there is none of its name, or an error among the diagnostics.
  public var table: BridgeTable?
  public var diagnostics: [Diagnostic] = []
  /// Every path that was read or looked for, in that order.
  public var files: [String] = []
  /// No file of its name is there.
  public var isMissing = true
  /// `errno` where the file could not be read for the system's own reasons.
  var errno: Int32?
  var sources: [String: SourceText] = [:]
}

// Bridges: `bridges/NAME.yaml` in the directories of profiles, the first that has it.
extension ProfileStore {
  /// All bridges that there are, over all places, each once, in the order of characters.
  public func bridgeNames() -> [String] {
    Set(bridgeDirectories.flatMap(files.names(in:))).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The table of this name. Never throws: what is wrong is in the diagnostics.
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
      case .bytes(let bytes): read(bytes, name, path, into: &result, findings)
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

  private func read(
    _ bytes: [UInt8], _ name: String, _ path: String, into result: inout BridgeResult, _ findings: Findings
  ) {
    do {
      let source = try SourceText(bytes)
      result.sources[path] = source
      guard let root = YAMLTree.root(of: source, file: 0, findings: findings) else { return }
      result.table = BridgeReader(findings: findings).table(name, root)
    } catch {
      if let lines = SourceText(valid: bytes, before: error.mark) { result.sources[path] = lines }
      findings.error(file: 0, error.mark, error.message, help: error.help)
    }
  }

  /// What to say where there is no table of this name.
  public func bridgeHelp(for name: String) -> String {
    let names = bridgeNames()
    return NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
      ?? (names.isEmpty
        ? "put it into \(bridgeDirectories.first ?? "a folder 'bridges' beside the profiles")"
        : "there are: \(names.joined(separator: ", "))")
  }
}
