import ArgumentParser
import Switchway
import SwitchwayJSON

/// `switchway resume`: takes devices again, after the panic chord has released them.
struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Use the devices again after the emergency release.",
    discussion: """
      If a key is down, waits at most 10 seconds until all keys are released. With --json it fails at once instead.
      """)

  /// How long it waits for keys that are down, µs, and how often it asks. Chosen: a heavy hand still holds the Enter.
  private static let patience: Int64 = 10_000_000
  private static let pause: Int64 = 100_000

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let hasPanicked = dialogue.state["modes"]?["panic"] == true
    if output.json {
      try dialogue.demand("resume", json: true)
      return
    }
    try resume(&dialogue)
    try StandardOutput.write(
      hasPanicked ? "devices are taken again\n" : "there was no panic: everything works as it did\n")
  }

  private func resume(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let end = dialogue.now + Self.patience
    var isTold = false
    while true {
      let answer = try dialogue.ask("resume")
      let isHeld = answer.type == "error" && answer.value["code"] == "refused"
      guard isHeld, dialogue.now < end else { return _ = try dialogue.accepted(answer, to: "resume") }
      if !isTold { Terminal.complain("a key is down: let go of all keys") }
      isTold = true
      let next = dialogue.now + Self.pause
      while case .line = try dialogue.next(or: [], until: next) {}
    }
  }
}
