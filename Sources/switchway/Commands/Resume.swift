import ArgumentParser
import Switchway
import SwitchwayJSON

/// `switchway resume`: takes devices again, after the panic chord has released them.
struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Use the devices again after the emergency release.",
    discussion: """
      While a key is down, it waits until all are released, for at most 12 seconds. A key that has been down for 10 \
      seconds is not waited for. With --json it fails at once while a key is down.
      """)

  /// How long it waits for keys that are down, µs, and how often it asks. Chosen: a heavy hand still holds the Enter.
  private static let patience: Int64 = 12_000_000
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

  /// What keeps it from going on: the daemon names the keys.
  private static func words(_ message: String?) -> String {
    let subject = "resume: "
    guard let message, message.hasPrefix(subject) else { return "a key is down: let go of all keys" }
    return Terminal.printable(String(message.dropFirst(subject.count)))
  }

  private func resume(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let end = dialogue.now + Self.patience
    var isTold = false
    while true {
      let answer = try dialogue.ask("resume")
      let isHeld = answer.type == "error" && answer.value["code"] == "refused"
      guard isHeld, dialogue.now < end else { return _ = try dialogue.accepted(answer, to: "resume") }
      if !isTold { Terminal.complain(Self.words(answer.value["message"]?.stringValue)) }
      isTold = true
      let next = dialogue.now + Self.pause
      while case .line = try dialogue.next(or: [], until: next) {}
    }
  }
}
