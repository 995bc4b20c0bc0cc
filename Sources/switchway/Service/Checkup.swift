import SwitchwayConfig
import SwitchwayConnection
import SwitchwayDevices
import SwitchwayExplain

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
      return .warning("config", "\(Terminal.printable(foreign.path)) is \(foreign.message)", help: foreign.help)
    }
    guard facts.configErrors == 0 else {
      return .problem(
        "config",
        "the key-remap file has \(facts.configErrors) \(facts.configErrors == 1 ? "error" : "errors"): "
          + facts.configFirst + (facts.substitute.map { "; \($0) is used until it is corrected" } ?? ""),
        help: ProfileInForce.check(of: facts.configGiven))
    }
    let path = facts.configPath ?? "the key-remap file"
    if let person = facts.otherPerson {
      return .warning(
        "config", "\(path) can be used; whether \(person) has a file of their own is not looked for by root",
        help: "without sudo, or: sudo -u \(person) switchway doctor")
    }
    return .ok("config", "\(path) can be used")
  }

  private static func devices(_ facts: MachineFacts) -> Finding {
    guard facts.nodeCount > 0 else {
      return .warning(
        "permissions", "no input device is plugged in", help: "plug the switch in, then: switchway devices")
    }
    // Without a profile nothing is known of what it takes. The advice would be to write another one.
    guard facts.configErrors == 0 || !facts.taken.isEmpty else {
      return .warning(
        "permissions", "which devices the key-remap file takes is known when its errors are corrected",
        help: ProfileInForce.check(of: facts.configGiven))
    }
    guard !facts.taken.isEmpty else {
      return .warning(
        "permissions", "none of \(facts.nodeCount) input devices is one that the key-remap file takes",
        help: "switchway setup finds the switch when it is pressed; switchway devices lists what is plugged in")
    }
    if let closed = facts.taken.first(where: { !$0.isReadable && !$0.isServiceReadable }) {
      return .problem(
        "permissions", "\(closed.path) (\(closed.name)) may be read neither by \(facts.user) nor by the group input",
        help: "sudo udevadm trigger --settle \(closed.path); if it stays so, a udev rule of this machine forbids it")
    }
    for node in facts.taken {
      guard let reason = node.unread else { continue }
      return .problem("permissions", "\(node.path) (\(node.name)) is not read: \(reason)", help: "switchway edit")
    }
    let count = facts.taken.count
    let what = "\(count) \(count == 1 ? "device" : "devices") of the key-remap file"
    if facts.taken.allSatisfy(\.isReadable) { return .ok("permissions", "\(what) may be read by \(facts.user)") }
    return .ok("permissions", "\(what) may be read by the service")
  }

  private static func groups(_ facts: MachineFacts) -> Finding {
    guard facts.hasInputGroup else {
      return .problem("groups", "there is no group input", help: "sudo systemd-sysusers")
    }
    guard facts.hasTypingGroup else {
      return .problem(
        "groups", "there is no group \(ServicePlaces.typingGroup)", help: "sudo systemd-sysusers switchway.conf")
    }
    if let group = facts.memberships.first {
      let may = group == ServicePlaces.inputGroup ? "read every key" : "type"
      return .warning(
        "groups", "\(facts.user) is in the group \(group): every program of theirs may \(may)",
        help: "sudo gpasswd --delete \(facts.user) \(group), then log in again; the service needs no such member")
    }
    return .ok("groups", "input and \(ServicePlaces.typingGroup) are there, and \(facts.user) is in neither")
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
        "uinput", "\(ServicePlaces.uinput) is not there: nothing can be typed", help: "sudo modprobe uinput")
    }
    if rights.mode & 0o006 != 0 {
      return .warning(
        "uinput", "every program of this machine may type: \(ServicePlaces.uinput) is open to all",
        help: "sudo udevadm trigger --settle \(ServicePlaces.uinput); if it stays so, another udev rule opens it")
    }
    guard facts.isUinputGiven else {
      return .problem(
        "uinput", "\(ServicePlaces.uinput) is not the group \(ServicePlaces.typingGroup)'s: nothing can be typed",
        help: "sudo udevadm control --reload && sudo udevadm trigger --settle \(ServicePlaces.uinput)")
    }
    if facts.lacksKeyboard, case .here(_, _, _, isActive: true, let modes) = facts.daemon, !modes.contains("panic") {
      return .problem(
        "uinput", "switchwayd has no virtual keyboard, so nothing is typed",
        help: "it tries again within 30 s; if this stays so: sudo systemctl restart "
          + ServicePlaces.unit(of: facts.user))
    }
    return .ok("uinput", "the service may make its virtual keyboard")
  }

  private static func session(_ facts: MachineFacts) -> Finding {
    switch facts.session {
    case .unknown:
      return .warning(
        "session", "logind does not run: whose session is in front is not known, and no device is read",
        help: "start logind, or start switchwayd with --session always")
    case .behind:
      return .warning(
        "session", "\(facts.user)'s session is not the one in front of this machine: no device is read for them now",
        help: "log in at the machine itself, or switch to that session")
    case .inFront(let seat):
      return .ok("session", "\(facts.user)'s session is the one in front of \(seat)")
    }
  }

  private static func service(_ facts: MachineFacts) -> Finding {
    let unit = ServicePlaces.unit(of: facts.user)
    let install = "sudo switchway install-service \(facts.placeholder)"
    guard facts.hasSystemd else {
      return .warning("service", "systemd does not run here", help: "start switchwayd with the session")
    }
    guard facts.template != nil else {
      return .problem(
        "service", "\(ServicePlaces.template) is not installed",
        help: "install the package, or run 'sudo make install' in the sources")
    }
    guard let state = facts.unit else {
      return .warning("service", "systemd does not say how \(unit) is", help: "systemctl status \(unit)")
    }
    if state.state == "failed" {
      return .problem(
        "service", "\(unit) failed (\(state.result))",
        help:
          "journalctl -u \(unit) says why; then: sudo systemctl reset-failed \(unit) && sudo systemctl start \(unit)")
    }
    guard state.state == "active" || state.state == "reloading" else {
      return .problem("service", "\(unit) does not run (\(state.state))", help: install)
    }
    guard state.isEnabled else {
      return .warning("service", "\(unit) runs, but does not start with the machine", help: install)
    }
    return .ok("service", "\(unit) runs, and starts with the machine")
  }

  private static func socket(_ facts: MachineFacts) -> Finding {
    switch facts.daemon {
    case .none(let why, let help):
      return .problem(
        "socket", why, help: help ?? "sudo switchway install-service \(facts.placeholder), or start switchwayd")
    case .here(let version, let profile, let devices, let isActive, let modes):
      if let finding = severalDaemons(facts) ?? self.modes(modes) { return finding }
      let what = "\(version) answers: profile \(profile), \(devices) \(devices == 1 ? "device" : "devices")"
      return .ok("socket", isActive ? what : what + "; it reads none while another session is in front")
    }
  }

  /// A mode in which presses or keys make no commands.
  private static func modes(_ modes: Set<String>) -> Finding? {
    if modes.contains("panic") {
      return .warning(
        "socket", "everything was let go of, by the chord that panics: keys only type", help: "switchway resume")
    }
    if modes.contains("pass-through") {
      return .warning("socket", ModeWords.passThrough, help: "switchway pass-through off")
    }
    if modes.contains("rest") {
      return .warning("socket", "there is a pause: presses make no commands", help: "switchway rest off")
    }
    guard modes.contains("suspended") else { return nil }
    return .warning(
      "socket", "switches type nothing, because monitor, setup, calibrate, learn, edit or why runs in a terminal",
      help: "end that program, or press a switch ten times")
  }

  /// Finds several daemons of one person, or one that hides the service from front ends.
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
        help: "front ends use the first; end the one that is not wanted, for example: kill \(other.process ?? 0)")
    }
    guard facts.unit?.state == "active", service > 0, let process = first.process, process != service else {
      return nil
    }
    return .problem(
      "socket",
      "front ends find \(who(first)) and not \(unit), whose socket is \(SocketPath.ofService(for: facts.user))",
      help: "kill \(process), and unset SWITCHWAY_SOCKET where it is set")
  }

  /// What the profile in force needs but the daemon does not have.
  private static func inForce(_ facts: MachineFacts) -> Finding {
    if let first = facts.absent.first {
      let names = facts.absent.map { "'\($0)'" }.joined(separator: ", ")
      return .problem(
        "devices", "required and not plugged in: \(names)",
        help: "plug it in; 'switchway devices' says what is there, and why nothing there is '\(first)'")
    }
    if let held = facts.held.first {
      let trouble = DeviceTrouble.grabbed(device: held.name, path: held.path, programs: held.programs)
      return .problem("devices", trouble.message, help: trouble.help)
    }
    if let first = facts.heldKeys.first {
      return .warning("devices", first, help: "take away what lies on the key; if nothing does, unplug the device")
    }
    guard facts.looseKeyboards.isEmpty else {
      return .problem(
        "devices",
        "not taken, so it types and gives no commands: \(facts.looseKeyboards.joined(separator: ", "))",
        help: "let go of all its keys; if it stays so, 'switchway devices' says why")
    }
    if let node = facts.taken.first(where: { $0.unheard != nil }), let help = node.unheard {
      return .warning("devices", "no switch of the profile can hear \(node.name)", help: help)
    }
    if let pointer = facts.taken.first(where: \.clicksToo) {
      return .warning(
        "devices", "\(pointer.name) calls itself a mouse: each press also clicks on the desktop", help: MouseWords.mend)
    }
    if let trouble = facts.troubles.first(where: { $0.entry != nil || facts.taken.isEmpty }) {
      return .warning("devices", trouble.message, help: trouble.help)
    }
    if facts.taken.isEmpty, let name = facts.mice.first {
      return .warning("devices", MouseWords.text(name), help: "switchway learn")
    }
    if let trouble = facts.opened.first { return .warning("devices", trouble.message, help: trouble.help) }
    if case .none = facts.daemon { return .ok("devices", "no daemon answers that could lack one") }
    return .ok("devices", "the daemon has all that the profile requires")
  }

  /// The settings of the person's desktop that change what typed keys do; empty without a desktop.
  private static func desktop(_ facts: MachineFacts) -> [Finding] {
    guard let desktop = facts.desktop else { return [] }
    guard !desktop.remarks.isEmpty else {
      return [.ok("desktop", "no setting of \(desktop.desktop) changes what Switchway types")]
    }
    return desktop.remarks.map { .warning($0.subject, $0.message, help: $0.help) }
  }
}
