import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// What is told of devices, files and the profile, and what is so now.
extension Engine {
  /// A node that an entry takes could not be opened, or not be read any more.
  public func announceFailure(
    of description: DeviceDescription, entry: Int?, reason: String, at time: Instant
  ) {
    line.clear()
    line.writeDevice(
      .failed, node: identity(of: description, entry: entry), reason: EscapedText(reason), time: time.microseconds)
    emit(.device)
  }

  /// An attached node was taken from the rest of the desktop, or given back to it.
  public func setGrabbed(_ node: NodeID, _ isGrabbed: Bool, at time: Instant) {
    guard let known = nodes[node], known.isGrabbed != isGrabbed else { return }
    nodes[node]?.isGrabbed = isGrabbed
    if isGrabbed { known.grabFailure = nil }
    if known.hasKeys, !takesKeyboardsAtOnce { takeKeys(node, known, isGrabbed, at: time) }
    write(device: isGrabbed ? .grabbed : .released, known.identity, at: time)
  }

  /// A node that is to be grabbed is not, for a reason: it is told to whoever asks for the state.
  func setGrabFailure(_ node: NodeID, reason: String, message: String) {
    nodes[node]?.grabFailure = StateMessage.Device.Failure(reason: reason, message: message)
  }

  /// A node that is not attached came or went.
  public func announce(_ change: DeviceChange, _ description: DeviceDescription, entry: Int?, at time: Instant) {
    write(device: change, identity(of: description, entry: entry), at: time)
  }

  /// Key-remap files were read.
  public func announceConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    line.clear()
    line.writeConfig(loaded: loaded, diagnostics: diagnostics)
    emit(.config)
  }

  /// A warning about a device, or about the profile as a whole.
  public func warn(_ code: WarningCode, entry: Int?, message: String, at time: Instant) {
    let name = entry.map { EscapedText(profile.devices[$0].name) }
    line.clear()
    line.writeWarning(
      code, about: name.map { .device($0) }, message: EscapedText(message), time: time.microseconds)
    emit(.warning)
  }

  /// A node of this entry went: told where the profile requires the entry and no other node of it is left.
  public func warnIfAbsent(_ entry: Int, at time: Instant) {
    guard profile.devices.indices.contains(entry), profile.devices[entry].isRequired,
      !nodes.values.contains(where: { $0.entry == entry })
    else { return }
    warn(.deviceLost, entry: entry, message: "a device that is needed is gone: plug it in again", at: time)
  }

  // MARK: What is so now

  /// The devices of a `state`: those that are listened to, in the order in which they came.
  public var stateOfDevices: [StateMessage.Device] {
    nodes.filter { $1.entry != nil }.sorted { $0.key < $1.key }
      .map {
        StateMessage.Device(node: $0.value.identity, isGrabbed: $0.value.isGrabbed, failure: $0.value.grabFailure)
      }
  }

  /// How many nodes are listened to.
  public var deviceCount: Int { nodes.values.count { $0.entry != nil } }

  /// The entries that the profile requires and that no device is: in the order of the key-remap file.
  public var absentDevices: [String] {
    let present = Set(nodes.values.compactMap(\.entry))
    return profile.devices.enumerated().filter { $1.isRequired && !present.contains($0) }.map(\.element.name)
  }

  /// The switches of a `state`.
  public var stateOfSwitches: [StateMessage.Switch] {
    lines.stateOfSwitches { pipeline.isDown($0) }
  }
}
