import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// Lines about devices, modes, files and the profile, and the parts of a `state`.
extension Performer {
  func identity(of facts: NodeFacts) -> NodeIdentity { identity(of: facts.description, entry: facts.entry) }

  private func identity(of description: DeviceDescription, entry: Int?) -> NodeIdentity {
    NodeIdentity(
      entry: entry.map { profile.devices[$0].name }, name: PrintableName.of(description.name), id: description.id,
      kind: description.kind.rawValue)
  }

  // MARK: Effects

  func report(_ change: NodeChange, _ facts: NodeFacts, at time: Instant) {
    let change: DeviceChange =
      switch change {
      case .added: .added
      case .removed: .removed
      case .grabbed: .grabbed
      case .released: .released
      }
    write(change, identity(of: facts), at: time)
  }

  private func write(_ change: DeviceChange, _ identity: NodeIdentity, reason: String? = nil, at time: Instant) {
    write {
      $0.writeDevice(change, node: identity, reason: reason.map { EscapedText($0) }, time: time.microseconds)
      return LineHead(.device)
    }
  }

  func report(_ mode: ModeName, _ isOn: Bool, at time: Instant) {
    write { lines.write(mode, isOn: isOn, at: time, into: &$0) }
    if mode == .panic { hasPanicked = isOn }
    guard mode == .panic, isOn else { return }
    write(.panic, "everything is let go of; 'switchway resume' takes it again", at: time)
  }

  func report(_ shared: SharedInput, _ facts: NodeFacts, at time: Instant) {
    write(.sharedInput, message(of: shared, on: facts.description), entry: facts.entry, at: time)
  }

  func report(_ edge: InputListener.Edge, _ facts: NodeFacts) {
    let description = facts.description
    let device = learnedDevice(description)
    let button: Int? =
      if case .key(let code) = edge.input { description.keys.codes.firstIndex(of: code).map { $0 + 1 } } else { nil }
    write {
      $0.writeLearn(
        device: device, input: EscapedText(InputText.text(of: edge.input.selector)), button: button,
        down: edge.down, time: edge.time.microseconds)
      return LineHead(.learn)
    }
  }

  func report(_ change: LearnedChange, of id: NodeID, _ facts: NodeFacts) {
    let node = Int64(id.rawValue)
    write {
      switch change {
      case .added(let held, let time):
        let description = facts.description
        $0.writeLearnedNode(
          device: learnedDevice(description), node: node, bus: Int64(description.bus),
          version: Int64(description.version), keys: Array(description.keys.codes),
          axes: description.axes.map { [Int32($0.code), $0.minimum, $0.maximum] + ($0.value.map { [$0] } ?? []) },
          held: held, time: time.microseconds)
      case .events(let events):
        $0.writeLearnedEvents(
          node: node, events.map(Self.numbers), held: nil, time: events.last?.time.microseconds ?? 0)
      case .lost(let held, let axes, let time):
        $0.writeLearnedEvents(node: node, axes.map(Self.numbers), held: held, time: time.microseconds)
      case .removed(let time): $0.writeLearnedRemoval(node: node, time: time.microseconds)
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

  // MARK: Reports without a decision

  /// Reports that a matched node could not be opened, or can no longer be read.
  public func announceFailure(
    of description: DeviceDescription, entry: Int?, reason: String, at time: Instant
  ) {
    write(.failed, identity(of: description, entry: entry), reason: reason, at: time)
    sink.flush()
  }

  /// Reports a node that is not attached: it came or went.
  public func announce(_ change: DeviceChange, _ description: DeviceDescription, entry: Int?, at time: Instant) {
    write(change, identity(of: description, entry: entry), at: time)
    sink.flush()
  }

  /// Reports that key-remap files were read.
  public func announceConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    write {
      $0.writeConfig(loaded: loaded, diagnostics: diagnostics)
      return LineHead(.config)
    }
    sink.flush()
  }

  /// Warns about a device, or about the whole profile.
  public func warn(_ code: WarningCode, entry: Int?, message: String, at time: Instant) {
    write(code, message, entry: entry, at: time)
    sink.flush()
  }

  private func write(_ code: WarningCode, _ message: String, entry: Int? = nil, at time: Instant) {
    let name = entry.map { EscapedText(profile.devices[$0].name) }
    write {
      $0.writeWarning(code, about: name.map { .device($0) }, message: EscapedText(message), time: time.microseconds)
      return LineHead(.warning)
    }
  }

  /// Call this when a node of the entry went. Warns if the profile requires the entry and no other node of it is left.
  public func warnIfAbsent(_ entry: Int, at time: Instant) {
    guard profile.devices.indices.contains(entry), profile.devices[entry].isRequired,
      !interpreter.hasNode(of: entry)
    else { return }
    warn(.deviceLost, entry: entry, message: "a device that is needed is gone: plug it in again", at: time)
  }

  /// A message for each input of the device that belongs to two switches: which of them it presses.
  package func sharedInputMessages(_ device: DeviceDescription, entry: Int) -> [String] {
    profile.sharedInputs(on: device, entry: entry).map { message(of: $0, on: device) }
  }

  private func message(of shared: SharedInput, on device: DeviceDescription) -> String {
    let names = [shared.earlier, shared.later].map { profile.switches[$0.switchIndex].name }
    let code = InputText.text(of: .key(shared.code))
    return "\(code) of '\(PrintableName.of(device.name))' is the input of two switches: it presses '\(names[0])', "
      + "and not '\(names[1])'; give each an input of its own"
  }

  // MARK: Parts of a state

  /// The devices of a `state`: those that are read, in the order in which they came.
  public var stateOfDevices: [StateMessage.Device] {
    interpreter.nodeStates.map { node in
      StateMessage.Device(
        node: identity(of: node.facts), isGrabbed: node.isGrabbed,
        failure: node.grabFailure.map { StateMessage.Device.Failure(reason: $0.reason, message: $0.message) })
    }
  }

  /// The switches of a `state`.
  public var stateOfSwitches: [StateMessage.Switch] {
    lines.stateOfSwitches { interpreter.isDown($0) }
  }

  /// The modes of a `state`.
  public var modes: StateMessage.Modes {
    var modes = StateMessage.Modes()
    modes.rest = interpreter.isResting
    modes.passThrough = interpreter.isPassingThrough
    modes.gesture = interpreter.isGesturing
    modes.panic = interpreter.hasPanicked
    modes.isActive = interpreter.isActive
    modes.isLocked = interpreter.isLocked
    return modes
  }

  /// What the scanning clock does; nil: the profile has no clock.
  public var scanState: ScanMessage? { interpreter.scanState.map(lines.message(of:)) }

  /// The open question.
  public var openQuestion: QuestionMessage? { interpreter.question.map { EventLines.message(of: $0) } }
}
