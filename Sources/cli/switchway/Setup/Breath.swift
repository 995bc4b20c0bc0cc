import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Reads a straw from the events that `learn` reports: when a breath begins and ends, and how hard it is.
struct Breath {
  /// The lowest pressure, in percent, that counts as a breath. It is above the noise of sensors, and below each level
  /// that setup offers.
  private static let least = 8

  private var nodes: [Int64: (device: LearnedPresses.Device, listener: InputListener, axes: [AxisDescription])] = [:]
  /// The strength of the breath now, in percent.
  private(set) var level = 0
  /// The highest pressure since the last `endBreath`, in percent.
  private var peak = 0

  /// Handles a `learn` line with events. Returns the beginnings and ends of breaths.
  mutating func take(_ line: JSONValue) -> [LearnedEdge] {
    guard let learned = LearnedLine(line) else { return [] }
    var edges: [InputListener.Edge] = []
    switch learned.change {
    case .added(let device, let description, let held):
      let listener = InputListener(description, down: KeySet(held), at: learned.time, level: Int64(Breath.least))
      nodes[learned.node] = (device, listener, description.axes)
    case .events(let events):
      for event in events {
        nodes[learned.node]?.listener.handle(event, into: &edges)
        measure(event, learned.node)
      }
    case .lost(let held, let axes):
      for event in axes { nodes[learned.node]?.listener.handle(event, into: &edges) }
      for event in axes { measure(event, learned.node) }
      let state = nodes[learned.node]?.listener.state.axes ?? []
      nodes[learned.node]?.listener.handleState(down: KeySet(held), axes: state, at: learned.time, into: &edges)
    case .removed:
      nodes[learned.node]?.listener.finish(at: learned.time, into: &edges)
      level = 0
    }
    guard let device = nodes[learned.node]?.device else { return [] }
    return edges.map { edge in
      let source = LearnedPresses.Source(device: device, input: InputText.text(of: edge.input.selector))
      return LearnedEdge(source: source, isDown: edge.down, time: edge.time.microseconds)
    }
  }

  private mutating func measure(_ event: InputEvent, _ node: Int64) {
    guard event.type == EventType.absolute, let axes = nodes[node]?.axes,
      let axis = axes.first(where: { $0.code == event.code })
    else { return }
    level = axis.percent(at: event.value, among: axes)
    peak = max(peak, level)
  }

  /// Forgets the pressures that were measured before a question.
  mutating func forget() { (level, peak) = (0, 0) }

  /// Returns the highest pressure of the breath that has ended, in percent, or `nil` if no breath has ended.
  mutating func endBreath() -> Int? {
    defer { peak = 0 }
    return peak > Breath.least ? peak : nil
  }

  /// Returns the level, in percent, from which breaths like these count: half of the weakest breath, rounded down to a
  /// multiple of 5, and at least 10.
  static func level(of peaks: [Int]) -> Int { max((peaks.min() ?? 0) / 2 / 5 * 5, 10) }

  /// Returns the strength of a breath as a bar, such as `[########............]  42 %`.
  static func bar(_ level: Int) -> String {
    let cells = (0..<20).map { $0 * 5 < level ? "#" : "." }
    return "[\(cells.joined())]  \(level) %"
  }
}
