import Fixtures
import Glibc
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// Clients that are slow, dying, or mean harm: each costs the others nothing.
@Suite struct HostileClientTests {
  @Test("a client that does not read loses events, and then gets missed, a fresh state and live events")
  func slow() throws {
    let rig = try ServerRig()
    let (slow, quick) = (try rig.connect(), try rig.connect())
    let count = 2_000
    for number in 0..<count {
      rig.broadcast(number, padding: 1_000)
      rig.settle(quick)
    }
    #expect(quick.take().map(ServerRig.number) == (0..<count).map(Int64.init))
    rig.delegate.label = "Now"
    rig.settle(slow)
    rig.broadcast(count)
    rig.settle(slow, quick)
    let lines = slow.take()
    let types = lines.map(ServerRig.type)
    let missedAt = try #require(types.firstIndex(of: "missed"))
    // What came before is whole and without a hole; what was lost is counted to the last one.
    #expect(lines[..<missedAt].map(ServerRig.number) == (0..<missedAt).map(Int64.init))
    #expect(lines[missedAt] == #"{"type":"missed","count":\#(count - missedAt)}"#)
    #expect(Array(types[missedAt...]) == ["missed", "state", "press"])
    #expect(lines[missedAt + 1].contains(#""label":"Now""#))
    #expect(ServerRig.number(lines[missedAt + 2]) == Int64(count))
    #expect(missedAt * 1_000 > OutgoingQueue.limit && missedAt < count)
    #expect(quick.take().map(ServerRig.number) == [Int64(count)])
  }

  @Test("lines of a client that reads a little at a time stay whole and in order")
  func trickle() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    var seen: [String] = []
    for number in 0..<600 {
      rig.broadcast(number, padding: 700)
      client.read(atMost: 577)
      #expect(rig.loop.settle())
      seen += client.take()
    }
    rig.settle(client)
    seen += client.take()
    var numbers: [Int64] = []
    var missed: Int64 = 0
    for line in seen {
      switch ServerRig.type(line) {
      case "press": numbers.append(try #require(ServerRig.number(line)))
      case "missed": missed += try #require(ServerRig.value(line)["count"]?.integerValue)
      case "state": break
      default: Issue.record("broken line: \(line.prefix(80))")
      }
    }
    #expect(numbers == numbers.sorted())
    #expect(numbers.count + Int(missed) == 600)
  }

