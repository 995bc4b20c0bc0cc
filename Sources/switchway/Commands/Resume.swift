import ArgumentParser
import SwitchwayJSON

/// `switchway resume`: takes devices again, after the panic chord has released them.
struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Takes devices again, after a panic has let go of them.",
    discussion: "Refused, with status 1, while a key is down.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let hasPanicked = dialogue.state.value["modes"]?["panic"] == .bool(true)
    try dialogue.demand("resume", json: output.json)
    guard !output.json else { return }
    try StandardOutput.write(
      hasPanicked ? "devices are taken again\n" : "there was no panic: everything works as it did\n")
  }
}
