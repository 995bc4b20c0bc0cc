import Glibc

/// The size of a socket's send buffer. While it is as small as possible, the kernel reports space only after the other
/// end has read.
struct SendRoom {
  let descriptor: Int32
  /// The size before `shrink`. `nil` if the buffer has its usual size.
  private var usual: Int32?

  init(of descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the other end has not yet read everything that was sent.
  var hasUnread: Bool {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
  }

  /// Makes the buffer as small as possible. Returns false if it already was.
  mutating func shrink() -> Bool {
    guard usual == nil else { return false }
    var room: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, &size)
    usual = room
    set(1)
    return true
  }

  /// Restores the usual size.
  mutating func restore() {
    // The kernel doubles the given size, for its own needs.
    if let usual { set(usual / 2) }
    usual = nil
  }

  private func set(_ bytes: Int32) {
    var bytes = bytes
    unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }
}
