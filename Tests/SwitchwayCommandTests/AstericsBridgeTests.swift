import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// `switchway bridge asterics`, with pages that are sockets of the test.
@Suite("switchway bridge asterics", .blocking) struct AstericsBridgeTests {
  /// A connection to the program, as that of a page.
  final class Page {
    let descriptor: Int32
    let lines: LineReader

    /// Connects and sends a request. `room`: the bytes that are kept for what it does not read.
    init(
      _ port: Int, _ request: String = StreamRequestTests.get(), at address: String = "127.0.0.1", room: Int32? = nil
    )
      throws
    {
      var found: UnsafeMutablePointer<addrinfo>?
      guard unsafe getaddrinfo(address, "\(port)", nil, &found) == 0, let info = unsafe found?.pointee
      else {
        throw ProgramError("\(address) is no address")
      }
      defer { unsafe freeaddrinfo(found) }
      descriptor = unsafe socket(info.ai_family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      lines = LineReader(descriptor)
      if var room { unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size)) }
      guard unsafe connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 else {
        throw ProgramError(unsafe "port \(port): \(String(cString: strerror(errno)))")
      }
      try send(request)
    }

    func send(_ text: String) throws {
      let bytes = Array(text.utf8)
      let count = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      guard count == bytes.count else { throw ProgramError("not sent") }
    }

    /// The status of the answer, such as `200`.
    func status() throws -> String { try String((lines.next() ?? "").split(separator: " ").dropFirst().first ?? "") }

    /// Reads to the end of the header.
    func opened() throws -> Page {
      #expect(try status() == "200")
      _ = try lines.lines { $0 == ":" }
      #expect(try lines.next() == "")
      return self
    }

