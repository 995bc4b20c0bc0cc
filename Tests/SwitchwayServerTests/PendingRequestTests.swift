import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// Requests that are answered later: what a client asks is answered in order, and nobody else waits.
@Suite("Requests that take a while") struct PendingRequestTests {
  private static let slow = [
    #"{"type":"reload","id":1}"#, #"{"type":"set","profile":"other","id":1}"#, #"{"type":"set","bridge":"b","id":1}"#,
    #"{"type":"send","command":"next","id":1}"#, #"{"type":"type","text":"abc","id":1}"#,
  ]

  @Test("those after it wait, other clients do not", arguments: slow)
  func order(_ request: String) throws {
    let rig = try ServerRig()
    let (one, other) = (try rig.connect(), try rig.connect())
    rig.delegate.isSlow = true
    one.send(request)
    one.send(#"{"type":"ping","id":2}"#)
    rig.settle(one)
    one.send(#"{"type":"reload","id":3}"#)
    rig.settle(one, other)
    #expect(one.take().isEmpty)
    #expect(rig.ask(other, #"{"type":"ping","id":9}"#) == [#"{"type":"ok","id":9}"#])
    #expect(rig.delegate.pending.count == 1)
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    #expect(one.take() == [#"{"type":"ok","id":1}"#, #"{"type":"ok","id":2}"#])
    rig.delegate.failure = RequestError(.configInvalid, "words")
    #expect(rig.delegate.pending.count == 1)
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    #expect(one.take() == [#"{"type":"error","id":3,"code":"config-invalid","message":"words"}"#])
  }

  @Test("a client that leaves meanwhile: what it asked before is done, and then it is gone")
  func leaves() throws {
    let rig = try ServerRig()
    let one = try rig.connect()
    rig.delegate.isSlow = true
    one.send(#"{"type":"reload","id":1}"#)
    one.send(#"{"type":"set","mode":"rest","on":true,"id":2}"#)
    one.close()
    #expect(rig.loop.settle())
    #expect(rig.delegate.done.isEmpty && rig.delegate.pending.count == 1)
    rig.delegate.pending.removeFirst()()
    #expect(rig.loop.settle())
    #expect(rig.delegate.done == ["reload", "rest true"])
    #expect(rig.server.clientCount == 0)
  }

  @Test("a server that has ended meanwhile answers nobody")
  func ended() throws {
    let rig = try ServerRig()
    let one = try rig.connect()
    rig.delegate.isSlow = true
    #expect(rig.ask(one, #"{"type":"reload","id":1}"#).isEmpty)
    rig.server.close(reason: "over")
    rig.delegate.pending.removeFirst()()
    one.read()
    #expect(one.take().map(ServerRig.type) == ["bye"])
  }

  @Test("a consumer that reads only when its answer is there still has a second for a ping that came meanwhile")
  func pingMeanwhile() throws {
    let rig = try ServerRig()
    let one = try rig.connect()
    #expect(rig.ask(one, #"{"type":"claim","commands":["next"],"id":1}"#).last == #"{"type":"ok","id":1}"#)
    rig.wait(2_000_000)
    rig.delegate.isSlow = true
    #expect(rig.ask(one, #"{"type":"type","text":"a","id":2}"#).isEmpty)
    rig.wait(2_000_000)
    rig.command()
    rig.settle(one)
    #expect(one.take().map(ServerRig.type) == ["command", "ping"])
    rig.wait(4_000_000)
    rig.delegate.pending.removeFirst()()
    rig.wait(999_999)
    #expect(rig.ask(one, #"{"type":"pong","n":1}"#) == [#"{"type":"ok","id":2}"#])
    rig.wait(3_000_000)
    #expect(rig.server.claims.owner(of: "next", at: rig.delegate.now()) != nil)
  }

  @Test("a consumer that waits for an answer is not taken for one that is frozen")
  func consumer() throws {
    let rig = try ServerRig()
    let one = try rig.connect()
    #expect(rig.ask(one, #"{"type":"claim","commands":["next"],"id":1}"#).last == #"{"type":"ok","id":1}"#)
    rig.wait(2_000_000)
    rig.command()
    rig.delegate.isSlow = true
    // The answer to the ping that came with the command is behind the request.
    one.send(#"{"type":"reload","id":2}"#)
    rig.settle(one)
    one.send(#"{"type":"pong","n":1}"#)
    rig.settle(one)
    rig.wait(3_000_000)
    #expect(rig.server.claims.owner(of: "next", at: rig.delegate.now()) != nil)
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    rig.wait(3_000_000)
    #expect(rig.server.claims.owner(of: "next", at: rig.delegate.now()) != nil)
    rig.command(seq: 2)
    rig.wait(3_000_000)
    #expect(rig.server.claims.owner(of: "next", at: rig.delegate.now()) == nil)
  }
}
