import ArgumentParser
import SwitchwayProtocol

/// The command `switchway`, with all its subcommands.
struct SwitchwayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switchway",
    abstract: "Set up and control switch access.",
    discussion: """
      Start with 'switchway setup'. If something does not work, use 'switchway doctor' and 'switchway why'. The \
      beginner's guide is 'man 7 switchway'.
      Exit status: 0 done, 1 failed, 2 wrong usage, 3 no permission, 4 no daemon.
      """,
    version: "switchway \(ProcessContext.version)",
    // The subcommands are grouped by task, with the most useful first.
    groupedSubcommands: [
      CommandGroup(
        name: "Set up", subcommands: [SetupCommand.self, Learn.self, Calibrate.self, ProfileCommand.self]),
      CommandGroup(
        name: "Look",
        subcommands: [
          Doctor.self, Why.self, Status.self, Monitor.self, Devices.self, Explain.self, BindingsCommand.self,
          Stats.self,
        ]),
      CommandGroup(
        name: "Control",
        subcommands: [
          Rest.self, Resume.self, ScanClock.self, BridgeCommand.self, PassThrough.self, Feedback.self,
        ]),
      CommandGroup(name: "Files", subcommands: [Edit.self, Check.self, Reload.self]),
      CommandGroup(name: "Service", subcommands: [InstallService.self, UninstallService.self]),
      CommandGroup(name: "For programmers", subcommands: [Send.self, Record.self, ReplayCommand.self]),
    ])

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
}

/// `--config FILE`. It may also stand before the subcommand.
struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this profile file instead of the profile 'default'.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  func validate() throws {
    if config == "" { throw ValidationError("--config: expected a file, found nothing") }
  }
}

/// `--socket PATH`. It may also stand before the subcommand.
struct SocketOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The daemon's socket, instead of the usual places.", valueName: "path"), completion: .file())
  var socket: String?

  func validate() throws {
    if socket == "" { throw ValidationError("--socket: expected a path, found nothing") }
  }
}

/// `--json`, for commands that print a table or an answer.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON, for programs.")
  var json = false
}
