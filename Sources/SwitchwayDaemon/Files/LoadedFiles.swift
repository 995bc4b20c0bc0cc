import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReport
import SwitchwayServer

/// The result of reading files, with the names and the layout that were read too.
struct Loaded<Outcome: Sendable>: Sendable {
  var names: [String]
  var layout: LayoutTable?
  var outcome: Outcome
}

/// Profiles and bridges from the files that the file helper has read.
struct LoadedFiles {
  private let store: ProfileStore

  init(_ read: FilesRead, for store: ProfileStore) {
    var store = store
    store.files = .snapshot(read.snapshot)
    self.store = store
  }

  /// The result of `body` for an answer; nil if the answer contains no files.
  static func of<Outcome: Sendable>(
    _ answer: FileAnswer, for store: ProfileStore, _ body: (LoadedFiles) -> Outcome
  ) -> Loaded<Outcome>? {
    guard case .files(let read) = answer else { return nil }
    return Loaded(names: read.names, layout: read.layout, outcome: body(LoadedFiles(read, for: store)))
  }

  func profile(_ name: String) -> LoadResult { store.load(name) }

  /// The profile that `wanted` means relative to `current`.
  func choose(_ wanted: String, after current: String) -> Result<ProfileChoice.Chosen, RequestError> {
    Result { () throws(RequestError) in try ProfileChoice.choose(wanted, after: current, in: store) }
  }

  func bridge(_ name: String) -> Result<BridgeTable, RequestError> {
    let result = store.loadBridge(name)
    guard !result.isMissing else {
      let help = PrintableName.of(store.bridgeHelp(for: name), limit: 1_000)
      return .failure(
        RequestError(.badArgument, "set: bridge: there is no bridge '\(PrintableName.of(name))'; \(help)"))
    }
    guard let table = result.table else {
      return .failure(
        RequestError(
          .configInvalid, "set: bridge: '\(name)' has errors and is not used",
          diagnostics: result.diagnostics.map(DiagnosticMessage.init)))
    }
    return .success(table)
  }

  /// A result for a profile before anything was read: only the paths where it is searched.
  static func none(of name: String, in store: ProfileStore) -> LoadResult {
    var store = store
    store.files = .snapshot(FileSnapshot())
    return store.load(name)
  }

  static func unread(_ name: String, in store: ProfileStore, _ failure: FileFailure) -> LoadResult {
    var result = none(of: name, in: store)
    result.diagnostics = [
      Diagnostic(
        file: result.files.first ?? name, line: 1, column: 1, severity: .error,
        message: "the key-remap files cannot be read: \(failure.words)",
        help: "see that the disk or the network that they are on works; they are tried again")
    ]
    return result
  }
}
