import ProgramFixtures
import Testing

@testable import Switchway
@testable import switchway

/// What `switchway bridge asterics` answers to the bytes of a request, and makes of commands.
@Suite("The event stream for AsTeRICS Grid", .blocking) struct StreamRequestTests {
  private static let grid = "https://grid.asterics.eu"

  /// A request with these fields besides `Host`.
  static func get(_ fields: String..., path: String = StreamRequest.path, host: String = "localhost:8081") -> String {
    (["GET \(path) HTTP/1.1", "Host: \(host)"] + fields + ["", ""]).joined(separator: "\r\n")
  }

  private static func read(_ bytes: some Sequence<UInt8>) -> StreamRequest? {
    StreamRequest(Array(bytes), origins: [grid])
  }

  static let rows: [(name: String, request: String, asked: StreamRequest)] = [
    ("a program", get(), .stream(origin: nil)),
    ("the Grid", get("Origin: \(grid)"), .stream(origin: grid)),
    ("with a query", get("Accept: text/event-stream", path: StreamRequest.path + "?a=/b"), .stream(origin: nil)),
    ("by the other address", get(host: "127.0.0.1:8081"), .stream(origin: nil)),
    ("by IPv6", get(host: "[::1]:8081"), .stream(origin: nil)),
    ("without a port, in capitals", get(host: "LocalHost"), .stream(origin: nil)),
    ("a page of this machine", get("origin:http://localhost:9095"), .stream(origin: "http://localhost:9095")),
    ("another one", get("ORIGIN: \t https://[::1] \t"), .stream(origin: "https://[::1]")),
    ("a link that the person follows", get("Sec-Fetch-Site: none"), .stream(origin: nil)),
    ("HTTP/1.0 has no host", "GET \(StreamRequest.path) HTTP/1.0\r\n\r\n", .stream(origin: nil)),
    ("what follows the request", get() + "GET / HTTP/1.1\r\n", .stream(origin: nil)),
    ("a field that is not ASCII", get("User-Agent: Ö\u{301}"), .stream(origin: nil)),
    ("another page", get("Origin: https://evil.example"), .refused(.forbidden)),
    ("the Grid without TLS", get("Origin: http://grid.asterics.eu"), .refused(.forbidden)),
    ("a page with the Grid's name in its own", get("Origin: \(grid).evil.example"), .refused(.forbidden)),
    ("a page with this machine's name in its own", get("Origin: http://localhost.evil.example"), .refused(.forbidden)),
    ("the same as a port", get("Origin: http://localhost:80.evil.example"), .refused(.forbidden)),
    ("the same as a user", get("Origin: http://localhost:80@evil.example"), .refused(.forbidden)),
    ("a page in a frame of its own", get("Origin: null"), .refused(.forbidden)),
    ("a picture in another page", get("Sec-Fetch-Site: cross-site"), .refused(.forbidden)),
    ("a name of this machine's that another gave it", get(host: "evil.example:8081"), .refused(.forbidden)),
    ("a name that begins with ours", get(host: "localhost.evil.example"), .refused(.forbidden)),
    ("a port that is none", get(host: "localhost:x"), .refused(.forbidden)),
    ("no name", get(host: ""), .refused(.forbidden)),
    ("another path", get(path: "/"), .refused(.unknownPath)),
    ("a longer path", get(path: StreamRequest.path + "/x"), .refused(.unknownPath)),
    (
      "another way to write it", get(path: StreamRequest.path.replacing("rest", with: "%72est")), .refused(.unknownPath)
    ),
    ("what the ARE has besides", get(path: "/rest/runtime/model/name"), .refused(.unknownPath)),
    ("another method", get().replacing("GET", with: "PUT"), .refused(.otherMethod)),
    ("HEAD", get().replacing("GET", with: "HEAD"), .refused(.otherMethod)),
    (
      "before a request of the Grid",
      get("Origin: \(grid)", "Access-Control-Request-Private-Network: true").replacing("GET", with: "OPTIONS"),
      .preflight(origin: grid, isPrivate: true)
    ),
    (
      "the same from this machine", get("Origin: http://127.0.0.1").replacing("GET", with: "OPTIONS"),
      .preflight(origin: "http://127.0.0.1", isPrivate: false)
    ),
    (
      "the same of another page", get("Origin: https://evil.example").replacing("GET", with: "OPTIONS"),
      .refused(.forbidden)
    ),
    ("nothing", "\r\n\r\n", .refused(.malformed)),
    ("no version", "GET \(StreamRequest.path)\r\nHost: localhost\r\n\r\n", .refused(.malformed)),
    ("HTTP/2", get().replacing("1.1", with: "2.0"), .refused(.malformed)),
    ("two blanks", get().replacing("GET ", with: "GET  "), .refused(.malformed)),
    ("HTTP/1.1 without a host", "GET \(StreamRequest.path) HTTP/1.1\r\n\r\n", .refused(.malformed)),
    ("two hosts", get("Host: localhost"), .refused(.malformed)),
    ("two origins", get("Origin: \(grid)", "Origin: \(grid)"), .refused(.malformed)),
    ("a field without a colon", get("Origin"), .refused(.malformed)),
    ("a field without a name", get(": x"), .refused(.malformed)),
    ("a blank before the colon", get("Origin : \(grid)"), .refused(.malformed)),
    ("a field that goes on", get("X: y", " Origin: \(grid)"), .refused(.malformed)),
    ("a line feed in a field", get("X: y\nOrigin: \(grid)"), .refused(.malformed)),
    ("a zero byte", get("X: \u{0}"), .refused(.malformed)),
  ]

