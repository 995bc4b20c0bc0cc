import SwitchwayProtocol
import Testing

@testable import SwitchwayServer

/// A server with a consumer that has claimed everything, and a witness who only observes.
struct ConsumerRig {
  let rig: ServerRig
  let board: TestClient
  let witness: TestClient

  init() throws {
    rig = try ServerRig()
    witness = try rig.connect()
    board = try rig.connect()
    #expect(rig.ask(board, #"{"type":"hello","name":"board"}"#) == [#"{"type":"ok"}"#])
    #expect(rig.ask(board, #"{"type":"claim","commands":"all"}"#).map(ServerRig.type) == ["consumer", "ok"])
    rig.settle(witness)
    _ = witness.take()
  }

  func types(_ client: TestClient) -> [String] {
    rig.settle(client)
    return client.take().map(ServerRig.type)
  }

  var hasClaim: Bool { rig.command() != nil }
}

/// A suite about that consumer.
protocol AboutConsumer {
  var consumer: ConsumerRig { get }
}

extension AboutConsumer {
  var rig: ServerRig { consumer.rig }
  var board: TestClient { consumer.board }
  var witness: TestClient { consumer.witness }
  var hasClaim: Bool { consumer.hasClaim }

  func types(_ client: TestClient) -> [String] { consumer.types(client) }
}
