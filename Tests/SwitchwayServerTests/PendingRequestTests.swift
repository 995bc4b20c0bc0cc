import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// Requests that are answered later: what a client asks is answered in order, and nobody else waits.
@Suite("Requests that take a while") struct PendingRequestTests {
  private static let slow = [
    #"{"type":"reload","id":1}"#, #"{"type":"set","profile":"other","id":1}"#, #"{"type":"set","bridge":"b","id":1}"#,
    #"{"type":"send","command":"next","id":1}"#,
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
    rig.delegate.failure = RequestError(.configInvalid, .fileErrors, "words")
    #expect(rig.delegate.pending.count == 1)
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    #expect(
      one.take() == [
        #"{"type":"error","id":3,"code":"config-invalid","message":"words","reason":"file-errors"}"#
      ])
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

  /// A consumer in a rig where nothing is done at once.
  private func consumer() throws -> (ServerRig, TestClient) {
    let rig = try ServerRig()
    let one = try rig.connect()
    #expect(rig.ask(one, #"{"type":"claim","commands":["next"],"id":1}"#).last == #"{"type":"ok","id":1}"#)
    rig.delegate.isSlow = true
    return (rig, one)
  }

  private func hasClaim(_ rig: ServerRig) -> Bool {
    rig.server.claims.owner(of: "next", at: rig.delegate.now()) != nil
  }

  @Test("a consumer that waits for an answer must answer a ping, and its pong is read before the answer")
  func pingMeanwhile() throws {
    let (rig, one) = try consumer()
    #expect(rig.ask(one, #"{"type":"reload","id":2}"#).isEmpty)
    for number in 1...3 {
      rig.wait(2_000_000)
      rig.command(seq: number)
      rig.settle(one)
      #expect(one.take().map(ServerRig.type) == ["command", "ping"])
      // Other requests still wait for the answer.
      #expect(rig.ask(one, #"{"type":"ping"}"# + "\n" + #"{"type":"pong","n":\#(number)}"#).isEmpty)
    }
    rig.wait(2_000_000)
    #expect(hasClaim(rig))
    rig.command(seq: 4)
    rig.wait(1_000_000)
    #expect(!hasClaim(rig))
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    let answers = one.take().filter { ServerRig.type($0) == "ok" }
    #expect(answers == [#"{"type":"ok","id":2}"#] + [String](repeating: #"{"type":"ok"}"#, count: 3))
  }

  @Test("a client that writes a line's length of requests meanwhile is read no further, and has a second afterwards")
  func tooMuch() throws {
    let (rig, one) = try consumer()
    #expect(rig.ask(one, #"{"type":"reload","id":2}"#).isEmpty)
    rig.wait(1_000_000)
    rig.command()
    let line = #"{"type":"ping","id":"\#(String(repeating: "x", count: 1_000))"}"#
    for _ in 0..<80 {
      one.send(line)
      _ = rig.loop.settle()
    }
    one.send(#"{"type":"pong","n":1}"#)
    rig.settle(one)
    rig.wait(5_000_000)
    #expect(hasClaim(rig))
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    rig.wait(5_000_000)
    #expect(hasClaim(rig))
    #expect(one.take().count { ServerRig.type($0) == "ok" } == 81)
  }

  @Test("what follows a type is done and answered at once; only its own answer comes when the text is over")
  func behindText() throws {
    let (rig, one) = try consumer()
    #expect(rig.ask(one, #"{"type":"type","text":"abc","id":2}"#).isEmpty)
    #expect(rig.ask(one, #"{"type":"scan","items":3,"id":3}"#) == [#"{"type":"ok","id":3}"#])
    #expect(rig.ask(one, #"{"type":"type","keys":"a","id":4}"#).isEmpty)
    #expect(rig.ask(one, #"{"type":"ping","id":5}"#) == [#"{"type":"ok","id":5}"#])
    #expect(rig.ask(one, #"{"type":"inhibit","id":6}"#) == [#"{"type":"ok","id":6}"#])
    // The server says it, so that the daemon ends the texts.
    #expect(rig.delegate.done == ["scan 3 0 0 false \"client-1\"", "inhibited true", "inhibited true"])
    #expect(rig.ask(one, #"{"type":"release","id":7}"#).last == #"{"type":"ok","id":7}"#)
    rig.delegate.pending.forEach { $0() }
    rig.settle(one)
    #expect(one.take() == [#"{"type":"ok","id":2}"#, #"{"type":"ok","id":4}"#])
  }

  @Test("while its text is typed, a client is pinged each second, and loses everything if it does not answer")
  func text() throws {
    let (rig, one) = try consumer()
    #expect(rig.ask(one, #"{"type":"observe","types":[]}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(one, #"{"type":"learn","on":true}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(one, #"{"type":"type","text":"abc","id":2}"#).isEmpty)
    #expect(rig.ask(one, #"{"type":"inhibit"}"#) == [#"{"type":"ok"}"#])
    for number in 1...3 {
      rig.wait(999_999)
      #expect(rig.ask(one, #"{"type":"ping"}"#) == [#"{"type":"ok"}"#])
      rig.wait(1)
      rig.settle(one)
      #expect(one.take() == [#"{"type":"ping","n":\#(number)}"#])
      #expect(rig.ask(one, #"{"type":"pong","n":\#(number)}"#).isEmpty)
    }
    rig.wait(1_999_999)
    #expect(hasClaim(rig))
    rig.delegate.done = []
    rig.wait(1)
    #expect(!hasClaim(rig))
    #expect(rig.delegate.done == ["inhibited false", "learn false"])
    #expect(rig.loop.nextTimer == nil)
  }

  @Test("after the text nobody is pinged, and a short one wakes nothing")
  func afterText() throws {
    let (rig, one) = try consumer()
    #expect(rig.ask(one, #"{"type":"type","text":"abc","id":2}"#).isEmpty)
    #expect(rig.loop.nextTimer?.microseconds == rig.delegate.time + 1_000_000)
    rig.delegate.pending.removeFirst()()
    rig.settle(one)
    #expect(one.take() == [#"{"type":"ok","id":2}"#])
    #expect(rig.loop.nextTimer == nil)
    rig.delegate.isSlow = false
    #expect(rig.ask(one, #"{"type":"type","text":"abc","id":3}"#) == [#"{"type":"ok","id":3}"#])
    #expect(rig.loop.nextTimer == nil)
  }
}
