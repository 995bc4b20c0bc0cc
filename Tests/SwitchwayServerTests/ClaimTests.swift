import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// Claims over the socket.
@Suite struct ClaimTests {
  private func board(_ rig: ServerRig, _ name: String = "board", claims: String = #""all""#) throws -> TestClient {
    let client = try rig.connect()
    #expect(rig.ask(client, #"{"type":"hello","name":"\#(name)"}"#) == [#"{"type":"ok"}"#])
    let answer = rig.ask(client, #"{"type":"claim","commands":\#(claims),"id":1}"#)
    #expect(answer.last == #"{"type":"ok","id":1}"#)
    return client
  }

  private func text(_ owner: EscapedText?) -> String? {
    var line = LineBuffer()
    if let owner { line.putText(owner) } else { line.put("null") }
    return line.text
  }

  @Test("a claim is told to all before its answer, and is in state")
  func told() throws {
    let rig = try ServerRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    let consumers = #""consumers":[{"client":"client-1","commands":["select","x-a"]}]"#
    #expect(
      rig.ask(client, #"{"type":"claim","commands":["select","x-a"],"id":"c"}"#) == [
        #"{"type":"consumer",\#(consumers),"time":1000}"#, #"{"type":"ok","id":"c"}"#,
      ])
    rig.settle(other)
    #expect(other.take() == [#"{"type":"consumer",\#(consumers),"time":1000}"#])
    #expect(try #require(rig.ask(other, #"{"type":"get","what":"state"}"#).first).contains(consumers))
    #expect(text(rig.command("select")) == #""client-1""#)
    #expect(text(rig.command("next")) == "null")
    // The same again changes nothing, and is not told.
    #expect(rig.ask(client, #"{"type":"claim","commands":["select","x-a"]}"#).last == #"{"type":"ok"}"#)
    rig.settle(other)
    #expect(!other.take().map(ServerRig.type).contains("consumer"))
  }

  @Test("the newest wins, and the older gets them back")
  func newest() throws {
    let rig = try ServerRig()
    let witness = try rig.connect()
    let older = try board(rig, "older")
    let newer = try board(rig, "newer", claims: #"["next"]"#)
    #expect(text(rig.command("next")) == #""newer""#)
    #expect(text(rig.command("select")) == #""older""#)
    rig.settle(witness, older, newer)
    _ = witness.take()
    #expect(rig.ask(newer, #"{"type":"release"}"#).suffix(1) == [#"{"type":"ok"}"#])
    rig.settle(witness)
    #expect(
      witness.take() == [#"{"type":"consumer","consumers":[{"client":"older","commands":"all"}],"time":1000}"#])
    #expect(text(rig.command("next")) == #""older""#)
    // Nothing to give up is no fault.
    #expect(rig.ask(newer, #"{"type":"release"}"#).last == #"{"type":"ok"}"#)
  }

  @Test("a press from before the claim is not the new consumer's")
  func fromTheNextPress() throws {
    let rig = try ServerRig()
    let older = try board(rig, "older")
    rig.delegate.time = 5_000
    let newer = try board(rig, "newer")
    #expect(text(rig.command(accepted: 4_999)) == #""older""#)
    #expect(text(rig.command(accepted: 5_000)) == #""newer""#)
    #expect(text(rig.command(accepted: 999)) == "null")
    newer.close()
    older.close()
  }

  @Test("a claim with a wrong name changes nothing")
  func wrong() throws {
    let rig = try ServerRig()
    let client = try board(rig)
    #expect(
      rig.ask(client, #"{"type":"claim","commands":["next","selct"],"id":4}"#) == [
        #"{"type":"error","id":4,"code":"bad-argument","#
          + #""message":"claim: commands: unknown command 'selct'; did you mean 'select'?","reason":"unknown-command"}"#
      ])
    #expect(text(rig.command("undo")) == #""board""#)
  }

  @Test("who is renamed is told, and commands are for the new name")
  func renamed() throws {
    let rig = try ServerRig()
    let client = try board(rig)
    #expect(
      rig.ask(client, #"{"type":"hello","name":"desk"}"#) == [
        #"{"type":"consumer","consumers":[{"client":"desk","commands":"all"}],"time":1000}"#, #"{"type":"ok"}"#,
      ])
    #expect(text(rig.command()) == #""desk""#)
  }

