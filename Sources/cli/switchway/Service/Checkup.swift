import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayExplain
import SwitchwayFiles
import SwitchwayText

/// The checks of `switchway doctor`, in the order in which problems should be solved.
enum Checkup {
  static func findings(of facts: MachineFacts) -> [Finding] {
    [
      config(facts), devices(facts), groups(facts), rules(facts), uinput(facts), session(facts), service(facts),
      socket(facts), inForce(facts),
    ] + desktop(facts)
  }

  private static func config(_ facts: MachineFacts) -> Finding {
    if let foreign = facts.foreign {
      return .warning("config", "\(Terminal.printable(foreign.path)): \(foreign.message)", help: foreign.help)
    }
    guard facts.configErrors == 0 else {
      return .problem(
        "config",
        "the profile has \(facts.configErrors) \(facts.configErrors == 1 ? "error" : "errors"): "
          + facts.configFirst + (facts.substitute.map { "; \($0) is used until they are fixed" } ?? ""),
        help: ProfileInForce.check(of: facts.configGiven))
    }
    let path = facts.configPath ?? "the profile"
    if let person = facts.otherPerson {
      return .warning(
        "config", "\(path) can be used; as root, doctor does not look for profiles of \(person)",
        help: "run it without sudo, or: sudo -u \(person) switchway doctor")
    }
    return .ok("config", "\(path) can be used")
  }

  private static func devices(_ facts: MachineFacts) -> Finding {
    guard facts.nodeCount > 0 else {
      return .warning(
        "permissions", "no input device is plugged in", help: "plug the switch in, then: switchway devices")
    }
    // While the profile has errors, the devices that it needs are not known. Without this check, the advice would be to
    // set up another profile.
    guard facts.configErrors == 0 || !facts.taken.isEmpty else {
      return .warning(
        "permissions", "the errors in the profile hide which devices it uses",
        help: ProfileInForce.check(of: facts.configGiven))
    }
    guard !facts.taken.isEmpty else {
      if let name = facts.unplugged.first {
        let others = facts.unplugged.count > 1 ? ", nor any other device of the profile" : ""
        return .warning(
          "permissions", "'\(PrintableName.of(name))' of the profile is not plugged in\(others)",
          help: "plug it in; if it is, try another socket or cable; switchway devices lists what is plugged in")
      }
      return .warning(
        "permissions", "the profile matches none of the \(facts.nodeCount) input devices",
        help: "switchway setup finds the switch when it is pressed; switchway devices lists what is plugged in")
    }
    if let closed = facts.taken.first(where: { !$0.isReadable && !$0.isServiceReadable }) {
      return .problem(
        "permissions", "\(closed.path) (\(closed.name)) cannot be read by \(facts.user) or the group input",
        help:
          "sudo udevadm trigger --settle \(closed.path); if that does not help, a udev rule of this computer forbids it"
      )
    }
    for node in facts.taken {
      guard let reason = node.unread else { continue }
      return .problem("permissions", "\(node.path) (\(node.name)) is not read: \(reason)", help: "switchway edit")
    }
    let count = facts.taken.count
    let what = "\(count) \(count == 1 ? "device" : "devices") of the profile"
    if facts.taken.allSatisfy(\.isReadable) { return .ok("permissions", "\(what) can be read by \(facts.user)") }
    return .ok("permissions", "\(what) can be read by the service")
  }

  private static func groups(_ facts: MachineFacts) -> Finding {
    guard facts.hasInputGroup else {
      return .problem("groups", "the group input does not exist", help: "sudo systemd-sysusers")
    }
    guard facts.hasTypingGroup else {
      return .problem(
        "groups", "the group \(ServicePlaces.typingGroup) does not exist", help: "sudo systemd-sysusers switchway.conf")
    }
    if let group = facts.memberships.first {
      let may = group == ServicePlaces.inputGroup ? "read every key" : "type"
      return .warning(
        "groups", "\(facts.user) is in the group \(group): all of this user's programs can \(may)",
        help: "sudo gpasswd --delete \(facts.user) \(group), then log in again; the service does not need it")
    }
    return .ok("groups", "input and \(ServicePlaces.typingGroup) exist, and \(facts.user) is in neither")
  }

