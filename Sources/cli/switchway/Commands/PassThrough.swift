import ArgumentParser
import SwitchwayProtocol

/// `switchway pass-through [on|off|once|toggle]`: lets all keys type, also those that are bound to commands, or lets
/// them make commands again.
struct PassThrough: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Let all keys type, or let them give commands again.",
    discussion: """
      Keys of a keyboard that are switches then type as well. Switches that are bound to 'pass-through', and devices \
      that have only switches, still make commands. 'once' lasts until at least one key was pressed and all are \
      released. Meanwhile only keys that are bound to 'pass-through', and the emergency release, are recognised.
      """)

  enum Wanted: String, ExpressibleByArgument, CaseIterable {
    case on, off, once, toggle
  }

  @Argument(help: "'on', 'off', 'once' or 'toggle'.")
  var wanted = Wanted.toggle

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  private static let mode = Wire.Modes.Name.passThrough.rawValue

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let isPassing = dialogue.state.modes.isOn(.passThrough)
    let isOn = wanted == .on || (wanted == .toggle && !isPassing)
    let setting =
      wanted == .once
      ? Wire.Request.Setting(once: Self.mode) : Wire.Request.Setting(mode: Self.mode, isOn: isOn)
    try dialogue.demand(.set(setting), json: output.json)
    guard !output.json else { return }
    switch (wanted, isOn) {
    case (.once, _):
      try StandardOutput.write("keys type, also those that are switches, until they have been pressed once\n")
    case (_, true): try StandardOutput.write("\(ModeWords.passThrough)\n")
    case (_, false): try StandardOutput.write("keys make commands\n")
    }
  }
}
