import Glibc

/// The options of `switchwayd`, as given on the command line.
public struct DaemonOptions: Equatable, Sendable {
  /// The path of the profile file that is used instead of the profile `default`.
  public var config: String?
  /// The path of the socket. `nil` if it is in the runtime directory.
  public var socket: String?
  /// The rule for when devices are read.
  public var session = Session.logind
  /// The paths of recordings that are played instead of reading the computer's devices. Empty if devices are read.
  public var recordings: [String] = []
  /// The speed of playing recordings, as a multiple of the original speed: above 0, at most 1,000.
  public var speed = 1.0
  /// Whether recordings are played at once, without waiting for a client.
  public var startsAtOnce = false

  /// The rules for when devices are read. The raw values are the words of the command line.
  public enum Session: String, Sendable {
    /// Devices are read while the person's own session is active, according to logind.
    case logind
    /// Devices are read in every session. This is for computers without logind.
    case always
  }

  /// What the command line tells the program to do.
  public enum Outcome: Equatable, Sendable {
    case run(DaemonOptions)
    case help
    case version
    /// The command line is wrong. The value is a message that says why.
    case wrong(String)
  }

  /// The text that `--help` prints.
  public static let help = """
    usage: switchwayd [--config FILE] [--socket PATH] [--session logind|always]
           switchwayd --play RECORDING [RECORDING...] [--speed X] [--no-wait]

    Reads switches, joysticks and keyboards, and publishes scan commands on a Unix socket.

      --config FILE      use this profile file instead of the profile 'default'
      --socket PATH      listen here instead of in the runtime directory
      --session WHEN     logind: read devices while your own session is active (the default);
                         always: in every session, for machines without logind
      --play RECORDING   play recordings (evemu's text) instead of the machine's devices, one per device
      --speed X          play X times as fast as recorded (default 1)
      --no-wait          start before a client has connected
      --help             show this
      --version          show the version

    SIGHUP reloads the profiles; SIGTERM releases all devices and ends.
    Exit status: 0 done, 1 failed, 2 wrong usage, 3 no permission, 75 another switchwayd is running, 77 refuses root.

    """

  private static let takesValue: Set<String> = ["config", "socket", "session", "play", "speed"]
  private static let flags: Set<String> = ["no-wait", "help", "version"]

  /// Reads the arguments after the program's name. `--name VALUE` and `--name=VALUE` mean the same.
  public static func parse(_ arguments: [String]) -> Outcome {
    var options = DaemonOptions()
    var isPlaying = false
    var ofPlaying: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        // Arguments after `--play FILE` are further recordings.
        guard isPlaying else { return .wrong("unexpected argument '\(argument)'") }
        options.recordings.append(argument)
        continue
      }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if flags.contains(name) {
        if parts.count > 1 { return .wrong("option '--\(name)' takes no value") }
        if name == "help" { return .help }
        if name == "version" { return .version }
        options.startsAtOnce = true
        ofPlaying = name
        continue
      }
      guard takesValue.contains(name) else { return .wrong("unknown option '\(argument)'") }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        return .wrong("option '--\(name)' needs a value")
      }
      if let fault = options.take(name, value) { return .wrong(fault) }
      if name == "play" { isPlaying = true }
      if name == "speed" { ofPlaying = name }
    }
    if let ofPlaying, !isPlaying { return .wrong("--\(ofPlaying): there is nothing to play without --play RECORDING") }
    return .run(options)
  }

  /// Sets one option. Returns a message if its value is wrong.
  private mutating func take(_ name: String, _ value: String) -> String? {
    switch name {
    case "config": config = value
    case "socket": socket = value
    case "play": recordings.append(value)
    case "session":
      guard let wanted = Session(rawValue: value) else {
        return "--session: expected 'logind' or 'always', found '\(value)'"
      }
      session = wanted
    default:
      guard let number = Double(value), number > 0, number <= 1_000 else {
        return "--speed: expected a number above 0 and at most 1000, found '\(value)'"
      }
      speed = number
    }
    return nil
  }
}
