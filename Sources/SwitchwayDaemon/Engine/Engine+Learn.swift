import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// A node that is listened to while a client learns.
struct LearnedNode {
  let device: LearnedDevice
  /// In the order of codes.
  let keys: [UInt16]
  var listener: InputListener
}

// While a client learns, edges of devices are told to it and do nothing else.
extension Engine {
  /// Whether a client learns.
  public var isLearning: Bool { learned != nil }

  /// A client learns from now on, or does no more. To switches it is as if every device were unplugged for that time:
  /// what was begun is ended, what is pending is rejected, and what is down at the end makes no press.
  public func setLearning(_ isOn: Bool, at time: Instant) {
    guard isOn != isLearning else { return }
    advance(to: time)
    if isOn {
      learned = [:]
      for node in nodes.keys.sorted() {
        guard let known = nodes[node] else { continue }
        let down = pipeline.downKeys(of: node)
        if known.entry != nil { detachFromPipeline(node, at: time) }
        listen(to: node, known.description, isTaken: known.entry != nil, down: down, at: time)
      }
    } else {
      let listeners = learned ?? [:]
      learned = nil
      for node in nodes.keys.sorted() {
        guard let known = nodes[node], let entry = known.entry, let state = listeners[node]?.listener.state else {
          continue
        }
        var description = known.description
        description.axes = state.axes
        attachToPipeline(node, description, entry: entry, down: state.down, at: time)
      }
    }
    recognise()
  }

  /// A node that is only there to be learned: no entry takes it, and nothing is said of its coming.
  func attachForLearning(_ node: NodeID, _ description: DeviceDescription, down: KeySet, at time: Instant) {
    listen(to: node, description, isTaken: false, down: down, at: time)
  }

  /// Nothing more comes of a node; what it was told to hold is told to be let go of.
  func stopListening(to node: NodeID, at time: Instant) {
    guard var one = learned?.removeValue(forKey: node) else { return }
    var edges: [InputListener.Edge] = []
    one.listener.finish(at: time, into: &edges)
    tell(edges, of: one)
  }

  func listen(to node: NodeID, _ description: DeviceDescription, isTaken: Bool, down: KeySet, at time: Instant) {
    guard isLearning, isTaken || InputListener.mayListen(to: description) else { return }
    let device = LearnedDevice(
      name: PrintableName.of(description.name), id: description.id, kind: description.kind.rawValue,
      phys: PrintableName.of(description.phys), uniq: PrintableName.of(description.uniq),
      isNameChanged: PrintableName.of(description.name) != description.name)
    learned?[node] = LearnedNode(
      device: device, keys: description.keys.codes, listener: InputListener(description, down: down, at: time))
  }

  /// A frame, while a client learns.
  func learn(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    var edges: [InputListener.Edge] = []
    for event in frame { learned?[node]?.listener.handle(event, into: &edges) }
    if let one = learned?[node] { tell(edges, of: one) }
  }

  /// A state that was read back, while a client learns.
  func learn(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    var edges: [InputListener.Edge] = []
    learned?[node]?.listener.handleState(down: down, axes: axes, at: time, into: &edges)
    if let one = learned?[node] { tell(edges, of: one) }
  }

  private func tell(_ edges: [InputListener.Edge], of one: LearnedNode) {
    for edge in edges {
      let place: Int? = if case .key(let code) = edge.input { one.keys.firstIndex(of: code) } else { nil }
      line.clear()
      line.writeLearn(
        device: one.device, input: EscapedText(InputText.text(of: edge.input.selector)), button: place.map { $0 + 1 },
        down: edge.down, time: edge.time.microseconds)
      sink.emit(LineHead(.learn), line)
    }
    if !edges.isEmpty { sink.flush() }
  }
}
