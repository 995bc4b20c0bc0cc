import SwitchwayConfig
import SwitchwayCore
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayTime

// Reports about devices and files, which need no decision of the interpreter, and the state.
extension Performer {
  /// Reports that a node that an entry of the profile matches could not be opened, or can no longer be read.
  public func announceFailure(
    of description: DeviceDescription, entry: Int?, reason: String, at time: Instant
  ) {
    state.write { $0.write(.failed, description, entry: entry, reason: reason, at: time, into: &$1) }
    sink.flush()
  }

  /// Reports a change of a node that the interpreter does not know, for example that it was added or removed.
  public func announce(_ change: NodeChange, _ description: DeviceDescription, entry: Int?, at time: Instant) {
    state.write { $0.write(change, description, entry: entry, at: time, into: &$1) }
    sink.flush()
  }

  /// Reports that profile files were read.
  public func announceConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    state.write {
      $1.writeConfig(loaded: loaded, diagnostics: diagnostics)
      return LineHead(.config)
    }
    sink.flush()
  }

  /// Warns about a device, or about the whole profile.
  public func warn(_ code: WarningCode, entry: Int?, message: String, at time: Instant) {
    state.write { $0.write(code, message, entry: entry, at: time, into: &$1) }
    sink.flush()
  }

  /// Warns if the profile requires a device of the entry and there is no node of it any more. Call this when a node of
  /// the entry has gone.
  public func warnIfAbsent(_ entry: Int, at time: Instant) {
    guard profile.devices.indices.contains(entry), profile.devices[entry].isRequired,
      !interpreter.hasNode(of: entry)
    else { return }
    warn(.deviceLost, entry: entry, message: "a required device was unplugged: plug it in again", at: time)
  }

  /// Returns a message for each input of the device that belongs to two switches. It says which of the two the input
  /// presses.
  package func sharedInputMessages(_ device: DeviceDescription, entry: Int) -> [String] {
    profile.sharedInputs(on: device, entry: entry).map { state.message(of: $0, on: device) }
  }

  /// Whether an emergency release is active, in which all devices are released.
  public var hasPanicked: Bool { interpreter.hasPanicked }

  // MARK: The state

  /// Returns the contents of a `state` line, without the claims, which the server adds. Its devices are the nodes that
  /// are read, in the order in which they were added.
  ///
  /// - Parameters:
  ///   - profiles: the names of all profiles, sorted.
  ///   - typingObstacle: the reason why the request `type` would be refused now. `nil` if it would be accepted.
  ///   - pointingObstacle: the reason why the request `point` would be refused now. `nil` if it would be accepted.
  public func stateMessage(
    profiles: [String], typingObstacle: String?, pointingObstacle: String?, at time: Instant
  ) -> StateMessage {
    let interpreter = interpreter
    let nodes = interpreter.nodeStates
    var devices = state.lines.state(of: nodes)
    for (index, node) in nodes.enumerated() where !node.setAside.isEmpty {
      devices[index].note =
        HeldKeys.words(node.setAside, namesText: true) + ", and has been for 10 s; it is ignored until it is pressed "
        + "and released once more"
    }
    return StateMessage(
      profileName: interpreter.profile.name, profileLabel: interpreter.profile.label, profiles: profiles,
      modes: interpreter.modes, devices: devices,
      switches: state.lines.stateOfSwitches { interpreter.isDown($0) }, question: interpreter.question,
      scan: interpreter.scanState, typingObstacle: typingObstacle,
      pointingObstacle: pointingObstacle, time: time)
  }
}