  private static func rules(_ facts: MachineFacts) -> Finding {
    guard let rule = facts.rule else {
      return .problem(
        "udev-rules", "\(ServicePlaces.rule) is not installed",
        help: "install the package, or run 'sudo make install' in the sources; then: sudo udevadm control --reload")
    }
    return .ok("udev-rules", rule)
  }

  private static func uinput(_ facts: MachineFacts) -> Finding {
    guard let rights = facts.uinput else {
      return .problem(
        "uinput", "\(ServicePlaces.uinput) does not exist, so Switchway cannot type keys", help: "sudo modprobe uinput")
    }
    if rights.mode & 0o006 != 0 {
      return .warning(
        "uinput", "\(ServicePlaces.uinput) is open to all, so every program on this computer can type keys",
        help: "sudo udevadm trigger --settle \(ServicePlaces.uinput); if that does not help, another udev rule opens it"
      )
    }
    guard facts.isUinputGiven else {
      return .problem(
        "uinput",
        "\(ServicePlaces.uinput) does not belong to group \(ServicePlaces.typingGroup), so Switchway cannot type keys",
        help: "sudo udevadm control --reload && sudo udevadm trigger --settle \(ServicePlaces.uinput)")
    }
    if facts.lacksKeyboard, case .here(_, _, _, isActive: true, let modes) = facts.daemon, !modes.contains("panic") {
      return .problem(
        "uinput", "switchwayd has no virtual keyboard, so Switchway cannot type keys",
        help: "it tries again within 30 s; if that does not help: sudo systemctl restart "
          + ServicePlaces.unit(of: facts.user))
    }
    return .ok("uinput", "the service can create its virtual keyboard")
  }

  private static func session(_ facts: MachineFacts) -> Finding {
    switch facts.session {
    case .unknown:
      return .warning(
        "session", "logind is not running, so switchwayd does not know the active session and reads no devices",
        help: "start logind, or start switchwayd with --session always")
    case .behind:
      return .warning(
        "session", "\(facts.user)'s session is not the active one on this computer, so no device is read for them now",
        help: "log in at the computer itself, or switch to that session")
    case .inFront(let seat):
      return .ok("session", "\(facts.user)'s session is active on \(seat)")
    }
  }

  private static func service(_ facts: MachineFacts) -> Finding {
    let unit = ServicePlaces.unit(of: facts.user)
    let install = "sudo switchway install-service \(facts.placeholder)"
    guard facts.hasSystemd else {
      return .warning("service", "systemd is not running here", help: "start switchwayd from the session")
    }
    guard facts.template != nil else {
      return .problem(
        "service", "\(ServicePlaces.template) is not installed",
        help: "install the package, or run 'sudo make install' in the sources")
    }
    guard let state = facts.unit else {
      return .warning("service", "systemd does not report the state of \(unit)", help: "systemctl status \(unit)")
    }
    if state.state == "failed" {
      return .problem(
        "service", "\(unit) failed (\(state.result))",
        help:
          "'journalctl -u \(unit)' shows why; then: sudo systemctl reset-failed \(unit) && sudo systemctl start \(unit)"
      )
    }
    guard state.state == "active" || state.state == "reloading" else {
      return .problem("service", "\(unit) is not running (\(state.state))", help: install)
    }
    guard state.isEnabled else {
      return .warning("service", "\(unit) is running, but does not start at boot", help: install)
    }
    return .ok("service", "\(unit) is running, and starts at boot")
  }

  private static func socket(_ facts: MachineFacts) -> Finding {
    switch facts.daemon {
    case .none(let why, let help):
      return .problem(
        "socket", why, help: help ?? "sudo switchway install-service \(facts.placeholder), or start switchwayd")
    case .here(let version, let profile, let devices, let isActive, let modes):
      if let finding = severalDaemons(facts) ?? self.modes(modes) { return finding }
      let what = "\(version) answers: profile \(profile), \(devices) \(devices == 1 ? "device" : "devices")"
      return .ok("socket", isActive ? what : what + "; it reads none while another session is active")
    }
  }

  /// Returns a warning if a mode is on in which presses or keys do not have their usual effect.
  private static func modes(_ modes: Set<String>) -> Finding? {
    if modes.contains("panic") {
      return .warning(
        "socket", "the emergency release is active: Switchway has released all devices", help: "switchway resume")
    }
    if modes.contains("pass-through") {
      return .warning("socket", ModeWords.passThrough, help: "switchway pass-through off")
    }
    if modes.contains("rest") {
      return .warning("socket", "switches are paused: presses make no commands", help: "switchway rest off")
    }
    guard modes.contains("suspended") else { return nil }
    return .warning(
      "socket", "switches type nothing, because monitor, setup, calibrate, learn, edit or why runs in a terminal",
      help: "end that program, or press a switch ten times")
  }

