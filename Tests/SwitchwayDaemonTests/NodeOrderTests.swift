import Fixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

/// Nodes in memory, and a clock that the test sets.
private final class FakeNodes: OrderedNodes {
  struct Frame: Equatable {
    var node: Int
    var time: Int64
  }

  var clock: Int64 = 0
  /// What can be read of each node.
  var queues: [NodeID: [Int64]] = [:]
  /// Done once, after the node of that number was read and before the next one is.
  var afterReading: [Int: () -> Void] = [:]
  var gone: Set<NodeID> = []
  /// Done before each reading.
  var beforeReading: (() -> Void)?
  private(set) var decided: [Frame] = []
  private(set) var lost: [NodeID] = []

  var now: Instant { Instant(clock) }

  /// A frame of the node comes at this time.
  func send(_ node: Int, at time: Int64) {
    clock = max(clock, time)
    queues[NodeID(rawValue: node), default: []].append(time)
  }

  func appendReady(to nodes: inout [NodeID]) {
    for node in queues.keys.sorted() where !nodes.contains(node) && !(queues[node] ?? []).isEmpty {
      nodes.append(node)
    }
    for node in gone.sorted() where !nodes.contains(node) { nodes.append(node) }
  }

  func read(_ node: NodeID, into batch: inout NodeBatch, limit: Int) -> NodeReadStatus? {
    beforeReading?()
    batch.clear()
    let waiting = queues[node] ?? []
    for time in waiting.prefix(limit) {
      let event = InputEvent(time: Instant(time), type: 1, code: 30, value: 1)
      batch.append([event], report: event.time)
    }
    queues[node] = Array(waiting.dropFirst(limit))
    afterReading.removeValue(forKey: node.rawValue)?()
    if waiting.count >= limit { return .more }
    return gone.contains(node) ? .gone : .drained
  }

  func handleFrame(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    decided.append(Frame(node: node.rawValue, time: frame.first?.time.microseconds ?? -1))
  }

  func handleState(_ state: NodeBatch.State, from node: NodeID) {}

  func lose(_ node: NodeID) {
    gone.remove(node)
    lost.append(node)
  }

  /// What was decided since the last call, as node and time.
  func take() -> [[Int64]] {
    defer { decided = [] }
    return decided.map { [Int64($0.node), $0.time] }
  }
}

@Suite("the order of frames of several nodes") struct NodeOrderTests {
  private let nodes = FakeNodes()
  private let order = NodeOrder(framesATurn: 4)

  @Test("a release of A and a press of B that come between the reading of A and that of B stay in order")
  func interleaved() {
    nodes.send(1, at: 10)
    nodes.send(2, at: 11)
    nodes.clock = 20
    nodes.afterReading[1] = { [nodes] in
      nodes.send(1, at: 30)
      nodes.send(2, at: 31)
    }
    order.turn(nodes)
    #expect(nodes.take() == [[1, 10], [2, 11]], "B's press is kept: A's release is older and not read yet")
    #expect(order.hasMore)
    nodes.clock = 40
    order.turn(nodes)
    #expect(nodes.take() == [[1, 30], [2, 31]])
    #expect(!order.hasMore)
  }

  @Test("what came before the turn is decided in it, by one question and one reading a node")
  func ordinary() {
    var readings = 0
    nodes.beforeReading = { readings += 1 }
    nodes.send(2, at: 10)
    nodes.send(1, at: 11)
    nodes.send(2, at: 12)
    nodes.clock = 13
    order.turn(nodes)
    #expect(nodes.take() == [[2, 10], [1, 11], [2, 12]])
    #expect(readings == 2)
    #expect(!order.hasMore)
  }

  @Test("a node that sends more than a turn reads holds the others back to its own times, and all goes on")
  func flood() {
    for time in 1...10 { nodes.send(1, at: Int64(10 * time)) }
    nodes.send(2, at: 15)
    nodes.send(2, at: 75)
    nodes.send(3, at: 40)
    nodes.clock = 200
    order.turn(nodes)
    #expect(nodes.take() == [[1, 10], [2, 15], [1, 20], [1, 30], [1, 40], [3, 40]])
    order.turn(nodes)
    #expect(nodes.take() == [[1, 50], [1, 60], [1, 70], [2, 75], [1, 80]])
    order.turn(nodes)
    #expect(nodes.take() == [[1, 90], [1, 100]])
    #expect(!order.hasMore)
  }

  @Test("two nodes that send more than a turn reads hold each other back, and all goes on")
  func floods() {
    for time in 1...12 {
      nodes.send(1, at: Int64(10 * time))
      nodes.send(2, at: Int64(10 * time))
    }
    nodes.clock = 500
    var all: [[Int64]] = []
    var turns = 0
    repeat {
      order.turn(nodes)
      all += nodes.take()
      turns += 1
    } while order.hasMore && turns < 100
    #expect(all.map { $0[1] } == all.map { $0[1] }.sorted())
    #expect(all.count == 24)
    #expect(turns < 20)
  }

  @Test("a time in the future holds its frame for one turn only")
  func future() {
    nodes.send(1, at: 1_000)
    nodes.send(2, at: 900)
    nodes.clock = 10
    order.turn(nodes)
    #expect(nodes.take().isEmpty)
    nodes.clock = 20
    order.turn(nodes)
    #expect(nodes.take() == [[1, 1_000], [2, 900]])
  }

  @Test("a node that is gone is lost once, after what it had sent, and its frames stay in order with others")
  func gone() {
    nodes.gone = [NodeID(rawValue: 1)]
    nodes.send(1, at: 10)
    nodes.send(2, at: 9)
    nodes.clock = 10
    order.turn(nodes)
    #expect(nodes.take() == [[2, 9]], "a frame of the microsecond of the beginning waits")
    #expect(nodes.lost.isEmpty)
    nodes.clock = 20
    order.turn(nodes)
    #expect(nodes.take() == [[1, 10]])
    #expect(nodes.lost == [NodeID(rawValue: 1)])
    order.turn(nodes)
    #expect(nodes.lost.count == 1)
    #expect(!order.hasMore)
  }

  @Test("a node that is closed takes what was kept of it with it")
  func closed() {
    nodes.send(1, at: 10)
    nodes.send(2, at: 10)
    nodes.clock = 10
    order.turn(nodes)
    #expect(order.holdsFrames)
    order.remove(NodeID(rawValue: 1))
    nodes.clock = 20
    order.turn(nodes)
    #expect(nodes.take() == [[2, 10]])
  }

  @Test(
    "whatever comes between whichever readings, everything is decided once and in order",
    arguments: 1...40 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var sent = 0
    func arrivals() {
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        // Never twice in a microsecond: of those the order is that of the nodes.
        nodes.send(
          Int.random(in: 1...5, using: &generator), at: nodes.clock + Int64.random(in: 1...4, using: &generator))
        sent += 1
      }
    }
    nodes.beforeReading = { arrivals() }
    for _ in 0..<200 {
      arrivals()
      nodes.clock += Int64.random(in: 0...3, using: &generator)
      order.turn(nodes)
    }
    nodes.beforeReading = nil
    var turns = 0
    repeat {
      nodes.clock += 2
      order.turn(nodes)
      turns += 1
    } while (order.hasMore || nodes.queues.values.contains { !$0.isEmpty }) && turns < 1_000
    let all = nodes.take()
    #expect(all.count == sent)
    #expect(all.map { $0[1] } == all.map { $0[1] }.sorted(), "seed \(seed)")
  }
}
