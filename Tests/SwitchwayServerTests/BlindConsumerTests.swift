import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// Consumers that do not observe commands: they are asked whether they are there all the same.
@Suite struct BlindConsumerTests: AboutConsumer {
  let consumer: ConsumerRig

  init() throws { consumer = try ConsumerRig() }

  @Test(
    "a consumer that does not observe commands is asked all the same, and loses its claims if it is frozen",
    arguments: ["[]", #"["press"]"#])
  func blindConsumer(types: String) throws {
    #expect(rig.ask(board, #"{"type":"observe","types":\#(types)}"#) == [#"{"type":"ok"}"#])
    rig.delegate.time += 999_999
    rig.command()
    #expect(self.types(board).isEmpty)
    rig.delegate.time += 1
    rig.command()
    rig.command()
    rig.settle(board)
    #expect(board.take() == [#"{"type":"ping","n":1}"#])
    #expect(rig.ask(board, #"{"type":"pong","n":1}"#).isEmpty)
    rig.wait(1_000_000)
    #expect(hasClaim)
    rig.wait(999_999)
    #expect(hasClaim)
    rig.wait(1)
    #expect(!hasClaim)
    #expect(rig.loop.nextTimer == nil)
    rig.settle(witness)
    #expect(witness.take().contains { $0.contains("'board' does not answer") })
    // It wakes up: nothing that it observes was lost.
    #expect(self.types(board) == ["ping"])
    #expect(rig.ask(board, #"{"type":"claim","commands":"all"}"#).map(ServerRig.type) == ["ok"])
    #expect(hasClaim)
  }

  @Test("a consumer that does not observe commands is not asked for the commands of others")
  func othersCommand() throws {
    #expect(rig.ask(board, #"{"type":"observe","types":[]}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(board, #"{"type":"claim","commands":["select"]}"#) == [#"{"type":"ok"}"#])
    rig.delegate.time += 1_000_000
    rig.command("next")
    #expect(types(board).isEmpty)
    #expect(rig.loop.nextTimer == nil)
    rig.command("select")
    #expect(types(board) == ["ping"])
  }
}
