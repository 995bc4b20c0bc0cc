import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayFiles

/// Finds the profile that a command uses. With `--config FILE`, it is that file. Otherwise, if the command asks a
/// daemon, it is the daemon's active profile. In all other cases it is the profile `default`.
enum ProfileInForce {
  /// The folders in which this machine has profiles and bridges.
  static var directories: [String] {
    let process = ProcessContext.current()
    return ProfileStore.defaultDirectories(environment: process.environment, executable: process.executable)
  }

  static var store: ProfileStore { ProfileStore(directories: directories) }

  /// Reads `file`. `nil` means the profile `default`.
  static func load(file: String?) -> (store: ProfileStore, result: LoadResult) {
    guard let file else { return (store, store.load("default")) }
    let store = ProfileStore(file: file, directories: directories)
    return (store, store.load(store.fileName ?? file))
  }

  /// Reads the active file of a daemon, if `file` is `nil` and a daemon runs. Otherwise does the same as
  /// `load(file:)`.
  ///
  /// - Parameter socket: the daemon's socket, where a daemon must run. `nil` means the usual places, where no daemon
  ///   needs to run.
  static func load(file: String?, askingAt socket: String?) throws(CommandFailure) -> LoadResult {
    if file == nil, let found = try ofDaemon(socket) { return found }
    return load(file: file).result
  }

  /// Returns the path of the file to change: `given`, or the daemon's active file if `given` is `nil`. Also returns
  /// whether the daemon uses this file.
  static func fileToChange(
    _ given: String?, _ dialogue: inout DaemonDialogue
  ) throws(CommandFailure) -> (path: String, isInForce: Bool) {
    let first = try dialogue.configuration().files.first
    guard let path = given ?? first else {
      throw CommandFailure(
        .failed, "the daemon does not say where its profile is", help: "name the file to change with --config FILE")
    }
    return (path, given == nil || given == first)
  }

  /// Returns the folder of the person's own profiles. Throws if the environment does not say where it is.
  ///
  /// - Parameter help: the advice in the error.
  static func ownFolder(help: String = "set HOME to your home folder") throws(CommandFailure) -> String {
    guard let folder = PersonalFolders.personalDirectory(environment: ProcessContext.current().environment) else {
      throw CommandFailure(.failed, "neither XDG_CONFIG_HOME nor HOME says where your profiles are", help: help)
    }
    return folder
  }

  /// Reads the daemon's active profile. Returns `nil` if no daemon runs and no socket was named, or if none of the
  /// daemon's files exists any more.
  private static func ofDaemon(_ socket: String?) throws(CommandFailure) -> LoadResult? {
    guard var dialogue = try DaemonDialogue.ifRunning(socket) else { return nil }
    let config = try dialogue.configuration()
    let name = config.profile ?? "default"
    // `files` has the paths in the order in which the daemon looked for them. The first path that exists is the
    // profile's own file.
    guard let path = config.files.first(where: { !$0.hasPrefix("/") || isThere($0) }) else { return nil }
    guard path.hasPrefix("/") else {
      throw CommandFailure(
        .failed, "the daemon uses '\(Terminal.printable(path))', a path relative to the folder in which it was started",
        help: "give the full path of the file with --config")
    }
    let kept = store
    if kept.place(of: name) == path { return kept.load(name) }
    let store = ProfileStore(file: path, directories: directories)
    return store.load(store.fileName ?? name)
  }

  private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Reads the profile that a command needs. Throws the errors of the file if it cannot be used.
  static func usable(file: String?) throws(CommandFailure) -> (profile: Profile, places: ProfilePlaces) {
    let result = load(file: file).result
    guard let profile = result.profile else { throw refusal(of: result) }
    return (profile, result.places)
  }

  /// The command that shows what is wrong with the file of `--config`, or with the active file if that is `nil`.
  static func check(of file: String?) -> String { file.map { "switchway check \($0)" } ?? "switchway check" }

  /// Returns the failure for a file that cannot be used, with all its diagnostics.
  static func refusal(of result: LoadResult) -> CommandFailure {
    let text = result.text
    return CommandFailure(status(of: result), text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// Returns the exit status for a file that cannot be used.
  static func status(of result: LoadResult) -> CommandFailure.Status {
    result.errno == EACCES || result.errno == EPERM ? .permission : .failed
  }
}
