import ArgumentParser
import Switchway
import SwitchwayProtocol

/// `switchway resume`: uses devices again, after the emergency release.
struct Resume: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Use the devices again after the emergency release.",
    discussion: """
      While a key is down, it waits until all are released, for at most 12 seconds. A key that has been down for 10 \
      seconds is not waited for. With --json it fails at once while a key is down.
      """)

  /// How long the command waits until all keys are released, in microseconds. A slow hand may still hold Enter. It asks
  /// the daemon again after each `pause`, which is in the same unit.
  private static let patience: Int64 = 12_000_000
  private static let pause: Int64 = 100_000

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let hasPanicked = dialogue.state.modes.isOn(.panic)
    if output.json {
      try dialogue.demand(.resume, json: true)
      return
    }
    try resume(&dialogue)
    try StandardOutput.write(
      hasPanicked ? "devices are used again\n" : "the emergency release was not active; nothing was changed\n")
  }

  /// Returns what prevents `resume`. The daemon's message names the keys that are down.
  private static func words(_ message: String?) -> String {
    guard let message else { return "a key is down: release all keys" }
    return Terminal.printable(RefusalWords.text(message, to: "resume"))
  }

  /// Whether the daemon refused to resume because a key is down. A daemon that gives no `reason` refuses only because
  /// of this.
  private static func isHeld(_ answer: DaemonLink.Line) -> Bool {
    guard answer.type == "error" else { return false }
    let refusal = Wire.Refusal(answer.value)
    return refusal.reason.map { $0 == "keys-down" } ?? (refusal.code == "refused")
  }

  private func resume(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let end = dialogue.now + Self.patience
    var isTold = false
    while true {
      let answer = try dialogue.ask(.resume)
      guard Self.isHeld(answer), dialogue.now < end else { return _ = try dialogue.accepted(answer, to: "resume") }
      if !isTold { Terminal.complain(Self.words(Wire.Refusal(answer.value).message)) }
      isTold = true
      let next = dialogue.now + Self.pause
      while case .line = try dialogue.next(or: [], until: next) {}
    }
  }
}
