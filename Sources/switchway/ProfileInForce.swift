import Glibc
import SwitchwayConfig
import SwitchwayConnection
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// The key-remap file that a command is about: `--config FILE`; else the one that a daemon has in force, for commands that
/// ask one; else the profile `default` where profiles are kept.
enum ProfileInForce {
  /// Where profiles and bridges are kept on this machine.
  static var store: ProfileStore {
    let process = ProcessPlace.current()
    return ProfileStore(
      directories: ProfileStore.defaultDirectories(environment: process.environment, executable: process.executable))
  }

  /// Reads it.
  static func load(file: String?) -> (store: ProfileStore, result: LoadResult) {
    let process = ProcessPlace.current()
    let directories = ProfileStore.defaultDirectories(
      environment: process.environment, executable: process.executable)
    guard let file else {
      let store = ProfileStore(directories: directories)
      return (store, store.load("default"))
    }
    let store = ProfileStore(file: file, directories: directories)
    return (store, store.load(store.fileName ?? file))
  }

  /// Reads the file that a daemon has in force, where one runs and `file` is nil; else as `load(file:)`.
  ///
  /// - Parameter socket: nil: the usual places, and no daemon need be there.
  static func load(file: String?, askingAt socket: String?) throws(CommandFailure) -> LoadResult {
    if file == nil, let found = try ofDaemon(socket) { return found }
    return load(file: file).result
  }

  /// Nil: no daemon runs, and none was asked for by its socket; or none of its files is there any more.
  private static func ofDaemon(_ socket: String?) throws(CommandFailure) -> LoadResult? {
    var dialogue: DaemonDialogue
    do throws(CommandFailure) {
      dialogue = try DaemonDialogue(socket: socket)
    } catch {
      guard error.status == .noDaemon, socket == nil else { throw error }
      return nil
    }
    let config = try dialogue.get("config")
    let name = config["profile"]?.stringValue ?? "default"
    // In the order in which they were looked for: the profile's own is the first that is there.
    let files = (config["files"]?.arrayValue ?? []).compactMap(\.stringValue)
    guard let path = files.first(where: { !$0.hasPrefix("/") || isThere($0) }) else { return nil }
    guard path.hasPrefix("/") else {
      throw CommandFailure(
        .failed,
        "the daemon has '\(Terminal.printable(path))' in force, as seen from where it was started\n"
          + "help: give the file with its whole path")
    }
    let process = ProcessPlace.current()
    let directories = ProfileStore.defaultDirectories(
      environment: process.environment, executable: process.executable)
    let kept = ProfileStore(directories: directories)
    if kept.place(of: name) == path { return kept.load(name) }
    let store = ProfileStore(file: path, directories: directories)
    return store.load(store.fileName ?? name)
  }

  private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Reads one that is to be used: with errors, these are what is said.
  static func usable(file: String?) throws(CommandFailure) -> (profile: Profile, places: ProfilePlaces) {
    let result = load(file: file).result
    guard let profile = result.profile else { throw refusal(of: result) }
    return (profile, result.places)
  }

  /// Why a file cannot be used: all that is wrong with it.
  static func refusal(of result: LoadResult) -> CommandFailure {
    let text = result.text
    return CommandFailure(status(of: result), text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// JSON of our own making, as the daemon's is read.
  static func parsed(_ line: LineBuffer) -> JSONValue { (try? JSONValue.parse(line.bytes)) ?? .null }

  /// The status that says why a file cannot be used.
  static func status(of result: LoadResult) -> CommandFailure.Status {
    result.errno == EACCES || result.errno == EPERM ? .permission : .failed
  }
}