  @Test("a command stays its client's when that has another name, and is not whoever's has the name then")
  func unhandled() throws {
    let rig = try ServerRig()
    let client = try board(rig, "one")
    let other = try rig.connect()
    rig.command(seq: 7)
    #expect(rig.ask(client, #"{"type":"hello","name":"uno"}"#).last == #"{"type":"ok"}"#)
    #expect(rig.ask(other, #"{"type":"hello","name":"one"}"#).last == #"{"type":"ok"}"#)
    #expect(rig.ask(client, #"{"type":"unhandled","seq":7}"#).last == #"{"type":"ok"}"#)
    #expect(rig.ask(other, #"{"type":"unhandled","seq":7}"#).last == #"{"type":"ok"}"#)
    #expect(rig.delegate.done == [#"unhandled 7 "one""#, #"unhandled 7 """#])
    rig.command(seq: 8)
    #expect(rig.ask(client, #"{"type":"unhandled","seq":8}"#).last == #"{"type":"ok"}"#)
    #expect(rig.delegate.done.last == #"unhandled 8 "uno""#)
  }

  @Test("sixteen claims of the greatest size are taken and fit in the line that tells them")
  func greatest() throws {
    let rig = try ServerRig()
    let witness = try rig.connect()
    // 30 names of 64 characters with quotes and commas, and one that fills the rest.
    let names =
      (0..<30).map { "x-" + String(repeating: "y", count: 60) + String($0 + 10) } + [
        "x-" + String(repeating: "z", count: 32)
      ]
    #expect(EscapedList(names).count == ClaimTable.mostNameBytes)
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let clients = try (0..<16).map { _ in try rig.connect() }
    for client in clients {
      let answer = rig.ask(client, #"{"type":"claim","commands":[\#(list)]}"#)
      #expect(answer.last == #"{"type":"ok"}"#)
      #expect(answer.allSatisfy { $0.utf8.count < 40_000 })
      rig.settle(witness)
      _ = witness.take()
    }
    #expect(rig.ask(witness, #"{"type":"get","what":"state"}"#).allSatisfy { $0.utf8.count < 40_000 })
  }

  @Test("the context is told when it changes, and is null without its claim")
  func context() throws {
    let rig = try ServerRig()
    let client = try board(rig)
    let witness = try rig.connect()
    #expect(rig.ask(witness, #"{"type":"context","kind":"text"}"#).map(ServerRig.type) == ["error"])
    let line = #"{"type":"context","context":{"kind":"text","items":5},"time":1000}"#
    #expect(rig.ask(client, #"{"type":"context","kind":"text","items":5}"#) == [line, #"{"type":"ok"}"#])
    #expect(rig.ask(client, #"{"type":"context","kind":"text","items":5}"#) == [#"{"type":"ok"}"#])
    rig.settle(witness)
    #expect(witness.take() == [line])
    let state = rig.ask(witness, #"{"type":"get","what":"state"}"#).first ?? ""
    #expect(state.contains(#""context":{"kind":"text","items":5},"scan""#))
    #expect(rig.ask(client, #"{"type":"release"}"#).map(ServerRig.type) == ["consumer", "context", "ok"])
    rig.settle(witness)
    #expect(witness.take().last == #"{"type":"context","context":null,"time":1000}"#)
  }

  @Test("a consumer that goes is told of, and its claims are gone in the same turn")
  func goes() throws {
    let rig = try ServerRig()
    let client = try board(rig)
    let witness = try rig.connect()
    _ = rig.ask(client, #"{"type":"context","kind":"menu"}"#)
    rig.settle(witness)
    _ = witness.take()
    client.close()
    rig.loop.turn()
    #expect(text(rig.command()) == "null")
    rig.settle(witness)
    #expect(
      witness.take().dropLast() == [
        #"{"type":"warning","code":"consumer-lost","client":"board","#
          + #""message":"'board' is gone: its claims have ended","time":1000}"#,
        #"{"type":"consumer","consumers":[],"time":1000}"#, #"{"type":"context","context":null,"time":1000}"#,
      ])
  }

  @Test("a consumer that dies while it is being told of another's claim: the claim is made, its own are gone at once")
  func diesWhileTold() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    let dying = try board(rig)
    client.send(#"{"type":"hello","name":"switcher"}"# + "\n" + #"{"type":"claim","commands":["select"]}"#)
    dying.close()
    rig.loop.turn()
    #expect(text(rig.command()) == "null")
    #expect(text(rig.command("select")) == #""switcher""#)
    rig.settle(client)
    #expect(
      client.take().filter { ServerRig.type($0) != "command" }.suffix(4) == [
        #"{"type":"consumer","consumers":[{"client":"switcher","commands":["select"]},"#
          + #"{"client":"board","commands":"all"}],"time":1000}"#,
        #"{"type":"warning","code":"consumer-lost","client":"board","#
          + #""message":"'board' is gone: its claims have ended","time":1000}"#,
        #"{"type":"consumer","consumers":[{"client":"switcher","commands":["select"]}],"time":1000}"#,
        #"{"type":"ok"}"#,
      ])
    #expect(rig.server.clientCount == 1)
  }

  @Test("what a client claimed in its last breath does nothing")
  func lastBreath() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    let witness = try rig.connect()
    client.send(#"{"type":"claim","commands":"all"}"# + "\n" + #"{"type":"inhibit"}"#)
    client.close()
    rig.settle(witness)
    #expect(witness.take().isEmpty)
    #expect(rig.delegate.done.isEmpty)
    #expect(text(rig.command()) == "null")
  }

  @Test("the seventeenth claim is busy")
  func limit() throws {
    let rig = try ServerRig()
    let clients = try (0..<17).map { _ in try rig.connect() }
    for client in clients.dropLast() {
      #expect(rig.ask(client, #"{"type":"claim","commands":"all"}"#).last == #"{"type":"ok"}"#)
    }
    #expect(
      rig.ask(clients[16], #"{"type":"claim","commands":"all","id":1}"#).last
        == #"{"type":"error","id":1,"code":"busy","message":"claim: there are 16 claims; release one of them first","#
        + #""reason":"too-many-claims"}"#
    )
    #expect(text(rig.command()) == #""client-16""#)
  }

  @Test("presses are held back while any client wants it, and no longer than it is there")
  func inhibits() throws {
    let rig = try ServerRig()
    let (one, two) = (try rig.connect(), try rig.connect())
    #expect(rig.ask(one, #"{"type":"rearm"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(one, #"{"type":"inhibit","reason":"a call"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(one, #"{"type":"inhibit"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(two, #"{"type":"inhibit"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["inhibited true"])
    #expect(rig.ask(one, #"{"type":"rearm"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == ["inhibited true"])
    two.close()
    rig.settle()
    #expect(rig.delegate.done == ["inhibited true", "inhibited false"])
  }

  @Test("what switches type is suspended while any client wants it, and anew with each request")
  func suspends() throws {
    let rig = try ServerRig()
    let (one, two) = (try rig.connect(), try rig.connect())
    let (on, off) = (#"{"type":"suspend","on":true}"#, #"{"type":"suspend","on":false}"#)
    #expect(rig.ask(one, off) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done == [])
    for client in [one, one, two] { #expect(rig.ask(client, on) == [#"{"type":"ok"}"#]) }
    // The person may have ended the one before.
    #expect(rig.delegate.done == ["suspended true", "suspended true", "suspended true"])
    #expect(rig.ask(one, off) == [#"{"type":"ok"}"#])
    #expect(rig.delegate.done.count == 3)
    two.close()
    rig.settle()
    #expect(rig.delegate.done.last == "suspended false")
    #expect(rig.delegate.done.count == 4)
  }
}
