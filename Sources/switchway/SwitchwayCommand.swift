import ArgumentParser
import SwitchwayConnection

/// The command `switchway`, with all its subcommands.
struct SwitchwayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switchway",
    abstract: "Looks at switches, key-remap files and the daemon that reads them.",
    discussion: """
      To begin: 'switchway setup'. A guide, from "what is a switch" to "it does not work": 'man 7 switchway'.
      Exit status: 0 done, 1 the answer is no, 2 wrong usage, 3 no permission, 4 no daemon.
      Results are on standard output, errors on standard error.
      """,
    version: "switchway \(ProcessContext.version)",
    subcommands: [
      BindingsCommand.self, BridgeCommand.self, Calibrate.self, Check.self, Devices.self, Doctor.self, Edit.self,
      Explain.self, Feedback.self, InstallService.self, Learn.self, Monitor.self, PassThrough.self, ProfileCommand.self,
      Record.self, Reload.self, ReplayCommand.self, Rest.self, Resume.self, ScanClock.self, Send.self,
      SetupCommand.self, Stats.self, Status.self, UninstallService.self, Why.self,
    ])

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
}

/// `--config FILE`. It may also stand before the subcommand.
struct ConfigOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Use this key-remap file instead of the profile 'default'.", valueName: "file"),
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
  @Flag(help: "JSON for programs.")
  var json = false
}
