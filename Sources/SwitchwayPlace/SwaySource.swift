import CLinuxInput
import Glibc
import SwitchwayJSON

/// The window in front, from sway's socket.
final class SwaySource: WindowSource {
  let descriptor: Int32
  private var messages = SwayMessages()
  /// Whether the answer to a question for the tree is awaited.
  private var isAsked = false
  /// Whether something has changed since the question.
  private var isStale = true
  private var unsent: [UInt8]

  init(path: String) throws(WatchFailure) {
    let result = unsafe sw_connect_to(path, 1)
    guard result >= 0 else { throw WatchFailure(.none, "sway's socket does not answer (errno \(-result))") }
    descriptor = result
    unsent = SwayMessages.message(SwayMessages.Kind.subscribe, "[\"window\",\"workspace\",\"output\"]")
    try send()
  }

  deinit { close(descriptor) }

  func ask() {
    isStale = true
    // What fails here fails in `update` too: the descriptor is readable then.
    try? send()
  }

  func update() throws(WatchFailure) -> Front? {
    try receive()
    var front: Front?
    while let message = try messages.next() {
      if message.kind & SwayMessages.Kind.isEvent != 0 {
        isStale = true
      } else if message.kind == SwayMessages.Kind.getTree {
        isAsked = false
        do { front = SwayTree.front(try JSONValue.parse(message.payload, depth: SwayTree.depth)) } catch {
          throw WatchFailure(.gone, "sway's tree is not understood: \(error.message)")
        }
      }
    }
    try send()
    return front
  }

  /// Reads what has come, at most 1 MiB at a time.
  private func receive() throws(WatchFailure) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<16 {
      let count = unsafe recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        messages.append(chunk.prefix(count))
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return
      } else {
        throw WatchFailure(.gone, "sway has ended the connection")
      }
    }
  }

  /// Asks one question at a time, so little is ever unsent.
  private func send() throws(WatchFailure) {
    if isStale && !isAsked {
      unsent += SwayMessages.message(SwayMessages.Kind.getTree)
      (isStale, isAsked) = (false, true)
    }
    guard !unsent.isEmpty else { return }
    let count = unsafe sw_send(descriptor, unsent, unsent.count)
    guard count >= 0 || count == -Int(EAGAIN) else { throw WatchFailure(.gone, "sway has ended the connection") }
    unsent.removeFirst(max(count, 0))
  }
}
