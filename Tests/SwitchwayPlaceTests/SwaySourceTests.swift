import CLinuxInput
import Foundation
import SwitchwayScanning
import TestDesktops
import Testing

@testable import SwitchwayScreen

/// A socket that says it is sway's.
@Suite struct SwaySourceTests {
  /// The socket's other end.
  private final class Liar {
    let path = FileManager.default.temporaryDirectory.appending(path: "sway-\(UUID().uuidString.prefix(8))").path
    private let listener: Int32
    private var client: Int32 = -1

    init() { unsafe listener = sw_listen_at(path, 5) }

    deinit {
      close(listener)
      hangUp()
      unsafe unlink(path)
    }

    func accept() {
      client = sw_accept(listener)
      #expect(client >= 0)
    }

    func hangUp() {
      guard client >= 0 else { return }
      shutdown(client, Int32(SHUT_RDWR))
      close(client)
      client = -1
    }

    func send(_ bytes: [UInt8]) {
      let count = unsafe sw_send(client, bytes, bytes.count)
      #expect(count == bytes.count)
    }

    /// What has come so far, as text.
    func received() -> String {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
  }

  private static let tree = SwayMessages.message(4, #"{"focused": true, "pid": 7, "rect": {"x": 1, "y": 2, "#)
  private static let event = SwayMessages.message(1 << 31 | 3, #"{"change": "title"}"#)

  private static func answer(_ pid: Int) -> [UInt8] {
    SwayMessages.message(4, #"{"focused": true, "pid": \#(pid), "rect": {"x": 1, "y": 2, "width": 3, "height": 4}}"#)
  }

  private static func start() throws -> (Liar, WindowWatch) {
    let liar = Liar()
    let watch = try WindowWatch.open(sway: liar.path, wayland: nil, x11: nil)
    liar.accept()
    return (liar, watch)
  }

  @Test(
    "which versions of sway say nowhere that a lock lies over an empty workspace",
    arguments: [
      (#"{"major": 1, "minor": 7}"#, false), (#"{"major": 1, "minor": 8}"#, true),
      (#"{"major": 1, "minor": 9, "variant": "sway"}"#, true), (#"{"major": 1, "minor": 10}"#, false),
      (#"{"major": 2, "minor": 8}"#, false), ("{}", false), ("nonsense", false),
    ])
  func version(_ answer: String, _ missesLocks: Bool) throws {
    let (liar, watch) = try Self.start()
    #expect(liar.received().contains("i3-ipc\u{0}\u{0}\u{0}\u{0}\u{7}"))
    #expect(!watch.missesLocks)
    liar.send(SwayMessages.message(7, answer))
    try watch.update()
    #expect(watch.missesLocks == missesLocks)
  }

  @Test("one question at a time is asked, however many events come")
  func questions() async throws {
    var (asked, front): ([Int], Front) = ([], .unknown)
    // 300 ms after an event it is asked once more: a try that a busy machine makes as long says nothing.
    try await until("a try without a stop in between") {
      let (liar, watch) = try Self.start()
      let begin = ContinuousClock.now
      asked = []
      func look() { asked.append(liar.received().ranges(of: "i3-ipc\u{0}\u{0}\u{0}\u{0}\u{4}").count) }
      look()
      liar.send(Array(repeating: Self.event, count: 100).flatMap { $0 })
      try watch.update()
      look()
      liar.send(Self.answer(7))
      try watch.update()
      front = watch.front
      look()
      liar.send(Self.answer(8))
      try watch.update()
      look()
      watch.refresh()
      look()
      return ContinuousClock.now - begin < .milliseconds(300)
    }
    #expect(asked == [1, 0, 1, 0, 1])
    #expect(front == .window(WindowPlace(pid: 7, title: "", layout: Rect(x: 1, y: 2, width: 3, height: 4))))
  }

  @Test("who asks gets no answer to a question from before, and each gets one")
  func asking() throws {
    let (liar, watch) = try Self.start()
    var heard: [Int32?] = []
    func ask() {
      watch.ask { front in
        if case .window(let place) = front { heard.append(place.pid) }
      }
    }
    // The first question was asked when it was opened.
    ask()
    liar.send(Self.answer(7))
    try watch.update()
    #expect(heard.isEmpty)
    ask()
    liar.send(Self.answer(8))
    try watch.update()
    #expect(heard == [8])
    liar.send(Self.answer(9))
    try watch.update()
    #expect(heard == [8, 9])
    liar.send(Self.answer(9))
    try watch.update()
    #expect(heard == [8, 9])
  }

  @Test("after an event it is asked again when the window has settled, once more later, and then never")
  func settling() async throws {
    let (liar, watch) = try Self.start()
    liar.send(Self.answer(7) + Self.event)
    try watch.update()
    // The next question may be sent from here on: the first pause may be over already.
    _ = liar.received()
    liar.send(Self.answer(7))
    try watch.update()
    for process in [Int32(8), 9] {
      try await until("it is asked again") {
        try watch.update()
        return liar.received() == String(decoding: SwayMessages.message(4), as: UTF8.self)
      }
      liar.send(Self.answer(Int(process)))
      try watch.update()
      let layout = Rect(x: 1, y: 2, width: 3, height: 4)
      #expect(watch.front == .window(WindowPlace(pid: process, title: "", layout: layout)))
    }
    // Nothing wakes the program up any more.
    var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&descriptor, 1, 2_000) == 0)
  }

  @Test("a socket that says nothing is not waited for")
  func silence() throws {
    let (liar, watch) = try Self.start()
    liar.send(Array(Self.answer(7).dropLast(5)))
    let start = ContinuousClock.now
    for _ in 0..<1_000 {
      watch.refresh()
      try watch.update()
    }
    #expect(watch.front == .unknown)
    // A wait of 60 ms in each turn would be noticed.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test(
    "what is no message of sway's ends it",
    arguments: [
      Array("HTTP/1.1 400 Bad Request".utf8), SwaySourceTests.tree, SwayMessages.message(4, "nonsense"),
      SwayMessages.message(4, String(repeating: "[", count: 100_000)),
      Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0],
    ])
  func nonsense(_ bytes: [UInt8]) throws {
    let (liar, watch) = try Self.start()
    liar.send(bytes)
    #expect(throws: DesktopFailure.self) { try watch.update() }
  }

  @Test("a closed socket is reported, and who waits is answered")
  func closed() throws {
    let (liar, watch) = try Self.start()
    var answers: [Front] = []
    watch.ask { answers.append($0) }
    liar.hangUp()
    #expect(throws: DesktopFailure(.gone, "sway has ended the connection")) { try watch.update() }
    watch.giveUp()
    watch.giveUp()
    #expect(answers == [.unknown])
    #expect(throws: DesktopFailure.self) { try WindowWatch.open(sway: "/nowhere", wayland: nil, x11: nil) }
  }
}
