import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayProtocol
import SwitchwayText

/// `switchway explain [CHORD|SWITCH]`: says what a switch, a chord of switches or a chord of keys does now, and where
/// this is written.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain what a switch, chord or key does, and where that is written.",
    discussion: """
      Explains the current profile of the daemon; without a daemon, or with --config, the profile file. Places are \
      written as FILE:LINE:COLUMN, also those in profiles that the file extends.
      """)

  @Argument(
    help:
      "A switch, a chord of switches such as left+puff, or a key or chord of keys such as tab+z. Default: all.",
    completion: Completions.explained
  )
  var name: String?

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption

  func run() throws {
    let words = try words()
    guard let name else { return try StandardOutput.write(words.text) }
    guard let text = words.text(of: name) else { throw unknown(name, words) }
    try StandardOutput.write(text)
  }

  /// Returns the explanation of the profile. Reads it from the daemon if one runs and `--config` is not given.
  /// Otherwise makes it from the profile's file.
  private func words() throws(CommandFailure) -> ExplanationWords {
    if profile.config == nil, let words = try fromDaemon() { return words }
    let found = try ProfileInForce.usable(file: profile.config)
    let explanation = ProfileExplanation.of(found.profile, found.places, bridge: found.profile.bridge)
    return ExplanationWords(profile: explanation, present: nil, unread: Explain.unread(found.profile))
  }

  /// Reads the explanation of the daemon's active profile. If no daemon runs, returns `nil`, or throws if a socket was
  /// named.
  private func fromDaemon() throws(CommandFailure) -> ExplanationWords? {
    guard var dialogue = try DaemonDialogue.ifRunning(daemon.socket) else { return nil }
    guard let inForce = try dialogue.configuration().inForce else {
      throw CommandFailure(
        .failed, "the daemon does not report its active profile",
        help: "use the 'switchway' that was installed with the daemon")
    }
    let profile = (try? ProfileInForce.load(file: nil, askingAt: daemon.socket))?.profile
    return ExplanationWords(
      profile: inForce, present: dialogue.state.devices, scan: dialogue.state.scan,
      unread: profile.map(Explain.unread) ?? [:])
  }

  /// Returns the reasons why devices of this computer are not read. The keys are the names of the devices' entries in
  /// the profile.
  private static func unread(_ profile: Profile) -> [String: String] {
    let devices = (try? MachineDevices.all()) ?? []
    return Dictionary(
      UnreadWords.sentences(profile, devices).map { ($0.entry, $0.reason) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Unknown names

  private func unknown(_ name: String, _ words: ExplanationWords) -> CommandFailure {
    let shown = Terminal.printable(PrintableName.of(name))
    let parts = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if parts.count > 1, parts.allSatisfy(words.isSwitch) {
      return CommandFailure(
        .failed, "'\(shown)' is not a chord: nothing is assigned to these switches together",
        help: "see what each does with 'switchway explain \(parts[0])'")
    }
    let near = NearestName.suggestion(for: name, among: words.names)
    if words.keys.isChord(name), parts.count > 1 || (near == nil && words.names.isEmpty) {
      return CommandFailure(
        .failed,
        "'\(shown)' belongs to a keyboard, and the profile has no 'keyboard', so its keys only type",
        help: "start from the profile full-keyboard-access; or make a key the input of a switch: keyboard/f1")
    }
    let all = words.names
    if near == nil, all.isEmpty || parts.count > 1, !parts.contains(where: words.isSwitch),
      let fault = words.keys.fault(name)
    {
      return CommandFailure(.failed, Terminal.printable(fault.message), help: fault.help)
    }
    let help =
      near.map { "did you mean '\($0)'?" }
      ?? (all.isEmpty
        ? "the profile has no switches"
        : "there are: \(all.prefix(20).joined(separator: ", "))\(all.count > 20 ? " …" : "")")
    return CommandFailure(.failed, "the profile has no switch or chord '\(shown)'", help: help)
  }
}
