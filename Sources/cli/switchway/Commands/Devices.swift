import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayFiles
import SwitchwayProtocol
import SwitchwayYAML

/// `switchway devices [RECORDING…]`: lists devices, what they can send, and which entry matches them.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List input devices, what they can send, and which the profile uses.",
    discussion: "Opens no device. With recordings, lists the devices that they describe.")

  @Argument(help: "Recordings (evemu's text) to read instead of the devices of this computer.", completion: .file())
  var recordings: [String] = []

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let profile = try inForce()
    let held = held()
    let all: [DeviceDescription]
    // For each device, the events that a virtual keyboard cannot pass on.
    var foreign: [String?] = []
    var paths: [String] = []
    if recordings.isEmpty {
      let machine = try MachineDevices.announced()
      all = machine.map(\.description)
      foreign = machine.map(\.foreignEvents)
      paths = machine.map(\.path)
    } else {
      all = try RecordingArguments.read(recordings).map(\.description)
    }
    let groups = DeviceGroups.of(all)
    var reports = all.indices.map { index in
      let others = all.indices.filter { $0 != index && groups[$0] == groups[index] }
      return DeviceReport(
        all[index], profile: profile, held: held, others: others.map { all[$0].name },
        twins: Twins.others(like: index, in: all, groups), foreign: foreign.isEmpty ? nil : foreign[index],
        knowsRanges: !recordings.isEmpty)
    }
    let shared = reports.indices.filter {
      reports[$0].isRead && !reports[$0].isGrabbed && paths.indices.contains($0)
    }
    if !shared.isEmpty {
      let holders = NodeHolders(nodes: paths.count)
      for index in shared { reports[index].programs = holders.of(paths[index]) }
    }
    if output.json {
      try StandardOutput.write(DeviceReport.json(reports))
    } else if reports.isEmpty {
      try StandardOutput.write("no input devices\n")
    } else {
      try StandardOutput.write(reports.map(\.text).joined(separator: "\n"))
    }
    guard recordings.isEmpty, !output.json else { return }
    for trouble in DeviceTrouble.all(profile, all) {
      Terminal.complain("\(trouble.message)\nhelp: \(trouble.help)")
    }
  }

  /// Returns the profile in use. If the profile cannot be used, prints a warning and returns an empty profile. Throws
  /// if the person named a file that cannot be read.
  private func inForce() throws(CommandFailure) -> Profile {
    let result = load()
    if let profile = result.profile { return profile }
    // The result has no path if no file could be read.
    if result.path == nil, profile.config != nil { throw ProfileInForce.refusal(of: result) }
    if let foreign = result.diagnostics.lazy.compactMap({ ForeignPath($0.file) }).first {
      Terminal.complain("\(foreign.message)\nhelp: \(foreign.help)")
      return .empty
    }
    if result.path == nil {
      Terminal.complain(ProfileInForce.refusal(of: result).message)
      return .empty
    }
    let command = ProfileInForce.check(of: profile.config)
    Terminal.complain("the profile has errors, so no entry matches any device\nhelp: \(command)")
    return .empty
  }

  /// Returns the profile that a running daemon uses, if the daemon reports it. Otherwise returns the profile that a
  /// daemon would read.
  private func load() -> LoadResult {
    do throws(CommandFailure) {
      return try ProfileInForce.load(file: profile.config, askingAt: daemon.socket)
    } catch {
      if error.status != .noDaemon { Terminal.complain(error.message) }
      return ProfileInForce.load(file: profile.config).result
    }
  }

  /// Returns the devices that the daemon reports. Returns `nil` if no daemon answers, or if recordings are listed.
  private func held() -> [HeldDevice]? {
    guard recordings.isEmpty, let dialogue = try? DaemonDialogue(socket: daemon.socket) else { return nil }
    let state = dialogue.state
    return state.devices.map { HeldDevice($0, modes: state.modes) }
  }
}

/// Finds devices that have the same name and id, so that an entry that matches by these cannot distinguish them.
enum Twins {
  /// Returns one node of each other device that has the same name and ids as the node at `index`. `groups` has the
  /// number of the device to which each node belongs.
  static func devices(like index: Int, in devices: [DeviceDescription], _ groups: [Int]) -> [DeviceDescription] {
    var found: Set<Int> = [groups[index]]
    let same = devices.indices.filter {
      devices[$0].name == devices[index].name && devices[$0].id == devices[index].id
    }
    return same.filter { found.insert(groups[$0]).inserted }.map { devices[$0] }
  }

  /// Returns the number of these other devices.
  static func others(like index: Int, in devices: [DeviceDescription], _ groups: [Int]) -> Int {
    self.devices(like: index, in: devices, groups).count
  }
}

/// A device in the daemon's `state`.
struct HeldDevice: Equatable {
  let name: String
  let id: String
  let kind: String
  let isGrabbed: Bool
  /// The reason, in words, why the device is not grabbed although it should be. `nil` if the daemon gives no reason.
  var obstacle: String?
  /// Whether another program has grabbed the device, so that nobody else receives its events.
  var isElsewhere = false
}

extension HeldDevice {
  /// The `reason` of a device that another program has grabbed.
  static let busy = "busy"

  /// Returns the devices in the daemon's state that another program has grabbed.
  static func busy(in state: Wire.State) -> [Wire.Device] {
    state.devices.filter { $0.isGrabbed == false && $0.reason == busy }
  }

  /// Reads a device in the daemon's state. `modes`: the modes in this state.
  init(_ device: Wire.Device, modes: Wire.Modes) {
    let obstacle =
      modes.isOn(.panic)
      ? "the emergency release is active; 'switchway resume' grabs the device again"
      : device.message.map { Terminal.printable($0) }
    self.init(
      name: device.name, id: device.id, kind: device.kind, isGrabbed: device.isGrabbed ?? false,
      obstacle: obstacle, isElsewhere: device.reason == HeldDevice.busy)
  }
}
