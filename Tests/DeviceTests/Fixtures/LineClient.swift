import Foundation
import Glibc

/// A front end: connects, keeps every line in order, and waits for certain lines.
final class LineClient {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var lines: [Line] = []
  /// Where `next` continues to search.
  private var seen = 0
  private(set) var hasEnded = false
  private let log: () -> String

  /// - Parameter log: what the daemon has logged, for the error when a line does not come.
  init(path: String, log: @escaping () -> String = { "" }) throws {
    self.log = log
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw KernelError(errno: errno, "socket") }
    guard LineClient.connect(descriptor, path) else {
      let error = KernelError(errno: errno, path)
      close(descriptor)
      throw error
    }
  }

  deinit {
    close(descriptor)
  }

  static func connect(_ descriptor: Int32, _ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < 108 else { return false }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  func send(_ line: String) throws {
    unsafe try Array((line + "\n").utf8).withUnsafeBytes { try unsafe writeWhole($0, to: descriptor, "socket") }
  }

  /// Returns the next matching line after the last one returned. Other lines are skipped, but kept in `lines`. If none
  /// comes in time, the error contains `what` and the other lines. Throws `StalePress` at a press that was refused
  /// because it is more than a second old, and does not match: then the line may never come.
  @discardableResult
  func next(_ what: String, within seconds: Double = patience, where fits: (Line) -> Bool) throws -> Line {
    let deadline = now() + seconds
    let first = seen
    while true {
      while seen < lines.count {
        seen += 1
        let line = lines[seen - 1]
        if fits(line) { return line }
        if line.type == "rejected", line.text("reason") == "stale", !OnceMore.isSecond,
          nowMicroseconds() - (line.number("time") ?? .max) >= 1_000_000
        {
          throw StalePress(description: line.description)
        }
      }
      guard try receive(until: deadline) else {
        let end = hasEnded ? " (the daemon closed)" : ""
        throw KernelError(
          "no \(what) within \(seconds) s\(end); came:\n\(last(20, of: lines[first...]))\nbefore that:\n"
            + "\(last(5, of: lines[..<first]))\nlog:\n\(last(8, of: log().split(separator: "\n")[...]))")
      }
    }
  }

  private func last(_ count: Int, of lines: ArraySlice<some Any>) -> String {
    lines.suffix(count).map { "  \($0)" }.joined(separator: "\n")
  }

  @discardableResult
  func next(type: String, where fits: (Line) -> Bool = { _ in true }) throws -> Line {
    try next("'\(type)' that fits") { $0.type == type && fits($0) }
  }

  @discardableResult
  func command(_ name: String, phase: String = "do") throws -> Line {
    try next("command \(name) (\(phase))") {
      $0.type == "command" && $0.text("command") == name && $0.text("phase") == phase
    }
  }

  @discardableResult
  func device(_ change: String, named name: String? = nil) throws -> Line {
    try next("device \(change) \(name ?? "")") {
      $0.type == "device" && $0.text("change") == change && (name == nil || $0.text("name") == name)
    }
  }

  /// Waits until the daemon has opened this many devices.
  func devices(_ count: Int) throws {
    try eventually("\(count) devices in state") {
      try send(#"{"type":"get","what":"state","id":"devices"}"#)
      let answer = try next("state") { $0.type == "ok" && $0.text("id") == "devices" }
      return answer.description.components(separatedBy: #""kind":"#).count - 1 == count
    }
  }

  /// Reads what has come, and answers pings among it.
  func readWaiting() throws { _ = try receive(until: now()) }

  /// Reads for a while and returns whether nothing came.
  func isQuiet(for seconds: Double) throws -> Bool {
    let before = lines.count
    return try !receive(until: now() + seconds) && lines.count == before
  }

  /// Waits for the answer to a `ping`, so that everything decided before has been received.
  func settle() throws {
    let id = "settle-\(lines.count)"
    try send(#"{"type":"ping","id":"\#(id)"}"#)
    try next("answer to ping") { $0.type == "ok" && $0.text("id") == id }
  }

  /// Lets a process have the connection. The client itself is used no more.
  func handOver<Result>(_ body: (Int32) throws -> Result) throws -> Result { try body(descriptor) }

  /// Drops all lines received so far, which would fill the memory over hours.
  func forget() {
    lines = []
    seen = 0
  }

  func all(_ type: String) -> [Line] {
    lines.filter { $0.type == type }
  }

  /// Waits for bytes; returns false at the deadline or when the daemon has closed the connection.
  private func receive(until deadline: Double) throws -> Bool {
    guard !hasEnded else { return false }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, Int32(max(0, (deadline - now()) * 1000))) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    guard count > 0 else {
      hasEnded = true
      return false
    }
    buffer += chunk[..<count]
    var start = buffer.startIndex
    while let end = buffer[start...].firstIndex(of: 10) {
      let text = String(decoding: buffer[start..<end], as: UTF8.self)
      lines.append(Line(text))
      // Answers as a consumer that reads.
      let ping = #"{"type":"ping","n":"#
      if text.hasPrefix(ping) {
        try send(#"{"type":"pong","n":\#(text.dropFirst(ping.count).prefix(while: \.isNumber))}"#)
      }
      start = end + 1
    }
    buffer.removeSubrange(..<start)
    return true
  }
}
