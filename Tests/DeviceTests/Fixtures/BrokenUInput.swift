import Glibc

extension DaemonProcess {
  /// Removes the daemon's virtual keyboard from the kernel without the daemon's knowledge. Every later write to it
  /// fails.
  func breakVirtualKeyboard() throws {
    try withCopy(of: "/dev/uinput") { copy in
      let destroy: UInt = 0x5502  // UI_DEV_DESTROY of linux/uinput.h
      guard ioctl(copy, destroy) == 0 else { throw KernelError("UI_DEV_DESTROY") }
    }
  }

  /// Revokes the daemon's access to an open node: its grab ends, and reading it fails.
  func revoke(_ node: String) throws {
    try withCopy(of: node) { copy in
      let revoke: UInt = 0x4004_4591  // EVIOCREVOKE of linux/input.h
      guard ioctl(copy, revoke, 0) == 0 else { throw KernelError("EVIOCREVOKE") }
    }
  }

  /// A copy of the daemon's descriptor of a file (`pidfd_getfd`), which only root may make.
  private func withCopy(of path: String, _ body: (Int32) throws -> Void) throws {
    guard let door = openFiles(of: identifier).first(where: { $0.path == path })?.descriptor else {
      throw KernelError("no \(path) in the daemon")
    }
    typealias Open = @convention(c) (pid_t, UInt32) -> Int32
    typealias Get = @convention(c) (Int32, Int32, UInt32) -> Int32
    guard let open = unsafe dlsym(nil, "pidfd_open"), let get = unsafe dlsym(nil, "pidfd_getfd") else {
      throw KernelError("pidfd_getfd: glibc 2.36 or newer")
    }
    let process = unsafe unsafeBitCast(open, to: Open.self)(identifier, 0)
    guard process >= 0 else { throw KernelError("pidfd_open") }
    defer { close(process) }
    let copy = unsafe unsafeBitCast(get, to: Get.self)(process, door, 0)
    guard copy >= 0 else { throw KernelError("pidfd_getfd") }
    defer { close(copy) }
    try body(copy)
  }
}