  @Test("each request gets its answer, however it is split", arguments: rows)
  func requests(name: String, request: String, asked: StreamRequest) {
    let bytes = Array(request.utf8)
    #expect(Self.read(bytes) == asked)
    let length = bytes.indices.first { bytes[..<$0].suffix(4).elementsEqual("\r\n\r\n".utf8) } ?? bytes.count
    for length in 0..<length { #expect(Self.read(bytes.prefix(length)) == nil, "after \(length) bytes") }
  }

  @Test("a request of 8192 bytes is taken, and a longer one is refused, also where it never ends")
  func long() {
    let rest = StreamRequest.mostBytes - Self.get("X: ").utf8.count
    func request(_ more: Int) -> String { Self.get("X: " + String(repeating: "x", count: rest + more)) }
    #expect(request(0).utf8.count == StreamRequest.mostBytes)
    #expect(Self.read(request(0).utf8) == .stream(origin: nil))
    #expect(Self.read(request(1).utf8) == .refused(.malformed))
    #expect(Self.read(request(0).utf8.dropLast()) == nil)
    #expect(Self.read([UInt8](repeating: 0xFF, count: StreamRequest.mostBytes)) == .refused(.malformed))
  }

  static let answers: [(asked: StreamRequest, answer: String)] = [
    (
      .stream(origin: nil),
      "200 OK|Connection: close|Content-Type: text/event-stream|Cache-Control: no-store||:\n\n"
    ),
    (
      .stream(origin: grid),
      "200 OK|Connection: close|Access-Control-Allow-Origin: \(grid)|Vary: Origin|Content-Type: text/event-stream|"
        + "Cache-Control: no-store||:\n\n"
    ),
    (
      .preflight(origin: grid, isPrivate: true),
      "204 No Content|Connection: close|Access-Control-Allow-Origin: \(grid)|Vary: Origin|"
        + "Access-Control-Allow-Methods: GET|Access-Control-Allow-Private-Network: true||"
    ),
    (.refused(.forbidden), "403 Forbidden|Connection: close|Content-Length: 0||"),
    (.refused(.otherMethod), "405 Method Not Allowed|Connection: close|Content-Length: 0|Allow: GET, OPTIONS||"),
  ]

  @Test("answers", arguments: answers)
  func write(asked: StreamRequest, answer: String) {
    #expect(asked.answer == "HTTP/1.1 " + answer.replacing("|", with: "\r\n"))
  }

  static let commands: [(name: String, line: String, now: Int64?, event: String?)] = [
    ("a command", #""command":"next","args":[],"phase":"do","for":"grid""#, 1_000_007, "next"),
    ("with arguments", #""command":"scroll","args":["up","page"],"phase":"do","for":"grid""#, nil, "scroll(up, page)"),
    ("what is held begins", #""command":"point","args":["up"],"phase":"begin","for":"grid""#, 7, "point(up)"),
    ("what is held ends", #""command":"point","args":["up"],"phase":"end","for":"grid""#, 7, nil),
    ("it repeats", #""command":"next","args":[],"phase":"do","count":2,"for":"grid""#, 7, "next"),
    ("more than a second late", #""command":"next","args":[],"phase":"do","for":"grid""#, 1_000_008, nil),
    ("of another client", #""command":"next","args":[],"phase":"do","for":"board""#, 7, nil),
    ("of none", #""command":"next","args":[],"phase":"do","for":null"#, 7, nil),
  ]

  @Test("each command gives an event, or none", arguments: commands)
  func events(name: String, line: String, now: Int64?, event: String?) throws {
    let message = try #require(Message(#"{"type":"command","seq":1,"accepted":7,\#(line)}"#.message))
    let command = try #require(Command(message, name: "grid"))
    #expect(
      AstericsBridge.event(for: command, at: now)
        == event.map { "event: event\ndata: \(AstericsBridgeTests.data($0))\n\n" })
  }
}
