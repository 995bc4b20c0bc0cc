import CLinuxInput
import Fixtures
import Foundation
import Glibc
import ProtocolSchema
import SwitchwayClock
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayLines
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// Answers what the server asks, and writes down what it was told to do.
final class RecordingDelegate: ServerDelegate {
  var time: Int64 = 1_000
  var done: [String] = []
  /// What the person was in when claims or that changed.
  var contexts: [ContextKind?] = []
  var failure: RequestError?
  /// Called while a `send` is answered: what a daemon would broadcast.
  var onSend: (() -> Void)?
  var connected = 0
  /// The clients that went.
  var gone: [Int] = []
  var label = "Two switches"
  var bindings: JSONValue = []

  func now() -> Instant { Instant(time) }
  func state() -> StateMessage {
    StateMessage(
      profileName: "default", profileLabel: label, profiles: ["default"], devices: [], switches: [], time: now())
  }
  func perform(_ request: Request, from client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void) {
    var name = LineBuffer()
    name.putText(client)
    switch request {
    case .get(.config, let first):
      var configuration = Wire.Configuration()
      configuration.profile = "default"
      reply(.page(of: configuration.paged(inForce: nil), from: first))
    case .get(.bindings, let first): reply(.page(of: PagedValue(bindings), from: first))
    case .get(.statistics, _):
      var result = LineBuffer()
      result.put(#"{"presses":[],"days":[]}"#)
      reply(.result(result))
    case .send(let command, let arguments):
      if failure == nil { onSend?() }
      later("send \(command) \(arguments) \(name.text)", reply)
    case .setProfile(let name): later("profile \(name)", reply)
    case .setBridge(let name): later("bridge \(name ?? "null")", reply)
    case .reload: later("reload", reply)
    case .setRest(let isOn, let length): note("rest \(isOn)" + (length.map { " \($0.value)" } ?? ""), reply)
    case .setPassThrough(let word): note("pass-through \(word)", reply)
    case .type(let wanted): later("type \(wanted) \(name.text)", reply)
    case .point(let wanted): later("point \(wanted.action) \(name.text)", reply)
    case .unhandled(let number): note("unhandled \(number) \(name.text)", reply)
    case .resume: note("resume", reply)
    case .answer(let question, let confirm): note("answer \(question) \(confirm)", reply)
    case .scan(let page):
      let text = page.map { "\($0.items) \($0.page) \($0.item) \($0.hold)" } ?? "nothing"
      note("scan \(text) \(name.text)", reply)
    case .hello, .observe, .ping, .pong, .claim, .release, .context, .inhibit, .rearm, .suspend, .learn, .state:
      Issue.record("the server answers \(request) itself")
      reply(.done)
    }
  }

  func clientConnected() { connected += 1 }
  func clientLeft(_ number: Int) { gone.append(number) }
  func claimsChanged(_ claims: ClaimTable) { contexts.append(claims.context?.kind) }
  func setInhibited(_ isInhibited: Bool) { done.append("inhibited \(isInhibited)") }
  func endTexts(of client: EscapedText) { done.append("inhibited true") }
  func setSuspended(_ isSuspended: Bool) { done.append("suspended \(isSuspended)") }
  func setLearning(_ isOn: Bool, events: Bool) { done.append("learn \(isOn)\(events ? " events" : "")") }

  /// What is not done yet, where `isSlow`.
  var pending: [() -> Void] = []
  var isSlow = false

  private func later(_ text: String, _ reply: @escaping (Wire.Reply) -> Void) {
    let act = { [unowned self] in note(text, reply) }
    if isSlow { pending.append(act) } else { act() }
  }

  private func note(_ text: String, _ reply: (Wire.Reply) -> Void) {
    if failure == nil { done.append(text) }
    reply(Wire.Reply(failure))
  }
}

/// A client of a test: never waits, and keeps every line that it has read.
final class TestClient {
  private(set) var descriptor: Int32
  private(set) var lines: [String] = []
  private(set) var hasEnded = false
  private var partial: [UInt8] = []

  init(path: String) throws {
    descriptor = unsafe sw_connect_to(path, 1)
    try #require(descriptor >= 0, "connect: errno \(-descriptor)")
  }

  deinit { close() }

