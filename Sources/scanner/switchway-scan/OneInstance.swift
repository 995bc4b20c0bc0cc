import Glibc

/// A lock that only one running `switchway-scan` of a person can hold. The kernel releases it when the program ends.
enum OneInstance {
  /// Takes the lock in `folder`, the person's runtime folder.
  static func lock(in folder: String) throws(ScanFailure) {
    let path = folder + "/switchway-scan.lock"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .ofSystem("cannot write \(path)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw ScanFailure("switchway-scan is already running for this user; to stop it: pkill -u $USER -x switchway-scan")
    }
  }
}
