import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// Consumers that freeze, and clients that read late: nothing old reaches them.
@Suite struct LivenessTests: AboutConsumer {
  let consumer: ConsumerRig

  init() throws { consumer = try ConsumerRig() }

  @Test("a ping goes with the first command after a second of silence, and to consumers only")
  func pings() throws {
    rig.delegate.time += 999_999
    rig.command()
    #expect(types(board) == ["command"])
    rig.delegate.time += 1
    rig.command()
    rig.command()
    rig.settle(board)
    let lines = board.take()
    #expect(lines.map(ServerRig.type) == ["command", "ping", "command"])
    #expect(lines[1] == #"{"type":"ping","n":1}"#)
    #expect(rig.loop.nextTimer?.microseconds == rig.delegate.time + 1_000_000)
    #expect(types(witness) == ["command", "command", "command"])
    // No word answers it, and nothing wakes the loop any more.
    #expect(rig.ask(board, #"{"type":"pong","n":1}"#).isEmpty)
    #expect(rig.loop.nextTimer == nil)
    rig.wait(1_000_000)
    rig.command()
    rig.settle(board)
    #expect(board.take().last == #"{"type":"ping","n":2}"#)
  }

  @Test("no ping without a command, nor while the client says anything at all")
  func noPing() throws {
    rig.delegate.time += 5_000_000
    rig.broadcast(1)
    #expect(types(board) == ["press"])
    #expect(rig.ask(board, #"{"type":"ping"}"#) == [#"{"type":"ok"}"#])
    rig.delegate.time += 999_999
    rig.command()
    #expect(types(board) == ["command"])
    #expect(rig.loop.nextTimer == nil)
  }

  @Test("an answer a microsecond before the second is over is in time; at the second the claims are gone")
  func answerInTime() throws {
    rig.delegate.time += 1_000_000
    rig.command()
    rig.wait(999_999)
    #expect(hasClaim)
    board.send(#"{"type":"pong","n":1}"#)
    #expect(rig.loop.settle())
    rig.wait(10_000_000)
    rig.command()
    #expect(hasClaim)
    rig.wait(1_000_000)
    #expect(!hasClaim)
  }

  @Test("an inhibitor that is frozen inhibits no more a second after the first press that it held back")
  func inhibitor() throws {
    func press() {
      rig.server.noteHeldBack()
      rig.server.sendGathered()
    }
    for line in [#"{"type":"observe","types":[]}"#, #"{"type":"inhibit"}"#] {
      #expect(rig.ask(witness, line) == [#"{"type":"ok"}"#])
    }
    rig.wait(5_000_000)
    press()
    #expect(types(witness) == ["ping"])
    #expect(types(board).isEmpty)
    #expect(rig.ask(witness, #"{"type":"pong","n":1}"#).isEmpty)
    rig.wait(1_000_000)
    press()
    rig.wait(999_999)
    #expect(rig.delegate.done == ["inhibited true"])
    rig.wait(1)
    #expect(rig.delegate.done == ["inhibited true", "inhibited false"])
    rig.settle(board)
    #expect(
      board.take() == [
        #"{"type":"warning","code":"consumer-lost","client":"client-1","#
          + #""message":"'client-1' does not answer: it no longer holds presses back","time":7001000}"#
      ])
    #expect(rig.loop.nextTimer == nil)
  }

