import Glibc

/// Changes the size of a socket's send buffer. While the buffer is as small as possible, the kernel reports space only
/// after the other end has read.
struct SendRoom {
  let descriptor: Int32
  /// The size of the buffer before `shrink`, in bytes. `nil` if the buffer has its usual size.
  private var usual: Int32?

  init(of descriptor: Int32) { self.descriptor = descriptor }

  /// Whether there are sent bytes that the other end has not read yet.
  var hasUnread: Bool {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
  }

  /// Makes the buffer as small as possible. Returns false if it was already shrunk.
  mutating func shrink() -> Bool {
    guard usual == nil else { return false }
    var room: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, &size)
    usual = room
    set(1)
    return true
  }

  /// Restores the usual size of the buffer.
  mutating func restore() {
    // The kernel doubles the size that it is given, and reports the doubled size.
    if let usual { set(usual / 2) }
    usual = nil
  }

  private func set(_ bytes: Int32) {
    var bytes = bytes
    unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }
}
