import Foundation

/// A compositor that has nothing to offer: it answers only `wl_display.sync`, and that only when it is told to.
final class FakeCompositor: Sendable {
  let path: String
  private let listener: Int32

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "wayland-\(UUID().uuidString.prefix(8))").path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
    }
    guard result == 0, listen(listener, 5) == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    unsafe unlink(path)
  }

  /// From now on each client is answered; the one that waits already has gone.
  func answer() {
    serve { client, request in
      guard request[0] == 1, request[1] & 0xFFFF == 0 else { return }
      // wl_callback.done of the new object.
      Self.send([request[2], 12 << 16, 0], to: client)
    }
  }

  /// From the next client's connection on each client is answered.
  func answerLater() {
    let listener = listener
    Thread.detachNewThread { [self] in
      // The first one has gone, and its connection is still there.
      close(accept(listener, nil, nil))
      var next = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&next, 1, -1)
      answer()
    }
  }

  /// Calls `body` with each request of each client, one client after the other, on a thread of its own.
  func serve(_ body: @escaping @Sendable (_ client: Int32, _ request: [UInt32]) -> Void) {
    let listener = listener
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        Self.serve(client, body)
        close(client)
      }
    }
  }

  /// Sends an event: the object, the length and number, and the arguments.
  static func send(_ words: [UInt32], to client: Int32) {
    unsafe words.withUnsafeBytes { _ = unsafe Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// A request is the object, the length and number, and the arguments. Source: Wayland's wire format.
  private static func serve(_ client: Int32, _ body: (Int32, [UInt32]) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while case let count = unsafe recv(client, &bytes, bytes.count, 0), count > 0 {
      var words = stride(from: 0, to: count - 3, by: 4).map { start in
        bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }[...]
      while words.count >= 2, case let length = Int(words[words.startIndex + 1] >> 16) / 4, 2...words.count ~= length {
        let request = Array(words.prefix(length))
        words = words.dropFirst(length)
        body(client, request)
      }
    }
  }
}