  @Test("a client that is frozen suspends no more a second after the first press that typed nothing")
  func suspender() throws {
    for line in [#"{"type":"observe","types":[]}"#, #"{"type":"suspend","on":true}"#] {
      #expect(rig.ask(witness, line) == [#"{"type":"ok"}"#])
    }
    rig.wait(5_000_000)
    rig.server.noteHeldBack()
    rig.server.sendGathered()
    #expect(types(witness) == ["ping"])
    rig.wait(999_999)
    #expect(rig.delegate.done == ["suspended true"])
    rig.wait(1)
    #expect(rig.delegate.done == ["suspended true", "suspended false"])
    rig.settle(board)
    #expect(
      board.take() == [
        #"{"type":"warning","code":"consumer-lost","client":"client-1","#
          + #""message":"'client-1' does not answer: switches type again","time":6001000}"#
      ])
  }

  @Test("whoever stops to inhibit while a ping is open is not waited for")
  func rearmed() throws {
    #expect(rig.ask(witness, #"{"type":"inhibit"}"#) == [#"{"type":"ok"}"#])
    rig.wait(1_000_000)
    rig.server.noteHeldBack()
    rig.server.sendGathered()
    #expect(rig.ask(witness, #"{"type":"rearm"}"#).map(ServerRig.type) == ["ping", "ok"])
    #expect(rig.loop.nextTimer == nil)
  }

  @Test("a consumer that is frozen loses its inhibit, too; also one whose queue is full", arguments: [false, true])
  func loses(isFull: Bool) throws {
    #expect(rig.ask(board, #"{"type":"inhibit"}"#) == [#"{"type":"ok"}"#])
    rig.wait(1_000_000)
    if isFull {
      var count = 0
      while rig.command(padding: 10_000) != nil, count < 1_000 { count += 1 }
    } else {
      rig.command()
      rig.wait(1_000_000)
    }
    #expect(!hasClaim)
    #expect(rig.delegate.done == ["inhibited true", "inhibited false"])
  }

  @Test("another number is no answer")
  func wrongNumber() throws {
    rig.delegate.time += 1_000_000
    rig.command()
    #expect(rig.ask(board, #"{"type":"pong","n":2}"#).map(ServerRig.type) == ["command", "ping"])
    rig.wait(1_000_000)
    #expect(!hasClaim)
    #expect(types(board) == ["warning", "consumer", "command"])
  }

  @Test("an answer that is there counts, although this process looks at it late")
  func lateServer() throws {
    rig.delegate.time += 1_000_000
    rig.command()
    board.send(#"{"type":"pong","n":1}"#)
    rig.wait(1_000_000)
    #expect(hasClaim)
    #expect(rig.loop.nextTimer == nil)
  }

  @Test("a frozen consumer loses its claims after a second, and gets missed and state when it reads, no old commands")
  func frozen() throws {
    rig.delegate.time += 1_000_000
    for seq in 1...5 { rig.command(seq: seq) }
    #expect(rig.loop.settle())
    rig.wait(1_000_000)
    #expect(rig.command(seq: 6) == nil)
    rig.settle(witness)
    let told = witness.take()
    #expect(told.map(ServerRig.type) == [String](repeating: "command", count: 5) + ["warning", "consumer", "command"])
    #expect(
      told[5]
        == #"{"type":"warning","code":"consumer-lost","client":"board","#
        + #""message":"'board' does not answer: its claims have ended","time":2001000}"#
    )
    #expect(told[6] == #"{"type":"consumer","consumers":[],"time":2001000}"#)
    rig.delegate.label = "Now"
    // It wakes up, reads, and says nothing: what it has missed is told all the same.
    rig.settle(board)
    let lines = board.take()
    #expect(lines.map(ServerRig.type) == ["command", "ping", "missed", "state"])
    // Four commands, the warning, the consumers, and a command.
    #expect(lines[2] == #"{"type":"missed","count":7}"#)
    #expect(lines[3].contains(#""label":"Now""#))
    #expect(lines[3].contains(#""consumers":[]"#))
    rig.command(seq: 7)
    #expect(types(board) == ["command"])
    #expect(rig.ask(board, #"{"type":"claim","commands":"all"}"#).map(ServerRig.type) == ["consumer", "ok"])
    #expect(hasClaim)
  }

  @Test("a consumer that reads and does not answer loses its claims, and nothing else")
  func reads() throws {
    rig.delegate.time += 1_000_000
    rig.command(seq: 1)
    #expect(types(board) == ["command", "ping"])
    rig.command(seq: 2)
    #expect(types(board) == ["command"])
    rig.wait(1_000_000)
    rig.command(seq: 3)
    #expect(types(board) == ["warning", "consumer", "command"])
  }

  @Test("what was held back for a consumer that had not read yet comes in order, as soon as it reads or is heard")
  func heldBack() throws {
    rig.delegate.time += 1_000_000
    for seq in 1...3 { rig.command(seq: seq) }
    #expect(rig.loop.settle())
    board.read()
    #expect(board.take().map(ServerRig.type) == ["command", "ping"])
    rig.loop.turn()
    board.read()
    #expect(board.take().map { ServerRig.value($0)["seq"]?.integerValue } == [2, 3])
    rig.command(seq: 4)
    board.send(#"{"type":"pong","n":1}"#)
    rig.command(seq: 5)
    #expect(rig.loop.settle())
    board.read()
    #expect(board.take().map { ServerRig.value($0)["seq"]?.integerValue } == [4, 5])
    #expect(rig.loop.nextTimer == nil)
    #expect(hasClaim)
  }

  @Test("a frozen consumer that speaks first is answered after it was told what it missed")
  func speaks() throws {
    rig.delegate.time += 1_000_000
    rig.command(seq: 1)
    rig.command(seq: 2)
    rig.wait(1_000_000)
    board.send(#"{"type":"ping","id":1}"#)
    rig.settle(board)
    #expect(board.take().map(ServerRig.type) == ["command", "ping", "missed", "state", "ok"])
  }

  @Test("a consumer whose queue is full loses its claims at once; the others go on")
  func full() throws {
    var seq = 0
    while rig.command(seq: seq + 1, padding: 1_000) != nil {
      seq += 1
      rig.settle(witness)
      try #require(seq < 10_000)
    }
    rig.settle(witness)
    let told = witness.take()
    #expect(
      told.count { $0.contains(#""code":"consumer-lost","client":"board","message":"'board' does not read"#) } == 1)
    #expect(told.count { ServerRig.type($0) == "consumer" } == 1)
    #expect(told.count { ServerRig.type($0) == "command" } == seq + 1)
    rig.settle(board)
    let lines = board.take()
    let types = lines.map(ServerRig.type)
    // Whole lines to the end of what the kernel had, then that the rest was missed.
    let first = try #require(types.firstIndex(of: "missed"))
    #expect(Set(types[..<first]) == ["command"])
    #expect(types[first...] == ["missed", "state"])
    // All commands but those that it got, the warning, and the consumers.
    #expect(ServerRig.value(lines[first])["count"]?.integerValue == Int64(seq + 1 - first + 2))
  }

  @Test("released while a ping is open: nothing is waited for")
  func released() throws {
    rig.delegate.time += 1_000_000
    rig.command()
    #expect(rig.ask(board, #"{"type":"release"}"#).map(ServerRig.type) == ["command", "ping", "consumer", "ok"])
    #expect(rig.loop.nextTimer == nil)
    rig.settle(witness)
    _ = witness.take()
    rig.wait(2_000_000)
    #expect(types(witness).isEmpty)
  }

  @Test("a command that waited over a second for an observer is rejected as stale; an end always comes")
  func stale() throws {
    // Fills what the kernel takes, so that the next lines wait here.
    for number in 0..<200 { rig.broadcast(number, padding: 1_000) }
    rig.settle(board)
    _ = board.take()
    let early = rig.delegate.time
    rig.command(seq: 1)
    rig.command(seq: 2, phase: .begin)
    rig.command(seq: 2, phase: .end)
    rig.delegate.time += 500_000
    rig.command(seq: 4)
    rig.delegate.time += 500_001
    rig.settle(witness)
    let lines = witness.take().filter { ServerRig.type($0) != "press" }
    let rejected =
      #"{"type":"rejected","switch":"left","pressed":\#(early),"time":\#(early + 1_000_001),"reason":"stale"}"#
    #expect(lines.prefix(2) == [rejected, rejected])
    #expect(lines.dropFirst(2).map(ServerRig.type) == ["command", "command"])
    #expect(lines.dropFirst(2).map { ServerRig.value($0)["phase"]?.stringValue } == ["end", "do"])
  }

  @Test(
    "no press of a switch is answered where a key or the scanning clock made the command that came too late",
    arguments: [CommandSource.key(device: EscapedText("keyboard"), gesture: "chord"), .clock("auto")])
  func staleWithoutPress(source: CommandSource) throws {
    for number in 0..<200 { rig.broadcast(number, padding: 1_000) }
    rig.command(seq: 1, by: source)
    rig.delegate.time += 1_000_001
    rig.command(seq: 2, by: source)
    rig.settle(witness)
    let lines = witness.take().filter { ServerRig.type($0) != "press" }
    #expect(lines.map { ServerRig.value($0)["seq"]?.integerValue } == [2])
  }

  @Test("exactly a second is not too late, and whoever does not observe rejections gets none")
  func staleBoundary() throws {
    #expect(
      rig.ask(witness, #"{"type":"observe","types":["press","command"]}"#) == [#"{"type":"ok"}"#])
    for number in 0..<200 { rig.broadcast(number, padding: 1_000) }
    rig.command(seq: 1)
    rig.delegate.time += 1
    rig.command(seq: 2)
    rig.delegate.time += 1_000_000
    rig.settle(witness)
    let lines = witness.take().filter { ServerRig.type($0) != "press" }
    #expect(lines.map { ServerRig.value($0)["seq"]?.integerValue } == [2])
  }
}
