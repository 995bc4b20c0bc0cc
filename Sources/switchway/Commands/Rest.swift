import ArgumentParser
import SwitchwayJSON

/// `switchway rest [on|off]`: lets presses make no commands for now, or make them again.
struct Rest: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pause all switches, or use them again.",
    discussion: "Switches for 'rest' and 'attention' keep working.")

  enum Wanted: String, ExpressibleByArgument, CaseIterable {
    case on, off, toggle
  }

  @Argument(help: "'on', 'off' or 'toggle'.")
  var wanted = Wanted.toggle

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let isResting = dialogue.state["modes"]?["rest"] == true
    let isOn = wanted == .on || (wanted == .toggle && !isResting)
    try dialogue.demand("set", ["mode": "rest", "on": .bool(isOn)], json: output.json)
    if !output.json {
      try StandardOutput.write(isOn ? "at rest: presses make no commands\n" : "presses make commands\n")
    }
  }
}