  /// The server sees it at once. `close` alone would not do: a process that another test starts at this moment has
  /// a copy of the descriptor until its `exec`.
  func close() {
    guard descriptor >= 0 else { return }
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
    descriptor = -1
  }

  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends what the kernel takes; the number of bytes.
  @discardableResult
  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    max(0, unsafe bytes.withUnsafeBytes { raw in unsafe sw_send(descriptor, raw.baseAddress, raw.count) })
  }

  func send(_ line: String) { send(Array((line + "\n").utf8)[...]) }

  /// Reads at most `limit` bytes of what is there now.
  func read(atMost limit: Int = .max) {
    var scratch = [UInt8](repeating: 0, count: 65_536)
    var left = limit
    while left > 0 {
      let count = unsafe scratch.withUnsafeMutableBytes { raw in
        unsafe Glibc.read(descriptor, raw.baseAddress, min(raw.count, left))
      }
      if count == 0 { hasEnded = true }
      guard count > 0 else { break }
      left -= count
      partial += scratch[..<count]
    }
    while let end = partial.firstIndex(of: 0x0a) {
      let line = String(decoding: partial[..<end], as: UTF8.self)
      ProtocolSchema.expect(line)
      lines.append(line)
      partial.removeSubrange(...end)
    }
  }

  /// Lines read since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A server in a directory of its own, its loop, and whoever connects.
final class ServerRig {
  let directory: TemporaryDirectory
  let loop = PollLoop()
  let delegate = RecordingDelegate()
  let server: Server
  var path: String { directory.path + "/own/socket" }

  init(owner: UInt32? = nil) throws {
    directory = try TemporaryDirectory()
    let socket = try ListeningSocket(.own(directory: directory.path + "/own"))
    server = try Server(
      socket: socket, loop: loop, delegate: delegate, software: "switchwayd 0.1.0", boot: "b1946ac9",
      owner: owner, clock: { [delegate] in delegate.now() })
  }

  deinit { server.close(reason: "test over") }

  /// A new client that has read its first lines.
  func connect() throws -> TestClient {
    let client = try TestClient(path: path)
    settle(client)
    #expect(client.take().map(Self.type) == ["hello", "state"])
    return client
  }

  /// Lets everything be said that is to be said, and `clients` read it.
  func settle(_ clients: TestClient...) {
    repeat {
      #expect(loop.settle(), "the loop does not come to rest")
      for client in clients { client.read() }
    } while loop.turn()
  }

  func ask(_ client: TestClient, _ line: String) -> [String] {
    client.send(line)
    settle(client)
    return client.take()
  }

  /// Publishes a command made now, as a daemon would; the client that it is for.
  @discardableResult
  func command(
    _ name: String = "next", seq: Int = 1, phase: CommandPhase = .once, accepted: Int64? = nil, padding: Int = 0,
    by source: CommandSource = .press(switchName: EscapedText("left"), device: EscapedText("box"), gesture: "tap")
  ) -> EscapedText? {
    let time = accepted ?? delegate.time
    let owner = server.claims.nameOfOwner(of: name, at: Instant(time)).map(EscapedText.init)
    var line = LineBuffer()
    line.writeCommand(
      seq: Int64(seq), EscapedText(name), EscapedList(padding > 0 ? [String(repeating: "x", count: padding)] : []),
      phase: phase.rawValue, source, pressed: time, accepted: time, sent: time, claimant: owner)
    server.gather(
      LineHead(of: source, isEnd: phase == .end, owner: owner, pressed: time, accepted: time), line)
    server.sendGathered()
    return owner
  }

  /// Lets time pass, and timers come due at their times.
  func wait(_ microseconds: Int64) {
    let end = delegate.time + microseconds
    while let next = loop.nextTimer, next.microseconds <= end {
      delegate.time = max(delegate.time, next.microseconds)
      loop.advance(to: next)
    }
    delegate.time = end
  }

  /// Publishes a line that can be told from others.
  func broadcast(_ number: Int, padding: Int = 0) {
    var line = LineBuffer()
    line.writePress(
      switchName: EscapedText(String(repeating: "x", count: padding)), down: true, time: Int64(number), accepted: 0)
    server.gather(LineHead(.press), line)
    server.sendGathered()
  }

  static func value(_ line: String) -> JSONValue { (try? JSONValue.parse(Array(line.utf8))) ?? .null }
  static func type(_ line: String) -> String { value(line)["type"]?.stringValue ?? "no JSON: \(line)" }
  static func number(_ line: String) -> Int64? { value(line)["time"]?.integerValue }
}
