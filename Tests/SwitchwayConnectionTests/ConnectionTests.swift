import CLinuxInput
import Fixtures
import Glibc
import SwitchwayProtocol
import Testing

@Suite("Connections") struct ConnectionTests {
  @Test("whole lines are received, then the end")
  func lines() throws {
    let directory = try TemporaryDirectory()
    let listener = unsafe sw_listen_at(directory.path + "/s", 1)
    try #require(listener >= 0)
    defer { close(listener) }
    let client = try Connection.open(directory.path + "/s")
    let server = try Connection.accept(from: listener)
    #expect(server.peer == geteuid() && client.peerProcess == getpid())
    var items: [LineDecoder.Item] = []
    #expect(try server.receive(into: &items) == .nothing)
    #expect(try client.send(Array("a\nb".utf8)[...]) == 3)
    #expect(try server.receive(atMost: 1, into: &items) == .bytes)
    #expect(items.isEmpty)
    #expect(try server.receive(into: &items) == .bytes)
    client.close()
    // A process that another test has just forked holds that end, too, until it runs its program.
    var ready = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&ready, 1, 240_000) == 1)
    #expect(try server.receive(into: &items) == .end)
    #expect(items == [.line(Array("a".utf8))])
    #expect(throws: Connection.Failure.system(EPIPE)) { try server.send([0]) }
  }

  @Test("a socket that nobody serves gives its errno")
  func absent() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: Connection.Failure.system(ENOENT)) { try Connection.open(directory.path + "/s") }
  }

  @Test("members are written in the order in which they were read, and equality ignores it")
  func order() throws {
    let text = #"{"z":[1,-2,{"b":null,"a":1.5}],"a":"\u0007\"é","m":true}"#
    let value = try JSONValue.parse(Array(text.utf8))
    #expect(value.line == text + "\n")
    let other = try JSONValue.parse(Array(#"{"m":true,"a":"\u0007\"é","z":[1,-2,{"a":1.5,"b":null}]}"#.utf8))
    #expect(value == other && value.hashValue == other.hashValue)
  }

  @Test("a request begins with its type and its id, and its members change neither")
  func requests() {
    let line = LineBuffer.request("set", id: .integer(3), ["on": true, "type": "x", "mode": "rest"])
    #expect(String(decoding: line, as: UTF8.self) == #"{"type":"set","id":3,"on":true,"mode":"rest"}"# + "\n")
    #expect(LineBuffer.request("pong", ["n": .integer(1)]) == Array((#"{"type":"pong","n":1}"# + "\n").utf8))
  }
}
