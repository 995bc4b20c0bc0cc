import ArgumentParser
import Glibc

/// `switchway install-service USER`: enables and starts the template unit for that user.
struct InstallService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install-service",
    abstract: "Start Switchway for a user, now and at every boot.",
    discussion: """
      Needs root. Prints each step, and skips steps that are already done. The user is not added to any group: only \
      the service gets access to the devices.
      """)

  @Argument(help: "The user who uses the switches.", completion: ServiceSteps.users)
  var user: String

  func run() throws {
    let person = try person()
    guard let template = SystemRecords.find(ServicePlaces.template, in: ServicePlaces.unitFolders) else {
      throw CommandFailure(
        .failed, "\(ServicePlaces.template) is not installed",
        help: "install the package, or run 'sudo make install' in the sources")
    }
    try ServiceSteps.say("unit: \(template)")
    try makeGroup()
    try giveVirtualKeyboard()
    try start(ServicePlaces.unit(of: person.name), person)
  }

  private func person() throws(CommandFailure) -> SystemRecords.User {
    try ServiceSteps.check(user, for: "install-service")
    guard let person = SystemRecords.user(named: user) else {
      throw CommandFailure(
        .failed, "this computer has no user '\(user)'", help: "'whoami', typed by that user, shows the name")
    }
    guard person.uid != 0 else {
      throw CommandFailure(
        .failed, "Switchway does not run for root", help: "give the name of the user who uses the switches")
    }
    let first = SystemRecords.firstPerson
    guard person.uid >= first, person.uid != SystemRecords.nobody else {
      throw CommandFailure(
        .failed, "'\(user)' (UID \(person.uid)) is a system account; user accounts start at UID \(first)",
        help: "give the name of the user who uses the switches; 'whoami', typed by that user, shows it")
    }
    guard unsafe access("/run/systemd/system", F_OK) == 0 else {
      throw CommandFailure(
        .failed, "systemd does not run here",
        help: "start switchwayd as '\(user)' in another way, with the group 'input'")
    }
    return person
  }

  private func makeGroup() throws(CommandFailure) {
    if SystemRecords.group(named: ServicePlaces.typingGroup) == nil {
      try ServiceSteps.must("systemd-sysusers", ["switchway.conf"], "create the group \(ServicePlaces.typingGroup)")
      try ServiceSteps.say("group \(ServicePlaces.typingGroup): created")
    } else {
      try ServiceSteps.say("group \(ServicePlaces.typingGroup): exists")
    }
    guard SystemRecords.group(named: ServicePlaces.typingGroup) != nil else {
      throw CommandFailure(
        .failed, "the group \(ServicePlaces.typingGroup) could not be created",
        help: "sudo groupadd --system \(ServicePlaces.typingGroup)")
    }
  }

  /// Gives the group access to uinput. A failure only causes a warning, because switches work without uinput.
  private func giveVirtualKeyboard() throws(CommandFailure) {
    if SystemRecords.isUinputGiven {
      try ServiceSteps.say("\(ServicePlaces.uinput): already belongs to the group \(ServicePlaces.typingGroup)")
      return
    }
    _ = OtherProgram.run("modprobe", ["uinput"])
    _ = OtherProgram.run("udevadm", ["control", "--reload"])
    _ = OtherProgram.run("udevadm", ["trigger", "--settle", ServicePlaces.uinput])
    if SystemRecords.isUinputGiven {
      try ServiceSteps.say("\(ServicePlaces.uinput): given to the group \(ServicePlaces.typingGroup)")
    } else {
      Terminal.complain(
        "warning: \(ServicePlaces.uinput) does not belong to the group, so Switchway cannot type keys\n"
          + "help: switchway doctor"
      )
    }
  }

  private func start(_ unit: String, _ person: SystemRecords.User) throws(CommandFailure) {
    try ServiceSteps.must("systemctl", ["daemon-reload"], "have systemd read its units")
    let wasEnabled = OtherProgram.run("systemctl", ["is-enabled", "--quiet", unit])?.status == 0
    if !wasEnabled { try ServiceSteps.must("systemctl", ["enable", unit], "enable \(unit)") }
    try ServiceSteps.say("\(unit): \(wasEnabled ? "is enabled" : "enabled, starts at boot")")
    // A running unit is not restarted, because it may hold the keyboard on which this command was typed.
    if OtherProgram.run("systemctl", ["is-active", "--quiet", unit])?.status == 0 {
      try ServiceSteps.say("\(unit): already running")
    } else {
      try ServiceSteps.must("systemctl", ["start", unit], "start \(unit)", help: "journalctl -u \(unit)")
      try ServiceSteps.say("\(unit): started")
    }
    try ServiceSteps.say("'\(person.name)' can now continue, without root: switchway setup")
  }
}
