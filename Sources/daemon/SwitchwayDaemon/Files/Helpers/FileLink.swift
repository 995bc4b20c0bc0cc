import CLinuxInput
import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayReactor
import SwitchwayTime

/// The socket to one file helper, with the bytes that are not sent yet and the frames that are incomplete. Only the
/// function `wait` waits.
final class FileLink {
  let child: Int32
  private let socket: Int32
  private var outgoing: [UInt8] = []
  private var incoming: [UInt8] = []
  private var source: DescriptorSource?
  private var isWatchedForRoom = false
  private var isClosed = false
  /// Whether the helper has ended, or sent an invalid frame.
  private(set) var hasEnded = false

  init(socket: Int32, child: Int32) {
    self.socket = socket
    self.child = child
  }

  deinit { close() }

  /// Calls `handler` whenever `serve` has something to do.
  func watch(by reactor: Reactor, _ handler: @escaping () -> Void) {
    source = try? reactor.watch(socket, for: Reactor.Ready.readable, priority: .control) { _ in handler() }
    if source == nil { hasEnded = true }
  }

  func send(_ frame: [UInt8]) {
    guard !isClosed else { return }
    outgoing.append(contentsOf: frame)
    flush()
  }

  /// Sends and receives as much as possible without waiting. Returns the answers that are complete.
  func serve() -> [FileAnswer] {
    guard !isClosed else { return [] }
    flush()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !hasEnded {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      if count > 0 {
        incoming.append(contentsOf: chunk[..<count])
        // One turn of the loop reads at most one frame of the largest size.
        if incoming.count > FrameReader.largest { break }
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        hasEnded = true
      } else if errno == EAGAIN {
        break
      }
    }
    var answers: [FileAnswer] = []
    do throws(FrameError) {
      while let frame = try FrameReader(from: &incoming) { answers.append(try FileAnswer(frame)) }
    } catch {
      hasEnded = true
    }
    return answers
  }

  private func flush() {
    if !outgoing.isEmpty {
      let taken = unsafe outgoing.withUnsafeBytes { raw in unsafe sw_send(socket, raw.baseAddress, raw.count) }
      if taken > 0 { outgoing.removeFirst(taken) }
    }
    guard isWatchedForRoom == outgoing.isEmpty else { return }
    isWatchedForRoom = !outgoing.isEmpty
    source?.change(to: Reactor.Ready.readable | (isWatchedForRoom ? Reactor.Ready.writable : 0))
  }

  /// Waits until `serve` has something to do.
  func wait(until end: Instant) {
    _ = Readiness.wait([socket], writing: outgoing.isEmpty ? nil : socket, until: end.microseconds)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    source?.cancel()
    source = nil
    Glibc.close(socket)
  }
}
