import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayJSON

/// `switchway devices [RECORDING…]`: what is there, what it can send, and which entry takes it.
struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists devices, what they can send, and which entry of the key-remap file takes them.",
    discussion: "No device is opened. With recordings, those that they describe are listed.")

  @Argument(help: "Recordings (evemu's text) instead of the machine's devices.", completion: .file())
  var recordings: [String] = []

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let profile = inForce()
    let held = held()
    let all: [DeviceDescription]
    // What each sends that a virtual keyboard cannot pass on.
    var foreign: [String?] = []
    if recordings.isEmpty {
      let machine = try MachineDevices.announced()
      all = machine.map(\.description)
      foreign = machine.map(\.foreignEvents)
    } else {
      all = try RecordingArguments.read(recordings).map(\.description)
    }
    let groups = DeviceGroups.of(all)
    let reports = all.indices.map { index in
      let others = all.indices.filter { $0 != index && groups[$0] == groups[index] }
      return DeviceReport(
        all[index], profile: profile, held: held, others: others.map { all[$0].name },
        twins: Twins.others(like: index, in: all, groups), foreign: foreign.isEmpty ? nil : foreign[index],
        knowsRanges: !recordings.isEmpty)
    }
    if output.json {
      try StandardOutput.write(DeviceReport.json(reports))
    } else if reports.isEmpty {
      try StandardOutput.write("no input devices\n")
    } else {
      try StandardOutput.write(reports.map(\.text).joined(separator: "\n"))
    }
  }

  /// The key-remap file in force; an empty one where it cannot be used, which is said.
  private func inForce() -> Profile {
    let result = load()
    if let profile = result.profile { return profile }
    let command = profile.config.map { "switchway check \($0)" } ?? "switchway check"
    Terminal.complain("the key-remap file has errors, and no entry of it takes anything\nhelp: \(command)")
    return .empty
  }

  /// The file that a daemon has in force, where one says so; else the one that it would read.
  private func load() -> LoadResult {
    do throws(CommandFailure) {
      return try ProfileInForce.load(file: profile.config, askingAt: daemon.socket)
    } catch {
      if error.status != .noDaemon { Terminal.complain(error.message) }
      return ProfileInForce.load(file: profile.config).result
    }
  }

  /// What a daemon says that it has; nil where none answers, or it is about recordings.
  private func held() -> [HeldDevice]? {
    guard recordings.isEmpty, let dialogue = try? DaemonDialogue(socket: daemon.socket) else { return nil }
    let state = dialogue.state.value
    return (state["devices"]?.arrayValue ?? []).compactMap { HeldDevice($0, modes: state["modes"]) }
  }
}

/// Devices that cannot be told apart by a match on name and id.
enum Twins {
  /// How many other devices have the name and ids of the one at `index`. `groups`: which nodes are one device.
  static func others(like index: Int, in devices: [DeviceDescription], _ groups: [Int]) -> Int {
    let same = devices.indices.filter {
      devices[$0].name == devices[index].name && devices[$0].id == devices[index].id && groups[$0] != groups[index]
    }
    return Set(same.map { groups[$0] }).count
  }
}

/// A device of a daemon's `state`.
struct HeldDevice: Equatable {
  let name: String
  let id: String
  let kind: String
  let isGrabbed: Bool
  /// Why it is not grabbed although it is to be, in words; nil: the daemon does not say.
  let obstacle: String?

  init(name: String, id: String, kind: String, isGrabbed: Bool, obstacle: String? = nil) {
    (self.name, self.id, self.kind, self.isGrabbed, self.obstacle) = (name, id, kind, isGrabbed, obstacle)
  }

  /// `modes`: the daemon's.
  init?(_ value: JSONValue, modes: JSONValue?) {
    guard let name = value["name"]?.stringValue, let id = value["id"]?.stringValue else { return nil }
    let obstacle =
      modes?["panic"] == .bool(true)
      ? "the panic chord was held; 'switchway resume' takes it again"
      : value["message"]?.stringValue.map { Terminal.printable($0) }
    self.init(
      name: name, id: id, kind: value["kind"]?.stringValue ?? "", isGrabbed: value["grabbed"]?.boolValue ?? false,
      obstacle: obstacle)
  }
}
