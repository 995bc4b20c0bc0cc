import ArgumentParser
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway why`: what became of the last presses, a sentence each.
struct Why: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what became of the last ten presses, and why.",
    discussion: "The oldest is first. Nothing is known of keys that were typed.")

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let words = PressWords(hello: dialogue.hello.value)
    let answer = try dialogue.demand("get", json: false) { $0.put(#","what":"statistics""#) }
    if output.json {
      // The days are for `stats`. Quotes in texts are escaped, so this is no text's.
      let text = answer.resultText
      let end = text.firstRange(of: #","days":["#)?.lowerBound
      try StandardOutput.write(end.map { text[..<$0] + "}\n" } ?? text)
    } else {
      try StandardOutput.write(
        Terminal.wrapped(words.text(answer.value["result"]?["presses"]?.arrayValue ?? []), hanging: 2))
    }
  }
}
