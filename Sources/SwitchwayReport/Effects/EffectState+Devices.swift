import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// Lines about devices, modes and the profile.
extension EffectState {
  func identity(of facts: NodeFacts) -> NodeIdentity { identity(of: facts.description, entry: facts.entry) }

  func identity(of description: DeviceDescription, entry: Int?) -> NodeIdentity {
    NodeIdentity(
      entry: entry.map { profile.devices[$0].name }, name: PrintableName.of(description.name), id: description.id,
      kind: description.kind.rawValue)
  }

  mutating func report(_ change: NodeChange, _ facts: NodeFacts, at time: Instant) {
    let change: DeviceChange =
      switch change {
      case .added: .added
      case .removed: .removed
      case .grabbed: .grabbed
      case .released: .released
      }
    write(change, identity(of: facts), at: time)
  }

  mutating func write(
    _ change: DeviceChange, _ identity: NodeIdentity, reason: String? = nil, at time: Instant
  ) {
    write {
      $1.writeDevice(change, node: identity, reason: reason, time: time.microseconds)
      return LineHead(.device)
    }
  }

  mutating func report(_ shared: SharedInput, _ facts: NodeFacts, at time: Instant) {
    write(.settingUnused, message(of: shared, on: facts.description), entry: facts.entry, at: time)
  }

  mutating func report(_ edge: InputListener.Edge, _ facts: NodeFacts) {
    let description = facts.description
    let button: Int? =
      if case .key(let code) = edge.input { description.keys.codes.firstIndex(of: code).map { $0 + 1 } } else { nil }
    let device = learnedDevice(description)
    write {
      $1.writeLearn(
        device: device, input: EscapedText(InputText.text(of: edge.input.selector)), button: button,
        down: edge.down, time: edge.time.microseconds)
      return LineHead(.learn)
    }
  }

  mutating func report(_ change: LearnedChange, of id: NodeID, _ facts: NodeFacts) {
    let node = Int64(id.rawValue)
    let device = learnedDevice(facts.description)
    write {
      switch change {
      case .added(let held, let time):
        let description = facts.description
        $1.writeLearnedNode(
          device: device, node: node, bus: Int64(description.bus), version: Int64(description.version),
          keys: Array(description.keys.codes),
          axes: description.axes.map { [Int32($0.code), $0.minimum, $0.maximum] + ($0.value.map { [$0] } ?? []) },
          held: held, time: time.microseconds)
      case .events(let events):
        $1.writeLearnedEvents(
          node: node, events.map(Self.numbers), held: nil, time: events.last?.time.microseconds ?? 0)
      case .lost(let held, let axes, let time):
        $1.writeLearnedEvents(node: node, axes.map(Self.numbers), held: held, time: time.microseconds)
      case .removed(let time): $1.writeLearnedRemoval(node: node, time: time.microseconds)
      }
      return LineHead(.learn)
    }
  }

  private static func numbers(_ event: InputEvent) -> [Int64] {
    [event.time.microseconds, Int64(event.type), Int64(event.code), Int64(event.value)]
  }

  private func learnedDevice(_ description: DeviceDescription) -> LearnedDevice {
    LearnedDevice(
      name: PrintableName.of(description.name), id: description.id, kind: description.kind.rawValue,
      phys: PrintableName.of(description.phys), uniq: PrintableName.of(description.uniq),
      isNameChanged: PrintableName.of(description.name) != description.name)
  }

  mutating func write(
    _ code: WarningCode, _ message: String, entry: Int? = nil, at time: Instant
  ) {
    let name = entry.map { EscapedText(profile.devices[$0].name) }
    write {
      $1.writeWarning(code, about: name.map { .device($0) }, message: EscapedText(message), time: time.microseconds)
      return LineHead(.warning)
    }
  }

  func message(of shared: SharedInput, on device: DeviceDescription) -> String {
    let names = [shared.earlier, shared.later].map { profile.switches[$0.switchIndex].name }
    let code = InputText.text(of: .key(shared.code))
    return "\(code) of '\(PrintableName.of(device.name))' is the input of two switches: it presses '\(names[0])', "
      + "and not '\(names[1])'; give each an input of its own"
  }
}
