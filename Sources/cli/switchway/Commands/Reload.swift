import ArgumentParser
import SwitchwayProtocol

/// `switchway reload`: lets the daemon read the profiles again.
struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reload the profiles.",
    discussion: "If they have errors, these are shown, and the current profile stays active.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.demand(.reload, json: output.json)
    if !output.json { try StandardOutput.write("the profiles were reloaded and are active\n") }
  }
}
