import Glibc

/// The kernel's room for what is sent on a socket: made as little as can be, there is room again only when the other end
/// has read.
struct SendRoom {
  let descriptor: Int32
  /// What it was; nil: it is as usual.
  private var usual: Int32?

  init(of descriptor: Int32) { self.descriptor = descriptor }

  /// Whether there is anything that was sent and that the other end has not read.
  var hasUnread: Bool {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
  }

  /// Makes it as little as can be. False: it was.
  mutating func shrink() -> Bool {
    guard usual == nil else { return false }
    var room: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &room, &size)
    usual = room
    set(1)
    return true
  }

  /// Makes it what it was.
  mutating func restore() {
    // The kernel doubles what it is told, for its own needs.
    if let usual { set(usual / 2) }
    usual = nil
  }

  private func set(_ bytes: Int32) {
    var bytes = bytes
    unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }
}
