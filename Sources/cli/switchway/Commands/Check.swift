import ArgumentParser
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayYAML

/// `switchway check [FILE…]`: reports every problem in a profile file, with its position and how to fix it.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check profile files, and say how to fix problems.",
    discussion: "Exit status: 0 if there are no errors, 1 if there are, 3 without permission.")

  @Argument(
    help: "Profile files. Default: the current profile.", completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @Flag(help: "Also compare with the devices of this computer.")
  var devices = false

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if profile.config != nil, !files.isEmpty {
      throw ValidationError("--config: give the profile files either here or as arguments")
    }
  }

  func run() throws {
    var diagnostics: [DiagnosticMessage] = []
    var text = ""
    var worst: CommandFailure.Status?
    var wrong: [String] = []
    for file in files.isEmpty ? [profile.config] : files.map(Optional.some) {
      let (found, status) = try check(file)
      diagnostics += found.diagnostics.map(DiagnosticMessage.init)
      text += DiagnosticWords.text(of: found)
      if found.diagnostics.isEmpty { text += "\(Terminal.printable(file ?? found.path ?? "default")): no problems\n" }
      if found.profile == nil { wrong += found.diagnostics.filter { $0.severity == .error }.map(\.file) }
      if let status, worst != .permission { worst = status }
    }
    if output.json {
      var line = LineBuffer()
      line.putDiagnostics(diagnostics, upTo: .max)
      line.put("\n")
      try StandardOutput.write(line.bytes)
    } else {
      if !wrong.isEmpty, let words = SubstituteWords.ofDaemon(daemon.socket, insteadOf: wrong) { text += words + "\n" }
      try StandardOutput.write(text)
    }
    if let worst { throw CommandFailure(worst) }
  }

  /// Returns the problems of a file, and the exit status that they cause, which is `nil` if there are no errors.
  /// Without a file, checks the active profile of a running daemon, or the profile `default` if no daemon runs.
  private func check(_ file: String?) throws(CommandFailure) -> (LoadResult, CommandFailure.Status?) {
    var result = try ProfileInForce.load(file: file, askingAt: daemon.socket)
    guard let profile = result.profile else { return (result, ProfileInForce.status(of: result)) }
    LayoutAudit.audit(&result, environment: ProcessContext.current().environment)
    if devices { DeviceCheck.compare(&result, profile, with: try MachineDevices.all()) }
    return (result, result.profile == nil ? .failed : nil)
  }
}

/// Compares a profile with the devices of this computer.
enum DeviceCheck {
  /// Reports entries that match no device, switches that no device presses, inputs that press two switches, keys that
  /// reach the desktop, devices that are not read, and a mouse that no longer clicks.
  static func compare(_ result: inout LoadResult, _ profile: Profile, with present: [DeviceDescription]) {
    for (index, entry) in profile.devices.enumerated()
    where !present.contains(where: { entry.match.matches($0) }) && profile.needs(index, among: present) {
      let changed = DeviceTrouble.changed(profile, present).first { $0.entry == entry.name }
      result.warn(
        aboutDevice: entry.name, changed?.message ?? "no device that is plugged in is '\(entry.name)'",
        help: changed?.help ?? "plug it in, or use 'switchway devices' to see why it does not match")
    }
    for unread in UnreadWords.sentences(profile, present) {
      result.warn(
        aboutDevice: unread.entry, "'\(unread.device)' is not read, so its switches do nothing",
        help: unread.reason)
    }
    if let last = profile.lastClick(among: present) {
      result.warn(
        aboutDevice: profile.devices[last.entry].name, MouseWords.noClick(last.device.name),
        help: MouseWords.noClickMend)
    }
    LeakWords.warn(&result, profile, present)
    result.refuseInputs(on: present)
  }
}

extension Profile {
  /// Whether the profile needs a device of the entry `index`. This is so if the entry is required, if no switch uses
  /// it, or if a switch that uses it has no input on any device in `present`.
  fileprivate func needs(_ index: Int, among present: [DeviceDescription]) -> Bool {
    let users = switches.filter { one in one.inputs.contains { $0.device == index } }
    return devices[index].isRequired || users.isEmpty
      || !users.allSatisfy { one in
        one.inputs.contains { input in
          present.contains { entry(for: $0) == input.device && has($0, input.selector) }
        }
      }
  }
}
