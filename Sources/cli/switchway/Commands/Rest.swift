import ArgumentParser
import Glibc
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// `switchway rest [on|off|DURATION]`: pauses all switches, or ends the pause.
struct Rest: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pause all switches, or end the pause.",
    discussion: """
      With a time such as 1h or 30min, the pause ends by itself. Switches for 'rest' and 'attention' keep working.
      """)

  enum Wanted: Equatable {
    case on, off, toggle
    case lasting(Microseconds)

    static let words = ["on", "off", "toggle"]
    /// The longest pause that ends by itself: a day.
    static let longest = DurationText.longest

    /// Returns `nil` if the text is neither one of `words` nor a time up to `longest`.
    init?(_ text: String) {
      switch text {
      case "on": self = .on
      case "off": self = .off
      case "toggle": self = .toggle
      default:
        guard let length = Wanted.length(text), length > .zero, length <= Wanted.longest else { return nil }
        self = .lasting(length)
      }
    }

    /// Reads a duration, also one in hours: `1h`, `1.5 h`.
    private static func length(_ text: String) -> Microseconds? {
      guard text.hasSuffix("h") else { return TypedLength.length(text) }
      return TypedLength.length(text.dropLast() + "min").map { Microseconds($0.value * 60) }
    }
  }

  @Argument(
    help: ArgumentHelp("'on', 'off', 'toggle', or how long, such as 1h or 30min.", valueName: "wanted"),
    completion: .list(Wanted.words))
  var words: [String] = []

  /// The arguments as one text, because a time may be typed with a space before its unit, as it is printed.
  private var wanted: String { words.isEmpty ? "toggle" : words.joined(separator: " ") }

  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func validate() throws {
    guard Wanted(wanted) == nil else { return }
    throw ValidationError(
      "'\(Terminal.printable(wanted))' is not a pause\n"
        + "help: write 'on', 'off', 'toggle', or a time of at most a day, such as 1h or 30min")
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    var isOn = true
    var (length, end): (Int64?, String?)
    switch Wanted(wanted) {
    case .lasting(let time):
      length = time.value
      end = TimeText.text(Glibc.time(nil) + Int(time.value / 1_000_000), "%H:%M")
    case .on: break
    case .off: isOn = false
    case .toggle, nil: isOn = !dialogue.state.modes.isOn(.rest)
    }
    let setting = Wire.Request.Setting(mode: Wire.Modes.Name.rest.rawValue, isOn: isOn, length: length)
    try dialogue.demand(.set(setting), json: output.json)
    guard !output.json else { return }
    try StandardOutput.write(
      isOn
        ? "paused\(end.map { " until \($0)" } ?? ""): presses make no commands\n"
        : "not paused: presses make commands\n")
  }
}
