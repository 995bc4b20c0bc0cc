import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDaemon
import SwitchwayJSON
import SwitchwayProtocol

/// The key-remap file that a command is about: `--config FILE`, or the profile `default` where profiles are kept.
enum ProfileInForce {
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
