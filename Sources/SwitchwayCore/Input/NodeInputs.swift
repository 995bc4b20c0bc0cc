/// What one attached node means to the switches of a profile: turns its events into edges of inputs.
///
/// An input is a switch's claim on a key, on any key, or on an axis. Looking one up costs O(log n) in the inputs on
/// this node, whatever else there is. Value 2 (the kernel's autorepeat), releases without a press and levels that are
/// repeated give no edge.
struct NodeInputs: Sendable {
  /// An input and whether it is closed.
  private struct Input: Sendable {
    let switchIndex: Int
    var isDown = false
  }

  private struct AxisInput: Sendable {
    let switchIndex: Int
    let code: UInt16
    let gauge: AxisGauge
    var isDown = false
  }

  /// An edge of an input.
  struct Edge: Hashable, Sendable {
    var switchIndex: Int
    var down: Bool
  }

  private(set) var downKeys = KeySet()
  private var downCount = 0
  /// Sorted by code, inputs on one code in the order of switches.
  private var keyCodes: [UInt16] = []
  private var keys: [Input] = []
  private var anyKeys: [Input] = []
  private var axes: [AxisInput] = []
  /// Edges of the latest event; reused.
  private(set) var edges: [Edge] = []

  /// The inputs that `profile` has on a node of this description, taken by the entry `entry`. A key that two switches name
  /// presses the first of them only: one press never makes two commands.
  init(profile: Profile, entry: Int, description: DeviceDescription) {
    let codes = description.keys.codes
    var byCode: [(code: UInt16, switchIndex: Int)] = []
    let shared = Set(profile.sharedInputs(on: description, entry: entry).map(\.later))
    for (index, definition) in profile.switches.enumerated() {
      for (place, input) in definition.inputs.enumerated() where input.device == entry {
        if shared.contains(InputUse(switchIndex: index, inputIndex: place)) { continue }
        switch input.selector {
        case .key(let code): byCode.append((code, index))
        case .button(let number):
          if number >= 1, number <= codes.count { byCode.append((codes[number - 1], index)) }
        case .anyKey: anyKeys.append(Input(switchIndex: index))
        case .axis(let condition):
          guard let axis = description.axes.first(where: { $0.code == condition.code }) else { continue }
          let gauge = AxisGauge(condition, axis: axis, among: description.axes, rest: definition.rest)
          axes.append(AxisInput(switchIndex: index, code: condition.code, gauge: gauge))
        }
      }
    }
    byCode.sort { ($0.code, $0.switchIndex) < ($1.code, $1.switchIndex) }
    keyCodes = byCode.map(\.code)
    keys = byCode.map { Input(switchIndex: $0.switchIndex) }
  }

  /// Whether this event is an edge of a key: one that the flood guard counts.
  func isKeyEdge(_ event: InputEvent) -> Bool {
    event.type == EventType.key && event.value != 2 && Int(event.code) < EventLimit.keyCodes
      && downKeys.contains(event.code) != (event.value != 0)
  }

  /// Takes an event; its edges are in `edges` until the next.
  mutating func handle(_ event: InputEvent) {
    edges.removeAll(keepingCapacity: true)
    switch event.type {
    case EventType.key where isKeyEdge(event): setKey(event.code, down: event.value != 0)
    case EventType.absolute: setAxis(event.code, to: event.value)
    default: break
    }
  }

  /// Takes the state that was read after events were lost, or at arrival; the differences are in `edges`.
  mutating func handleState(down: KeySet, axes values: [AxisDescription]) {
    edges.removeAll(keepingCapacity: true)
    for code in downKeys.codes where !down.contains(code) { setKey(code, down: false) }
    for code in down.codes where !downKeys.contains(code) { setKey(code, down: true) }
    for axis in values {
      if let value = axis.value { setAxis(axis.code, to: value) }
    }
  }

  /// The switch of each input that is closed, in the order of switches; one that has several is there as often.
  var closedSwitches: [Int] {
    var found = keys.filter(\.isDown).map(\.switchIndex)
    found += anyKeys.filter(\.isDown).map(\.switchIndex)
    found += axes.filter(\.isDown).map(\.switchIndex)
    return found.sorted()
  }

  private mutating func setKey(_ code: UInt16, down: Bool) {
    if down { downKeys.insert(code) } else { downKeys.remove(code) }
    downCount += down ? 1 : -1
    var index = firstInput(of: code)
    while index < keyCodes.count, keyCodes[index] == code {
      keys[index].isDown = down
      edges.append(Edge(switchIndex: keys[index].switchIndex, down: down))
      index += 1
    }
    for index in anyKeys.indices where anyKeys[index].isDown != (downCount > 0) {
      anyKeys[index].isDown = downCount > 0
      edges.append(Edge(switchIndex: anyKeys[index].switchIndex, down: downCount > 0))
    }
  }

  private mutating func setAxis(_ code: UInt16, to value: Int32) {
    // An axis that jumps from one side to the other has passed its rest: what lets go does so first.
    for pass in 0..<2 {
      for index in axes.indices where axes[index].code == code {
        let isDown = axes[index].gauge.isPressed(at: value, wasPressed: axes[index].isDown)
        guard isDown != axes[index].isDown, isDown == (pass == 1) else { continue }
        axes[index].isDown = isDown
        edges.append(Edge(switchIndex: axes[index].switchIndex, down: isDown))
      }
    }
  }

  /// The first place in `keyCodes` that is not below `code`.
  private func firstInput(of code: UInt16) -> Int {
    var low = 0
    var high = keyCodes.count
    while low < high {
      let middle = (low + high) / 2
      if keyCodes[middle] < code { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
