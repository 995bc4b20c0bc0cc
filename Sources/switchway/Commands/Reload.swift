import ArgumentParser

/// `switchway reload`: has the daemon read the key-remap files again.
struct Reload: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Has the daemon read its key-remap files again.",
    discussion: "Where they have errors, those are shown, and the profile in force goes on.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.demand("reload", json: output.json)
    if !output.json { try StandardOutput.write("the key-remap files are in force\n") }
  }
}
