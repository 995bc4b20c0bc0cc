import ArgumentParser
import SwitchwayJSON

/// `switchway stats`: shows presses, rejections, misses and times, by switch and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows presses, rejections by reason, misses and times, per switch and day.",
    discussion: """
      A miss is a press that came to nothing and was tried again within two seconds. Lengths and delays are medians. \
      Nothing is ever counted of keys that are typed.
      """)

  @Option(help: "The last so many days that have anything (1 to 92).")
  var days = 14

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard (1...92).contains(days) else { throw ValidationError("stats: --days: expected 1 to 92") }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let all = try dialogue.get("statistics")["days"]?.arrayValue ?? []
    let days = StatisticsWords(days: all.suffix(self.days))
    try StandardOutput.write(output.json ? days.json : days.text)
  }
}