  @Test("answers of a client that does not read them wait, and its requests with them")
  func backPressure() throws {
    let rig = try ServerRig()
    let (flooder, other) = (try rig.connect(), try rig.connect())
    rig.delegate.label = String(repeating: "y", count: 8_000)
    let requests = (0..<150).map { #"{"type":"get","what":"state","id":\#($0)}"# }
    flooder.send(requests.joined(separator: "\n"))
    // It rests although the flooder reads nothing; others are served.
    #expect(rig.loop.settle())
    #expect(rig.ask(other, #"{"type":"ping","id":"x"}"#) == [#"{"type":"ok","id":"x"}"#])
    rig.settle(flooder)
    #expect(flooder.take().map { ServerRig.value($0)["id"]?.integerValue } == (0..<150).map(Int64.init))
  }

  @Test("two hundred requests of a flood are done, the others busy, and events still come")
  func flood() throws {
    let rig = try ServerRig()
    let (flooder, other) = (try rig.connect(), try rig.connect())
    let bytes = Array(String(repeating: #"{"type":"ping"}"# + "\n", count: 3_000).utf8)
    var rest = bytes[...]
    var number = 0
    while !rest.isEmpty {
      rest = rest.dropFirst(flooder.send(rest))
      rig.broadcast(number)
      number += 1
      rig.settle(flooder, other)
    }
    let types = flooder.take().map(ServerRig.type)
    #expect(types.count { $0 == "ok" } == 200)
    #expect(types.count { $0 == "error" } == 2_800)
    #expect(types.count { $0 == "press" } == number)
    #expect(other.take().map(ServerRig.number) == (0..<number).map(Int64.init))
    rig.delegate.time += 1_000_000
    #expect(rig.ask(flooder, #"{"type":"ping"}"#) == [#"{"type":"ok"}"#])
  }

  @Test("a megabyte without an end is one error, and the connection goes on")
  func megabyte() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    var rest = [UInt8](repeating: 0x5b, count: 1_048_576)[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(client.send(rest))
      rig.settle(client)
    }
    #expect(client.take().map { ServerRig.value($0)["code"]?.stringValue } == ["too-long"])
    #expect(rig.ask(client, "\n" + #"{"type":"ping"}"#).last == #"{"type":"ok"}"#)
  }

  @Test("ten malformed lines end it with bye; the others do not notice")
  func malformed() throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    client.send(String(repeating: "garbage\n", count: 5_000))
    rig.settle(client)
    let lines = client.take()
    #expect(lines.map(ServerRig.type) == [String](repeating: "error", count: 10) + ["bye"])
    #expect(lines.last == #"{"type":"bye","reason":"10 malformed lines in a row"}"#)
    #expect(client.hasEnded)
    #expect(rig.server.clientCount == 1)
    #expect(rig.ask(other, #"{"type":"ping"}"#) == [#"{"type":"ok"}"#])
  }

  @Test("another protocol is told so and ended")
  func otherProtocol() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    #expect(
      rig.ask(client, #"{"type":"hello","protocol":2,"id":1}"# + "\n" + #"{"type":"reload"}"#) == [
        #"{"type":"error","id":1,"code":"unsupported","message":"hello: protocol: this server speaks 1, not 2","#
          + #""reason":"other-protocol"}"#,
        #"{"type":"bye","reason":"unknown protocol"}"#,
      ])
    #expect(client.hasEnded)
    #expect(rig.delegate.done.isEmpty)
  }

  @Test("half a line at the end says nothing; whole lines before it are done")
  func halfLine() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    client.send(Array((#"{"type":"send","command":"next"}"# + "\n" + #"{"type":"reload"}"#).utf8)[...])
    client.close()
    rig.settle()
    #expect(rig.delegate.done == [#"send next [] "client-1""#])
    #expect(rig.server.clientCount == 0)
    #expect(rig.loop.watchCount == 1)
  }

  @Test("a client that only stops sending still gets everything")
  func halfClosed() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    client.send(#"{"type":"ping","id":1}"#)
    client.endSending()
    rig.settle(client)
    #expect(client.take() == [#"{"type":"ok","id":1}"#])
    rig.broadcast(1)
    rig.settle(client)
    #expect(client.take().map(ServerRig.number) == [1])
    #expect(rig.server.clientCount == 1)
    client.close()
    rig.settle()
    #expect(rig.server.clientCount == 0)
  }

  @Test("a client that leaves with its queue full is forgotten")
  func leavesInTheMiddle() throws {
    let rig = try ServerRig()
    let (leaver, other) = (try rig.connect(), try rig.connect())
    for number in 0..<1_000 { rig.broadcast(number, padding: 1_000) }
    leaver.close()
    rig.broadcast(1_000)
    rig.settle(other)
    #expect(rig.server.clientCount == 1)
    #expect(ServerRig.type(try #require(other.take().first)) == "press")
  }

  @Test("a thousand clients that connect and leave leave nothing behind")
  func manyConnects() throws {
    let rig = try ServerRig()
    let witness = try rig.connect()
    let before = try openDescriptors()
    for number in 0..<1_000 {
      let client = try TestClient(path: rig.path)
      if number % 3 == 0 { client.send("x") }
      if number % 2 == 0 { #expect(rig.loop.settle()) }
      client.close()
      #expect(rig.loop.settle())
    }
    #expect(rig.server.clientCount == 1)
    #expect(rig.loop.watchCount == 2)
    rig.broadcast(1)
    rig.settle(witness)
    #expect(witness.take().map(ServerRig.number) == [1])
    // Other tests run beside this one, so a few more or fewer say nothing; a leak would be a thousand.
    #expect(try openDescriptors() < before + 500)
  }

  private func openDescriptors() throws -> Int {
    guard let directory = unsafe opendir("/proc/self/fd") else { throw SystemFailure(call: "opendir", code: errno) }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil { count += 1 }
    return count
  }

  @Test(
    "whatever bytes come, every line out is whole and the others are served", arguments: 1...12 as ClosedRange<UInt64>)
  func fuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rig = try ServerRig()
    let witness = try rig.connect()
    let corpus = [
      #"{"type":"ping","id":1}"#, #"{"type":"hello","name":"a","protocol":1}"#,
      #"{"type":"observe","types":["press"]}"#,
      #"{"type":"get","what":"state","id":"x"}"#, #"{"type":"send","command":"move","args":["left"]}"#,
      #"{"type":"set","profile":"x"}"#, #"{"type":"reload","id":-1}"#, "", "[", "\u{0}",
    ]
    for round in 0..<30 {
      let client = try TestClient(path: rig.path)
      for _ in 0..<20 {
        var bytes = Array(((corpus.randomElement(using: &generator) ?? "") + "\n").utf8)
        if Int.random(in: 0..<3, using: &generator) == 0, let index = bytes.indices.randomElement(using: &generator) {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        client.send(bytes[...])
        if Bool.random(using: &generator) { rig.settle(client) }
      }
      if Bool.random(using: &generator) { client.endSending() }
      rig.settle(client)
      for line in client.take() { #expect(MessageType(rawValue: ServerRig.type(line)) != nil, "seed \(seed): \(line)") }
      client.close()
      rig.broadcast(round)
      rig.settle(witness)
      #expect(witness.take().map(ServerRig.number) == [Int64(round)], "seed \(seed)")
    }
    #expect(rig.server.clientCount == 1)
  }
}
