import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

/// The result of reading files, with the names and the layout that were also read.
struct Loaded<Outcome: Sendable>: Sendable {
  var names: [String]
  var layout: LayoutTable?
  var outcome: Outcome
  /// The files, as they were read.
  var snapshot: FileSnapshot

  /// The result of `body` for the files in an answer of the file helper, or `nil` if the answer contains no files.
  init?(_ answer: FileAnswer, for store: ProfileStore, _ body: (ProfileStore) -> Outcome) {
    guard case .files(let read) = answer else { return nil }
    var store = store
    store.files = .snapshot(read.snapshot)
    (names, layout, outcome, snapshot) = (read.names, read.layout, body(store), read.snapshot)
  }
}

extension ProfileStore {
  /// The bridge of this name, or the answer to the client that asked for it.
  func bridge(_ name: String) -> Result<BridgeTable, RequestError> {
    let result = loadBridge(name)
    guard !result.isMissing else {
      let help = PrintableName.of(bridgeHelp(for: name), limit: 1_000)
      return .failure(
        RequestError(
          .badArgument, .noBridge, "set: bridge: there is no bridge '\(PrintableName.of(name))'; \(help)"))
    }
    guard let table = result.table else {
      return .failure(
        RequestError(
          .configInvalid, .fileErrors, "set: bridge: '\(name)' has errors and is not used",
          diagnostics: result.diagnostics.map(DiagnosticMessage.init)))
    }
    return .success(table)
  }

  /// A result for a profile that was not read: only the paths at which it is searched, and the reason if it could not
  /// be read.
  func unread(_ name: String, _ failure: FileFailure? = nil) -> LoadResult {
    var store = self
    store.files = .snapshot(FileSnapshot())
    var result = store.load(name)
    guard let failure else { return result }
    result.diagnostics = [
      Diagnostic(
        file: result.files.first ?? name, line: 1, column: 1, severity: .error,
        message: "the profiles cannot be read: \(failure.words)",
        help: "check the disk or network that they are on; switchwayd keeps trying")
    ]
    return result
  }
}