    /// The data of the next event.
    func event() throws -> String {
      #expect(try lines.next() == "event: event")
      let data = try lines.next() ?? ""
      #expect(data.hasPrefix("data: "))
      #expect(try lines.next() == "")
      return String(data.dropFirst(6))
    }
  }

  static func data(_ command: String) -> String {
    #"{"channelId":"\#(command)","targetComponentId":"switchway"}"#
  }

  /// Starts the program at a free port.
  private func bridge(_ scene: Scene, _ arguments: String...) throws -> (program: Program, port: Int) {
    let program = try Program(
      "switchway", ["bridge", "asterics", "--port", "0", "--socket", scene.socket] + arguments,
      environment: scene.environment)
    let line = try program.output.next() ?? ""
    let match = line.wholeMatch(
      of: /serving http:\/\/localhost:(\d+); in the Grid's input options, record an 'AsTeRICS ARE event' with .*/)
    guard let port = match.flatMap({ Int($0.output.1) }) else { throw ProgramError("no port: '\(line)'") }
    return (program, port)
  }

  private func consumers(_ scene: Scene) throws -> [JSONValue] {
    try Client(scene.socket).ask(#"{"type":"get","what":"state"}"#)["result"]?["consumers"]?.arrayValue ?? []
  }

  /// Waits until this many clients have a claim.
  private func claims(_ count: Int, _ scene: Scene) throws {
    try eventually("\(count) claims") { try consumers(scene).count == count }
  }

  private func end(_ program: Program, by signal: Int32 = SIGTERM) throws {
    program.signal(signal)
    #expect(try program.end() == 0)
  }

  /// The first four events in a row of which each is another one than that before it. Presses that are a second late on
  /// a busy machine give none, so events of the same switch can follow each other; two for each press never give four.
  private func alternating(_ page: Page) throws -> [String] {
    var events: [String] = []
    for _ in 0..<100 {
      let event = try page.event()
      if event == events.last { events = [] }
      events.append(event)
      if events.count == 4 { return events }
    }
    throw ProgramError("no four events in turn; the last: \(events)")
  }

  @Test("commands of switches come to all pages, one event for each, also where they begin and end")
  func presses() throws {
    let scene = try Scene()
    let profile = Scene.profile(left: "move(up)").replacing("tap: select", with: "press: select")
    let config = try scene.file("test.yaml", profile)
    let recording = try scene.recording(presses: (0..<1_000).map { (at: 500 * $0, button: $0 % 2) }, end: 501_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let (program, port) = try bridge(scene)
    let first = try Page(port).opened()
    let events = try alternating(first)
    let second = try Page(port, StreamRequestTests.get("Origin: https://grid.asterics.eu")).opened()
    let shared = try alternating(second)
    for events in [events, shared] { #expect(Set(events) == [Self.data("move(up)"), Self.data("select")]) }
    try end(program, by: SIGINT)
    try end(daemon)
    #expect(try second.lines.rest().count.isMultiple(of: 3))
    let commands = "activate, choose, move, next, previous, select"
    #expect(
      try program.errors.rest() == [
        "connected: one of your programs that is not a web page; until it disconnects, it gets \(commands)",
        "connected: a page of https://grid.asterics.eu; until it disconnects, it gets \(commands)",
      ])
  }

  @Test("it has a claim while a page is open, of the commands that it is told to have")
  func claim() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene, "--claim", "select,x-lamp")
    #expect(try consumers(scene) == [])
    let page = try Page(port).opened()
    try claims(1, scene)
    #expect(try consumers(scene) == [["client": "asterics-grid", "commands": ["select", "x-lamp"]]])
    let other = try Page(port).opened()
    let client = try Client(scene.socket)
    func send(_ command: String) throws { _ = try client.ask(#"{"type":"send","command":\#(command)}"#) }
    try send(#""next""#)
    try send(#""x-lamp","args":["on","\"a\\"]"#)
    try send(#""select""#)
    for page in [page, other] {
      #expect(try page.event() == Self.data(#"x-lamp(on, \"a\\)"#))
      #expect(try page.event() == Self.data("select"))
    }
    shutdown(page.descriptor, Int32(SHUT_RDWR))
    try send(#""select""#)
    #expect(try other.event() == Self.data("select"))
    try claims(1, scene)
    // A page that only stops sending has left, too.
    shutdown(other.descriptor, Int32(SHUT_WR))
    try claims(0, scene)
    #expect(try other.lines.next() == nil)
    try end(program)
    try end(daemon)
  }

  @Test("both addresses of the machine answer, and what may not read gets no event and no claim")
  func refusals() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(
      scene, "--origin", "https://Example.org", "--origin", "https://example.com:443", "--origin", "null")
    let requests: [(String, String)] = [
      (StreamRequestTests.get("Origin: https://evil.example"), "403"),
      (StreamRequestTests.get(host: "evil.example:\(port)"), "403"), (StreamRequestTests.get(path: "/"), "404"),
      (StreamRequestTests.get().replacing("GET", with: "POST"), "405"), ("hello\r\n\r\n", "400"),
      (String(repeating: "x", count: 9_000), "400"),
    ]
    for (request, status) in requests {
      let page = try Page(port, request)
      #expect(try page.status() == status)
      #expect(try page.lines.rest().contains("Content-Length: 0\r"))
    }
    #expect(try consumers(scene) == [])
    #expect(
      try program.errors.lines { $0.hasPrefix("help: ") } == [
        "a page was refused", "help: allow a Grid of your own with --origin, such as https://example.org",
      ])
    for origin in ["https://example.org", "https://example.com", "null"] {
      let page = try Page(port, StreamRequestTests.get("Origin: \(origin)"))
      #expect(try page.lines.lines { $0 == ":" }.contains("Access-Control-Allow-Origin: \(origin)\r"))
    }
    let addresses = (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? ""
    if addresses.contains("00000000000000000000000000000001 ") { _ = try Page(port, at: "::1").opened() }
    try end(program)
    try end(daemon)
  }

  @Test(
    "a program of another user gets no event, no claim and no place, whatever it sends; the terminal says so",
    .enabled(if: geteuid() == 0, "only root can run a program as another user"))
  func strangers() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene)
    let hasV6 = ((try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)) ?? "")
      .contains("00000000000000000000000000000001 ")
    for address in ["127.0.0.1"] + (hasV6 ? ["::1"] : []) {
      for field in ["X: y", "Origin: https://grid.asterics.eu", "Origin: http://localhost"] {
        let request = "GET \(StreamRequest.path) HTTP/1.1\\r\\nHost: localhost\\r\\n\(field)\\r\\n\\r\\n"
        let get = "exec 3<>/dev/tcp/\(address)/\(port); printf '\(request)' >&3; cat <&3"
        let stranger = try Program(
          "/usr/bin/setpriv", Unprivileged.asNobody + ["/bin/bash", "-c", get], environment: scene.environment)
        let lines = try stranger.output.rest()
        // The end of the connection can come before what it said.
        #expect(lines.allSatisfy { !$0.hasPrefix("HTTP/1.1 200") }, "\(address) \(field): \(lines)")
        #expect(!lines.contains("Content-Type: text/event-stream\r"))
      }
    }
    // More than there are places: each would be kept for five seconds if it were the person's.
    let silent = (1...40).map { "exec \($0 + 9)<>/dev/tcp/127.0.0.1/\(port)" }.joined(separator: "; ")
    let crowd = try Program(
      "/usr/bin/setpriv", Unprivileged.asNobody + ["/bin/bash", "-c", "\(silent); echo there; read line"],
      environment: scene.environment)
    #expect(try crowd.output.next() == "there")
    #expect(try consumers(scene) == [])
    let page = try Page(port).opened()
    try claims(1, scene)
    _ = try Client(scene.socket).ask(#"{"type":"send","command":"select"}"#)
    #expect(try page.event() == Self.data("select"))
    crowd.signal(SIGTERM)
    _ = try crowd.end()
    try end(program)
    #expect(
      try program.errors.rest() == [
        "refused: a program of another user, nobody; only your own programs get commands",
        "connected: one of your programs that is not a web page; until it disconnects, it gets "
          + "activate, choose, move, next, previous, select",
      ])
    try end(daemon)
  }

  @Test("without a free descriptor it goes on, and takes the connections that waited once there is one")
  func descriptors() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene)
    let page = try Page(port).opened()
    try claims(1, scene)
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.identifier)/fd")
    let used = Set(open.compactMap { Int($0) })
    let lowest = (0...used.count).first { !used.contains($0) } ?? 0
    func limit(_ count: Int) throws {
      let arguments = ["--pid", "\(program.identifier)", "--nofile=\(count):"]
      #expect(try Program("/usr/bin/prlimit", arguments, environment: scene.environment).result().status == 0)
    }
    try limit(lowest)
    let more = try (0..<8).map { _ in try Page(port) }
    #expect(
      try program.errors.lines { $0.hasPrefix("pages cannot") }.last
        == "pages cannot connect at the moment: Too many open files")
    _ = try Client(scene.socket).ask(#"{"type":"send","command":"select"}"#)
    #expect(try page.event() == Self.data("select"))
    try limit(1_024)
    _ = try more.map { try $0.opened() }
    try end(program)
    try end(daemon)
  }

  @Test("without the kernel's tables nobody is known, and an end that is closed is gone")
  func noTables() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene)
    let page = try Page(port).opened()
    #expect(PeerOwners(paths: ["/nowhere"]).owner(of: page.descriptor) == .unknown)
    #expect(PeerOwners().owner(of: page.descriptor) == .user(geteuid()))
    #expect(PeerOwners().owner(of: -1) == .gone)
    try end(program)
    try end(daemon)
  }

  @Test("sixteen pages, no more; of those that ask nothing the oldest make room, and are closed after a while")
  func many() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene)
    var pages = try (0..<16).map { _ in try Page(port).opened() }
    #expect(try Page(port).status() == "503")
    pages.removeLast()
    try eventually("room for another page") { try Page(port).status() == "200" }
    let silent = try (0..<40).map { _ in try Page(port, "GET ") }
    #expect(try silent[0].lines.next() == nil)
    let before = microseconds()
    let slow = try Page(port, "GET ")
    #expect(try slow.lines.next() == nil)
    #expect(microseconds() - before > 3_000_000)
    try end(program)
    try end(daemon)
    withExtendedLifetime((pages, silent)) {}
  }

  @Test("a page that does not read is closed, and others get every event")
  func slow() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene, "--claim", "x-long")
    let page = try Page(port).opened()
    let slow = try Page(port, room: 1).opened()
    try claims(1, scene)
    let client = try Client(scene.socket)
    let words = Array(repeating: "\"\(String(repeating: "x", count: 250))\"", count: 8).joined(separator: ",")
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.identifier)/fd").count
    }
    let before = try descriptors()
    try eventually("the end of the slow page") {
      let lines = try client.answer(to: #"{"type":"send","command":"x-long","args":[\#(words)]}"#)
      // A program that stands still loses its claim for a moment: then the command is for nobody.
      let isForPages = lines.contains { $0.type == "command" && $0.message["for"] == .string("asterics-grid") }
      if isForPages { #expect(try page.event().count > 2_000) }
      return try descriptors() < before
    }
    try claims(1, scene)
    try end(program)
    try end(daemon)
    withExtendedLifetime(slow) {}
  }

  @Test("a claim that is refused is told")
  func refused() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let others = try (1...16).map { _ in try Client(scene.socket) }
    for client in others { _ = try client.ask(#"{"type":"claim","commands":"all"}"#) }
    let (program, port) = try bridge(scene)
    let page = try Page(port).opened()
    let told = try program.errors.lines { $0.hasPrefix("pages get no commands: ") }
    #expect(told.last?.contains("16") == true, "\(told)")
    try end(program)
    try end(daemon)
    withExtendedLifetime((others, page)) {}
  }

  @Test("it goes on with the next daemon, and its pages with it")
  func restart() throws {
    let scene = try Scene()
    let first = try scene.daemon()
    let (program, port) = try bridge(scene)
    let page = try Page(port).opened()
    try claims(1, scene)
    try end(first)
    _ = try program.errors.lines { $0.hasSuffix(": waiting for the daemon") }
    let second = try scene.daemon()
    _ = try program.errors.lines { $0 == "connected again" }
    try claims(1, scene)
    _ = try Client(scene.socket).ask(#"{"type":"send","command":"select"}"#)
    #expect(try page.event() == Self.data("select"))
    try end(program)
    try end(second)
  }

  @Test("no daemon is status 4; a port in use is status 1 and says which; a table of that name is for the policy")
  func failures() throws {
    let scene = try Scene()
    #expect(try scene.ask("bridge", "asterics", "--port", "0").status == 4)
    let daemon = try scene.daemon()
    let (program, port) = try bridge(scene)
    try scene.file("switchway/bridges/asterics.yaml", BridgeTests.table)
    let result = try scene.ask("bridge", "asterics", "--port", "\(port)")
    #expect(result.status == 1 && result.output == "", "\(result)")
    #expect(
      result.errors.hasPrefix(
        "note: your table 'asterics' is not used here; 'policy: {bridge: asterics}' names it\n"
          + "port \(port) is in use\nhelp: end "), "\(result)")
    try end(program)
    try end(daemon)
  }
}
