import Glibc
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

@Suite struct ServerTests {
  @Test("the server speaks first: hello, then state")
  func greets() throws {
    let rig = try ServerRig()
    let client = try TestClient(path: rig.path)
    rig.settle(client)
    #expect(
      client.take() == [
        #"{"type":"hello","protocol":1,"server":"switchwayd 0.1.0","boot":"b1946ac9","time":1000}"#,
        #"""
        {"type":"state","profile":{"name":"default","label":"Two switches"},"profiles":["default"],\#
        "modes":{"active":true,"locked":false,"pass-through":false,"rest":false,"gesture":false,\#
        "panic":false,"suspended":false},\#
        "devices":[],"switches":[],"consumers":[],"question":null,"context":null,"scan":null,"typing":true,\#
        "pointing":true,"time":1000}
        """#,
      ])
    #expect(rig.delegate.connected == 1)
  }

  @Test("requests are answered in order, each with its id")
  func answers() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    let requests = [
      #"{"type":"ping","id":1}"#, #"{"type":"get","what":"bindings","id":"b"}"#,
      #"{"type":"get","what":"config","id":2}"#, #"{"type":"resume","id":3}"#, #"{"type":"pong","n":1,"id":4}"#,
      #"{"type":"send","command":"move","args":["left"],"id":5}"#, #"{"type":"set","profile":"a b","id":6}"#,
      #"{"type":"reload"}"#,
    ]
    let expected = [
      #"{"type":"ok","id":1}"#, #"{"type":"ok","id":"b","result":[]}"#,
      #"{"type":"ok","id":2,"result":{"profile":"default","files":[],"absent":[],"diagnostics":[]}}"#,
      #"{"type":"ok","id":3}"#,
      #"{"type":"ok","id":5}"#, #"{"type":"ok","id":6}"#, #"{"type":"ok"}"#,
    ]
    #expect(rig.ask(client, requests.joined(separator: "\n")) == expected)
    #expect(rig.delegate.done == ["resume", #"send move ["left"] "client-1""#, "profile a b", "reload"])
    // The same bytes, one at a time, give the same answers.
    for byte in Array((requests.joined(separator: "\r\n") + "\r\n").utf8) {
      client.send([byte])
      rig.settle(client)
    }
    #expect(client.take() == expected)
  }

  @Test("get state gives the state as it is now")
  func getState() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    rig.delegate.label = "Chair"
    let answer = rig.ask(client, #"{"type":"get","what":"state","id":1}"#).map(ServerRig.value)
    #expect(answer.count == 1)
    #expect(answer.first?["result"]?["profile"]?["label"]?.stringValue == "Chair")
  }

  @Test("what the delegate refuses is the answer, diagnostics and all")
  func delegateErrors() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    rig.delegate.failure = RequestError(
      .configInvalid, .fileErrors, "1 error",
      diagnostics: [DiagnosticMessage(file: "f", line: 1, column: 2, severity: "error", message: "m")])
    #expect(
      rig.ask(client, #"{"type":"reload","id":1}"#) == [
        #"{"type":"error","id":1,"code":"config-invalid","message":"1 error","#
          + #""diagnostics":[{"file":"f","line":1,"column":2,"severity":"error","message":"m"}],"#
          + #""reason":"file-errors"}"#
      ])
  }

  @Test("what a request publishes leaves before its answer")
  func publishesFirst() throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    rig.delegate.onSend = { [unowned rig] in rig.broadcast(9) }
    client.send(#"{"type":"ping"}"# + "\n" + #"{"type":"send","command":"next"}"#)
    rig.settle(client, other)
    #expect(client.take().map(ServerRig.type) == ["ok", "press", "ok"])
    #expect(other.take().map(ServerRig.type) == ["press"])
  }

  @Test("names are unique, printable and short")
  func names() throws {
    let rig = try ServerRig()
    let clients = try (0..<3).map { _ in try rig.connect() }
    func name(_ client: TestClient, _ hello: String?) -> String? {
      if let hello { #expect(rig.ask(client, #"{"type":"hello","name":"\#(hello)"}"#) == [#"{"type":"ok"}"#]) }
      _ = rig.ask(client, #"{"type":"send","command":"x"}"#)
      return rig.delegate.done.last
    }
    #expect(name(clients[0], nil) == #"send x [] "client-1""#)
    #expect(name(clients[0], "board") == #"send x [] "board""#)
    #expect(name(clients[0], "board") == #"send x [] "board""#)
    #expect(name(clients[1], "board") == #"send x [] "board-2""#)
    #expect(name(clients[2], "board") == #"send x [] "board-3""#)
    #expect(name(clients[1], #"a\u001b\u202eb"#) == #"send x [] "a??b""#)
    let long = String(repeating: "y", count: 70)
    #expect(name(clients[0], long) == "send x [] \"\(String(repeating: "y", count: 64))\"")
    #expect(name(clients[1], long) == "send x [] \"\(String(repeating: "y", count: 62))-2\"")
    // Somebody may take a name that the server would have given.
    #expect(name(clients[2], "client-4") == #"send x [] "client-4""#)
    let fourth = try rig.connect()
    #expect(name(fourth, nil) == #"send x [] "client-4-2""#)
  }

  @Test("an observer gets what it asked for, and always answers")
  func observes() throws {
    let rig = try ServerRig()
    let (client, all) = (try rig.connect(), try rig.connect())
    #expect(rig.ask(client, #"{"type":"observe","types":["warning"]}"#) == [#"{"type":"ok"}"#])
    rig.broadcast(1)
    var warning = LineBuffer()
    warning.putLine(Wire.Warning(.degraded, about: nil, message: "m", time: 2).json)
    rig.server.gather(LineHead(.warning), warning)
    rig.server.sendGathered()
    rig.settle(client, all)
    #expect(client.take().map(ServerRig.type) == ["warning"])
    #expect(all.take().map(ServerRig.type) == ["press", "warning"])
    // A list with one wrong word changes nothing.
    #expect(
      rig.ask(client, #"{"type":"observe","types":["press","nonsense"]}"#).map(ServerRig.type) == ["error"])
    rig.broadcast(3)
    rig.settle(client, all)
    #expect(client.take() == [])
  }

  @Test("thirty-two clients hear the same in the same order; the next is told why not")
  func manyClients() throws {
    let rig = try ServerRig()
    let clients = try (0..<32).map { _ in try rig.connect() }
    let extra = try TestClient(path: rig.path)
    extra.send(#"{"type":"ping"}"#)
    rig.settle(extra)
    #expect(
      extra.take() == [
        #"{"type":"error","code":"busy","message":"32 clients are connected, and no more are accepted: close one "#
          + #"of them","reason":"too-many-clients"}"#,
        #"{"type":"bye","reason":"busy"}"#,
      ])
    #expect(extra.hasEnded)
    for number in 0..<50 { rig.broadcast(number) }
    for client in clients {
      rig.settle(client)
      #expect(client.take().map(ServerRig.number) == (0..<50).map(Int64.init))
    }
    clients[7].close()
    rig.settle()
    #expect(rig.server.clientCount == 31)
    _ = try rig.connect()
  }

  @Test("closing says bye to everyone, ends them and removes the socket")
  func closes() throws {
    let rig = try ServerRig()
    let clients = [try rig.connect(), try rig.connect()]
    rig.broadcast(1)
    rig.server.close(reason: "stopped")
    for client in clients {
      client.read()
      #expect(client.take().map(ServerRig.type) == ["press", "bye"])
      #expect(client.hasEnded)
    }
    #expect(rig.loop.watchCount == 0)
    #expect(unsafe access(rig.path, F_OK) == -1)
    #expect(!rig.server.wasRemoved)
    rig.server.close(reason: "again")
  }

  @Test(
    "only the owner and root may connect",
    arguments: [(1_000, 1_000, true), (0, 1_000, true), (1_001, 1_000, false), (1_000, 0, false), (65_534, 0, false)]
      as [(UInt32, UInt32, Bool)])
  func strangers(peer: UInt32, owner: UInt32, isLetIn: Bool) {
    #expect(Server.mayConnect(peer: peer, owner: owner) == isLetIn)
  }

  @Test("a socket that was taken away is bound again, and clients stay")
  func rebinds() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    #expect(!rig.server.wasRemoved)
    unsafe unlink(rig.path)
    #expect(rig.server.wasRemoved)
    try rig.server.rebind()
    #expect(!rig.server.wasRemoved)
    let newcomer = try rig.connect()
    rig.broadcast(4)
    rig.settle(client, newcomer)
    #expect(client.take().map(ServerRig.number) == [4])
    #expect(newcomer.take().map(ServerRig.number) == [4])
  }
}