  /// Returns a problem if several daemons of the person answer, or if programs find another daemon instead of the
  /// service.
  private static func severalDaemons(_ facts: MachineFacts) -> Finding? {
    guard let first = facts.listeners.first else { return nil }
    let unit = ServicePlaces.unit(of: facts.user)
    let service = facts.unit?.process ?? 0
    func who(_ listener: MachineFacts.Listener) -> String {
      guard let process = listener.process else { return "a daemon at \(listener.path)" }
      return (process == service ? "\(unit)" : "process \(process)") + " at \(listener.path)"
    }
    if let other = facts.listeners.first(where: { $0.process != service && $0.process != nil }),
      facts.listeners.count > 1
    {
      return .problem(
        "socket", "\(facts.listeners.count) daemons answer: \(facts.listeners.map(who).joined(separator: ", "))",
        help: "programs connect to the first; end the one that you do not want, for example: kill "
          + "\(other.process ?? 0)")
    }
    guard facts.unit?.state == "active", service > 0, let process = first.process, process != service else {
      return nil
    }
    return .problem(
      "socket",
      "programs connect to \(who(first)) and not to \(unit), whose socket is \(SocketPath.ofService(for: facts.user))",
      help: "kill \(process), and unset SWITCHWAY_SOCKET where it is set")
  }

  /// Checks the devices of the active profile: whether they are plugged in, grabbed and used by a switch.
  private static func inForce(_ facts: MachineFacts) -> Finding {
    if let first = facts.absent.first {
      let names = facts.absent.map { "'\($0)'" }.joined(separator: ", ")
      return .problem(
        "devices", "required and not plugged in: \(names)",
        help: "plug it in; 'switchway devices' lists the devices, and says why none of them is '\(first)'")
    }
    if let held = facts.held.first {
      let trouble = DeviceTrouble.grabbed(device: held.name, path: held.path, programs: held.programs)
      return .problem("devices", trouble.message, help: trouble.help)
    }
    if let first = facts.heldKeys.first {
      return .warning("devices", first, help: "remove anything that lies on the key; otherwise unplug the device")
    }
    guard facts.looseKeyboards.isEmpty else {
      return .problem(
        "devices",
        "not grabbed, so it types and gives no commands: \(facts.looseKeyboards.joined(separator: ", "))",
        help: "release all its keys; if that does not help, 'switchway devices' shows why")
    }
    if let node = facts.taken.first(where: { $0.unheard != nil }), let help = node.unheard {
      return .warning("devices", "\(node.name) has no input that a switch of the profile uses", help: help)
    }
    if let pointer = facts.taken.first(where: \.clicksToo) {
      return .warning(
        "devices", "\(pointer.name) reports itself as a mouse: each press also clicks on the desktop",
        help: MouseWords.help)
    }
    if let trouble = facts.troubles.first(where: { $0.entry != nil || facts.taken.isEmpty }) {
      return .warning("devices", trouble.message, help: trouble.help)
    }
    if facts.taken.isEmpty, let name = facts.mice.first {
      return .warning("devices", MouseWords.text(name), help: "switchway learn")
    }
    if let trouble = facts.opened.first { return .warning("devices", trouble.message, help: trouble.help) }
    if case .none = facts.daemon { return .ok("devices", "no daemon is running, so devices were not checked") }
    if facts.taken.isEmpty { return .ok("devices", "no device of the profile is plugged in, so none was checked") }
    return .ok("devices", "the daemon has every device that the profile requires")
  }

  /// Returns findings about settings of the person's desktop that change what typed keys do. Empty if no desktop is
  /// known.
  private static func desktop(_ facts: MachineFacts) -> [Finding] {
    guard let desktop = facts.desktop else { return [] }
    guard !desktop.remarks.isEmpty else {
      return [.ok("desktop", "no setting of \(desktop.desktop) changes what Switchway types")]
    }
    return desktop.remarks.map { .warning($0.subject, $0.message, help: $0.help) }
  }
}
