import Glibc
import SwitchwayConfig
import SwitchwayDaemon

/// The key-remap file that a command is about: `--config FILE`, or the profile `default` where profiles are kept.
enum ProfileInForce {
  /// Reads it. A file that was named is meant itself, not another of its name: where it is missing, that is said.
  static func load(file: String?) -> (store: ProfileStore, result: LoadResult) {
    let process = ProcessPlace.current()
    let directories = ProfileStore.defaultDirectories(
      environment: process.environment, executable: process.executable)
    guard let file else {
      let store = ProfileStore(directories: directories)
      return (store, store.load("default"))
    }
    let store = ProfileStore(file: file, directories: directories)
    let name = store.fileName ?? file
    let result = store.load(name)
    guard let path = result.path, path != file else { return (store, result) }
    return (store, ProfileStore(file: file, directories: []).load(name))
  }

  /// The status that says why a file cannot be used.
  static func status(of result: LoadResult) -> CommandFailure.Status {
    result.errno == EACCES || result.errno == EPERM ? .permission : .failed
  }
}
