import Glibc

/// A file system in a file, which can be frozen. Writing to it then waits in the kernel and ignores signals.
final class FrozenDisk {
  let path: String
  private let image: String
  private var isFrozen = false

  /// Mounted, and owned by the test user.
  init() throws {
    var template = Array("/run/switchway-disk-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw KernelError("a folder in /run") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    image = path + ".image"
    try root("modprobe loop; modprobe ext4; truncate -s 8M \(image) && mkfs.ext4 -q \(image)")
    try root("mount -o loop \(image) \(path) && chown \(DaemonProcess.user): \(path)")
  }

  func freeze() throws {
    try root("fsfreeze -f \(path)")
    isFrozen = true
  }

  func thaw() throws {
    try root("fsfreeze -u \(path)")
    isFrozen = false
  }

  deinit {
    if isFrozen { try? thaw() }
    _ = try? root("umount -l \(path); rm -f \(image); rmdir \(path)")
  }
}

/// A folder that hangs: a file system whose server never answers, like a disconnected network share.
final class HungFolder {
  let path: String
  private var server: Int32 = -1

  init(over path: String) throws {
    self.path = path
    _ = try? root("modprobe fuse")
    server = unsafe open("/dev/fuse", O_RDWR | O_CLOEXEC)
    guard server >= 0 else { throw KernelError("/dev/fuse") }
    let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0,allow_other"
    guard unsafe mount("hung", path, "fuse", 0, options) == 0 else {
      throw KernelError(errno: errno, "mount of fuse at \(path)")
    }
  }

  /// Restores the folder. Processes that wait for the server get an error.
  func end() {
    guard server >= 0 else { return }
    close(server)
    server = -1
    unsafe _ = umount2(path, Int32(MNT_DETACH))
  }

  deinit { end() }
}

/// Runs a shell command as root with the administrator's programs.
@discardableResult
func root(_ line: String) throws -> String {
  let done = try run(["/usr/bin/env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "/bin/sh", "-c", line])
  guard done.status == 0 else { throw KernelError("'\(line)' gave \(done.status): \(done.output)") }
  return done.output
}
