import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// What requests bring that is long, and answers that could be.
@Suite struct LongAnswerTests {
  @Test("a consumer that reads all the time loses nothing, however long what its requests bring")
  func pipelined() throws {
    let rig = try ServerRig()
    let (client, witness) = (try rig.connect(), try rig.connect())
    #expect(rig.ask(client, #"{"type":"claim","commands":"all"}"#).last == #"{"type":"ok"}"#)
    rig.delegate.label = String(repeating: "y", count: 60_000)
    var published = 0
    rig.delegate.onSend = {
      rig.broadcast(published, padding: 60_000)
      published += 1
    }
    let requests = (0..<4).map {
      #"{"type":"send","command":"next","id":\#($0)}"# + "\n" + #"{"type":"get","what":"state","id":"s\#($0)"}"#
    }
    for _ in 0..<3 {
      client.send(requests.joined(separator: "\n"))
      // It rests although the client has not read yet; then it reads what there is, as often as there is something.
      #expect(rig.loop.settle())
      rig.settle(client, witness)
    }
    let lines = client.take()
    // The event of a request is before its answer, and all are there.
    let expected = [String](repeating: "press ok ok", count: 12).joined(separator: " ")
    #expect(lines.map(ServerRig.type).joined(separator: " ") == expected)
    #expect(lines.filter { ServerRig.type($0) == "press" }.map(ServerRig.number) == (0..<12).map(Int64.init))
    #expect(rig.command() != nil)
  }

  @Test("what comes while a long queue waits is answered, where no request of the client has filled it")
  func slowButAlive() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    #expect(rig.ask(client, #"{"type":"claim","commands":"all"}"#).last == #"{"type":"ok"}"#)
    rig.delegate.time += 1_000_000
    // More than the kernel takes; the ping is behind it.
    for number in 0..<280 { rig.broadcast(number, padding: 1_000) }
    rig.command()
    client.send(#"{"type":"pong","n":1}"# + "\n" + #"{"type":"ping","id":1}"#)
    #expect(rig.loop.settle())
    rig.wait(2_000_000)
    #expect(rig.command() != nil)
    rig.settle(client)
    #expect(client.take().map(ServerRig.type).contains("ok"))
  }

  @Test("the answer to a request with a huge id is short")
  func hugeID() throws {
    let rig = try ServerRig()
    let client = try rig.connect()
    let id = String(repeating: #"\u0085"#, count: 10_000)
    let answer = rig.ask(client, #"{"type":"get","what":"state","id":"\#(id)"}"#)
    #expect(answer.map(ServerRig.type) == ["error"])
    #expect(answer.allSatisfy { $0.utf8.count < 200 })
    let words = String(repeating: #"\u202e"#, count: 10_000)
    for request in [
      #"{"type":"\#(words)"}"#, #"{"type":"hello","name":"\#(words)"}"#, #"{"type":"observe","types":["\#(words)"]}"#,
      #"{"type":"claim","commands":["\#(words)"]}"#, #"{"type":"context","kind":"\#(words)"}"#,
      #"{"type":"set","mode":"\#(words)","on":true}"#, #"{"type":"get","what":"\#(words)"}"#,
    ] {
      let answer = rig.ask(client, request)
      #expect(answer.count == 1)
      #expect(answer.allSatisfy { $0.utf8.count < 1_000 }, "\(request.prefix(30))")
    }
  }
}
