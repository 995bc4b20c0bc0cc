import ArgumentParser
import Glibc
import SwitchwayProtocol

/// `switchway stats`: shows presses, rejections, misses and times, by switch and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show statistics of presses per switch and day.",
    discussion: """
      A miss is a rejected press that was tried again within two seconds. Lengths and delays are medians. Below the \
      days follow the quartiles of the lengths, the hours, and the difference between the first and the last third of \
      a day's presses. Keys that type are not counted.
      """)

  /// The number of columns that the table of lengths needs if the switches have short names.
  private static let leastColumns = 62

  @Option(help: "The number of days to show, the last ones that have presses (1 to 92).")
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
    let all = try dialogue.statistics().days
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
