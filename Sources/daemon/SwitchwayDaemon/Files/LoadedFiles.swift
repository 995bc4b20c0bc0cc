import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

/// The result of reading files, with the names of all profiles and the keyboard layout that were also read.
struct Loaded<Outcome: Sendable>: Sendable {
  var names: [String]
  var layout: LayoutTable?
  var outcome: Outcome
  /// The files, as they were read.
  var snapshot: FileSnapshot

  /// Calls `body` with a store that has only the files in the file helper's answer, and keeps the result. Returns `nil`
  /// if the answer contains no files.
  init?(_ answer: FileAnswer, for store: ProfileStore, _ body: (ProfileStore) -> Outcome) {
    guard case .files(let read) = answer else { return nil }
    var store = store
    store.files = .snapshot(read.snapshot)
    (names, layout, outcome, snapshot) = (read.names, read.layout, body(store), read.snapshot)
  }
}

extension ProfileStore {
  /// Loads the bridge of this name. A failure is the error for the client that has asked for the bridge.
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

  /// Returns the result for a profile that was not read. It has only the paths at which the profile is searched for,
  /// and the reason if it could not be read.
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
