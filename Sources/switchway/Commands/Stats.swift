import ArgumentParser
import Glibc
import SwitchwayConnection
import SwitchwayJSON

/// `switchway stats`: shows presses, rejections, misses and times, by switch and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows presses, rejections by reason, misses and times, per switch and day.",
    discussion: """
      A miss is a press that came to nothing and was tried again within two seconds. Lengths and delays are medians. \
      Below the days are the quartiles of the lengths, the hours, and how the last third of a day's presses \
      differs from the first. Nothing is ever counted of keys that are typed.
      """)

  /// What the table of lengths needs beside short names.
  private static let leastColumns = 62

  @Option(help: "The last so many days that have anything (1 to 92).")
  var days = 14

  @Option(help: ArgumentHelp("Write a picture (SVG) to this file.", valueName: "file"), completion: .file())
  var svg: String?

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    if svg == "" { throw ValidationError("stats: --svg: expected a file, found nothing") }
    guard (1...92).contains(days) else { throw ValidationError("stats: --days: expected 1 to 92") }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let all = try dialogue.get("statistics")["days"]?.arrayValue ?? []
    let days = StatisticsWords(days: all.suffix(self.days))
    if let svg { try days.report.writePicture(to: svg) }
    if output.json { return try StandardOutput.write(days.json) }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if let width = Terminal.width, width < Stats.leastColumns {
      Terminal.complain(
        "Too small: this terminal has \(width) columns, and the tables need \(Stats.leastColumns) to keep their form.")
    }
    let appearance = isTerminal ? Appearance(environment: ProcessContext.current().environment) : .plain
    try StandardOutput.write(days.text(appearance, width: Terminal.width))
  }
}
