import Glibc

/// Measures by inotify when logind writes the active session of `seat0` and when nodes are closed, without delaying
/// either. Begins when it is created.
final class ClosingWatch {
  private let descriptor: Int32
  private let seats: Int32
  private let nodes: Set<Int32>
  private let began = now()

  /// `nodes`: the nodes whose next closing is awaited.
  init(_ nodes: [String]) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw KernelError(errno: errno, "inotify") }
    seats = unsafe inotify_add_watch(descriptor, "/run/systemd/seats", UInt32(IN_MOVED_TO))
    var watches: Set<Int32> = []
    for node in nodes {
      watches.insert(unsafe inotify_add_watch(descriptor, node, UInt32(IN_CLOSE_WRITE) | UInt32(IN_CLOSE_NOWRITE)))
    }
    self.nodes = watches
    guard seats >= 0, watches.count == nodes.count, !watches.contains(-1) else {
      throw KernelError(errno: errno, "inotify")
    }
  }

  deinit { close(descriptor) }

  /// Waits until each node was closed. Returns after how many milliseconds logind first wrote and when the last node
  /// was closed.
  func closed() throws -> (told: Double, closed: Double) {
    var told: Double?
    var open = nodes
    let deadline = began + patience
    while !open.isEmpty {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, Int32(max(0, (deadline - now()) * 1000))) > 0 else {
        throw KernelError("\(open.count) of \(nodes.count) nodes: not closed within \(patience) s")
      }
      let after = (now() - began) * 1000
      for watch in try read() {
        if watch == seats { told = told ?? after } else { open.remove(watch) }
      }
    }
    return (told ?? 0, (now() - began) * 1000)
  }

  /// The watches with an event: struct inotify_event is watch, mask, cookie, length of a name, the name.
  private func read() throws -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { throw KernelError(errno: errno, "inotify") }
    var watches: [Int32] = []
    var offset = 0
    while offset + 16 <= count {
      let (watch, length) = unsafe bytes.withUnsafeBytes {
        unsafe (
          $0.loadUnaligned(fromByteOffset: offset, as: Int32.self),
          Int($0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        )
      }
      watches.append(watch)
      offset += 16 + length
    }
    return watches
  }
}
