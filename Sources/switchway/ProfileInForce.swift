import Glibc
import SwitchwayConfig
import SwitchwayDaemon

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

  /// The status that says why a file cannot be used.
  static func status(of result: LoadResult) -> CommandFailure.Status {
    result.errno == EACCES || result.errno == EPERM ? .permission : .failed
  }
}
