import CLinuxInput
import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayServer

/// What a client sends: cut into lines however it comes, read, done by an engine, and answered on a real socket, while
/// another client is served as ever.
final class LinesTarget: FuzzTarget {
  private let delegate = FuzzDelegate()
  private let loop = PollLoop()
  private let server: Server
  private let path = FuzzFile.folder + "/socket"

  init() {
    do {
      server = try Server(
        socket: ListeningSocket(.given(path: path)), loop: loop, delegate: delegate, software: "switchwayd fuzz",
        boot: "b1946ac9", clock: { [delegate] in delegate.now() })
    } catch {
      found("no server: \(error)")
    }
    delegate.server = server
  }

  func run(_ bytes: [UInt8]) {
    LinesTarget.decode(bytes)
    delegate.begin()
    let honest = connect()
    let client = connect()
    // In pieces of a length that the input says by its own.
    let piece = [bytes.count, 1, 7, 64, 1_000][bytes.count % 5]
    var rest = bytes[...]
    while !rest.isEmpty, !client.hasEnded {
      let taken = client.send(rest.prefix(max(1, piece)))
      rest = rest.dropFirst(max(1, taken))
      // Not so fast that it is too much.
      delegate.time += 10_000
      settle(client)
    }
    LinesTarget.check(client.take())
    client.close()
    settle(honest)
    honest.send(Array("{\"type\":\"ping\",\"id\":\"still there\"}\n".utf8)[...])
    settle(honest)
    let lines = honest.take()
    LinesTarget.check(lines)
    if lines.last.map(Array.init) != Array("{\"type\":\"ok\",\"id\":\"still there\"}".utf8) {
      found("the other client is not answered")
    }
    honest.close()
    turn()
    if server.clientCount != 0 { found("\(server.clientCount) clients are left") }
    // So that nothing of this input is counted against the next.
    delegate.time += 2_000_000
  }

  /// However bytes are split, the lines are the same.
  private static func decode(_ bytes: [UInt8]) {
    func items(by length: Int) -> [LineDecoder.Item] {
      var decoder = LineDecoder()
      var items: [LineDecoder.Item] = []
      for start in stride(from: 0, to: bytes.count, by: length) {
        decoder.decode(bytes[start..<min(bytes.count, start + length)], into: &items)
      }
      return items
    }
    let whole = items(by: max(1, bytes.count))
    if items(by: 1) != whole || items(by: 5) != whole { found("other lines, split otherwise") }
  }

  private func connect() -> FuzzClient {
    let client = FuzzClient(unsafe sw_connect_to(path, 1))
    settle(client)
    return client
  }

  /// Lets everything be said that is to be said.
  private func settle(_ client: FuzzClient) {
    repeat { client.read() } while turn()
  }

  /// Whether anything happened; timers come due, too.
  @discardableResult
  private func turn() -> Bool {
    var isNews = false
    for _ in 0..<1_000 {
      loop.advance(to: delegate.now())
      guard loop.turn() else { return isNews }
      isNews = true
      server.sendGathered()
    }
    found("the loop does not come to rest")
  }

  /// Lines of the server are what the protocol says; the first two are long, and known.
  private static func check(_ lines: [ArraySlice<UInt8>]) {
    for line in lines.dropFirst(2) { CheckedSink.check(line) }
  }
}

/// A client that never waits.
final class FuzzClient {
  private var descriptor: Int32
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  init(_ descriptor: Int32) {
    if descriptor < 0 { found("connect: \(-descriptor)") }
    self.descriptor = descriptor
  }

  func close() { Glibc.close(descriptor) }

  /// How many bytes were taken.
  @discardableResult
  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = unsafe bytes.withUnsafeBytes { raw in unsafe sw_send(descriptor, raw.baseAddress, raw.count) }
    if count < 0, count != -Int(EAGAIN) { hasEnded = true }
    return max(0, count)
  }

  /// Reads what is there.
  func read() {
    var scratch = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = unsafe scratch.withUnsafeMutableBytes { raw in
        unsafe Glibc.read(descriptor, raw.baseAddress, raw.count)
      }
      if count == 0 { hasEnded = true }
      guard count > 0 else { return }
      bytes += scratch[..<count]
    }
  }

  /// The lines that were read.
  func take() -> [ArraySlice<UInt8>] {
    if let last = bytes.last, last != UInt8(ascii: "\n") { found("the server stops within a line") }
    return bytes.split(separator: UInt8(ascii: "\n"))
  }
}
