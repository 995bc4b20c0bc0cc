import SwitchwayCore
import SwitchwayProtocol

/// Describes events to people, one line each, with times since the connection began.
struct EventWords {
  /// The column of a line's text, after the time and the title.
  static let textColumn = 24
  /// Whether the text is for a screen that adds times and colours itself.
  private var isForScreen = false
  /// The time of the daemon's first line, `hello`, in microseconds. Times are shown from there on.
  private var origin: Int64?

  /// Returns the line about an event, without a line feed.
  mutating func text(of event: Wire.Event) -> String {
    if origin == nil { origin = event.time }
    let word = event.type
    switch event {
    case .hello(let hello): return row("daemon", Terminal.printable(hello.server), at: hello.time)
    case .state(let state): return row("profile", StateWords.profile(state.profile), at: state.time)
    case .profile(let change): return row(word, StateWords.profile(change.profile), at: change.time)
    case .command(let command): return row(of: command)
    case .press(let press):
      let name = Terminal.printable(press.switchName ?? "")
      return row(word, name + (press.isDown ? ": pressed" : ": not pressed"), at: press.time)
    case .pending(let pending):
      let until = pending.until.map { ", until \(time($0))" } ?? ""
      let reason = EventWords.pending(Terminal.printable(pending.reason))
      return row(word, "\(Terminal.printable(pending.switchName ?? "")): \(reason)\(until)", at: pending.pressed)
    case .rejected(let rejected):
      let reason = Terminal.printable(rejected.reason)
      let who = rejected.switchName.map { Terminal.printable($0) } ?? "a program's command"
      let when = time(rejected.pressed)
      return row(
        word, "\(who), pressed at \(when): \(EventWords.rejection(reason)) (\(reason))", at: rejected.time,
        colour: .yellow)
    case .device(let change): return row(word, device(change), at: change.time)
    case .question(let change): return question(change)
    case .attention(let one):
      return row(word, "\(EventWords.maker(one.source)) calls for help", at: one.pressed, colour: .red)
    case .mode(let change): return row(word, ModeWords.text(of: change), at: change.time)
    case .config(let change): return row(word, config(change), at: nil)
    case .consumer(let change): return row(word, EventWords.consumers(change.consumers), at: change.time)
    case .context(let change): return row(word, EventWords.context(change.context), at: change.time)
    case .scan(let change): return row(word, ScanWords.text(of: change.scan) ?? "", at: change.time)
    case .warning(let one): return row(word, warning(one), at: one.time, colour: .red)
    case .missed(let missed):
      return row(word, "\(missed.count) events were not shown, because they came too fast", at: nil)
    case .error(let refusal): return row(word, Terminal.printable(refusal.message ?? ""), at: nil)
    case .bye(let bye): return row(word, Terminal.printable(bye.reason), at: nil)
    case .ping, .learn, .ok, .unknown: return row(Terminal.printable(word), "", at: event.time)
    }
  }

  private func row(of command: Wire.Command) -> String {
    var text = paint(Terminal.printable(CommandWords.written(command)), .bold)
    text += CommandWords.course(of: command) + ", \(EventWords.maker(command.source))"
    if command.source.clock == nil { text += ", pressed at \(time(command.pressed))" }
    if let owner = command.owner { text += ", for \(Terminal.printable(owner))" }
    if let item = ScanWords.item(command.item, ofPage: command.page) { text += ", \(item)" }
    if command.isUncertain { text += ", uncertain: events were lost" }
    return row("command", text, at: command.accepted, colour: .green)
  }

  static func maker(_ source: Wire.Source) -> String {
    func shown(_ text: String?) -> String { Terminal.printable(text ?? "") }
    if let client = source.client { return "sent by \(shown(client))" }
    if let clock = source.clock { return "by the clock (\(shown(clock)))" }
    guard let name = source.switchName else { return "\(shown(source.gesture)) of \(shown(source.device))" }
    return "\(shown(source.gesture)) of \(shown(name)) (\(shown(source.device)))"
  }

  /// Returns a text such as `board handles all commands; tray handles next, select`, the newest client first. Without
  /// clients it is `no scanning program handles commands`.
  static func consumers(_ consumers: [Wire.Consumer]) -> String {
    let each = consumers.map { consumer in
      let names = consumer.commands?.joined(separator: ", ")
      return Terminal.printable("\(consumer.client) handles \(names ?? "all commands")")
    }
    return each.isEmpty ? "no scanning program handles commands" : each.joined(separator: "; ")
  }

  static func context(_ context: Wire.Situation?) -> String {
    guard let kind = context?.kind else { return "not reported any more" }
    let items = context?.items.map { $0 == 1 ? ", 1 item" : ", \($0) items" } ?? ""
    return Terminal.printable(kind) + items
  }

  private func question(_ change: Wire.QuestionChange) -> String {
    let id = change.question.id ?? 0
    guard let answer = change.answer else {
      return row(
        "question",
        "\(id): \(Terminal.printable(CommandWords.written(change.question)))? 'confirm' or 'reject' answers it",
        at: change.question.pressed, colour: .red)
    }
    let words =
      switch answer {
      case "confirm": "confirmed"
      case "reject": "rejected"
      default: "dropped: another command came"
      }
    return row("question", "\(id): \(words)", at: change.time)
  }

  private func device(_ change: Wire.DeviceChange) -> String {
    func shown(_ text: String) -> String { Terminal.printable(text) }
    let device = change.device
    var entry = device.entry.map { " as \(shown($0))" } ?? ", which no entry matches"
    if change.change == "added", device.entry == nil, let next = NextStep.text(kind: shown(device.kind)) {
      entry += "; \(next)"
    }
    let reason = device.reason.map { ": \(shown($0))" } ?? ""
    return "\(shown(change.change)) \(shown(device.name)) (\(shown(device.id)), \(shown(device.kind)))\(entry)\(reason)"
  }

  private func config(_ change: Wire.ConfigChange) -> String {
    let diagnostics = change.diagnostics.map { "\n" + DiagnosticWords.text(of: $0) }.joined()
    return (change.isLoaded ? "profiles read" : "profiles not used") + diagnostics
  }

  private func warning(_ warning: Wire.Warning) -> String {
    let about = warning.switchName ?? warning.device
    return (about.map { Terminal.printable($0) + ": " } ?? "") + Terminal.printable(warning.message)
      + " (\(Terminal.printable(warning.code)))"
  }

  /// Returns the title and the text of an event, for screens that show times in another way.
  static func text(of event: Wire.Event) -> String {
    var words = EventWords()
    words.isForScreen = true
    return words.text(of: event)
  }

  // MARK: Pieces

  private func paint(_ text: String, _ colour: Style) -> String {
    isForScreen ? text : Terminal.paint(text, colour)
  }

  private func row(_ title: String, _ text: String, at moment: Int64?, colour: Style? = nil) -> String {
    if isForScreen { return "\(title): \(text)" }
    let when = moment.map { time($0) } ?? ""
    let blank = String(repeating: " ", count: max(12 - when.count, 0))
    let gap = text.isEmpty ? "" : String(repeating: " ", count: max(10 - title.count, 1))
    return "\(blank)\(when)  \(colour.map { paint(title, $0) } ?? title)\(gap)\(text)"
  }

  /// Returns the time since the connection began, in seconds with milliseconds, such as `1.250 s`.
  private func time(_ microseconds: Int64?) -> String {
    guard let microseconds, let origin else { return "?" }
    let (since, overflow) = microseconds.subtractingReportingOverflow(origin)
    guard !overflow else { return "?" }
    let milliseconds = (since.magnitude + 500) / 1_000
    let fraction = String(milliseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return (since < 0 && milliseconds > 0 ? "-" : "") + "\(milliseconds / 1_000).\(zeros)\(fraction) s"
  }

  /// Returns a reason for people. `reason` is the protocol's word for it. A newer daemon may send words that are not
  /// known here.
  static func pending(_ reason: String) -> String { PendingReason(rawValue: reason)?.words ?? reason }

  /// Returns a reason for people. `reason` is the protocol's word for it. A newer daemon may send words that are not
  /// known here.
  static func rejection(_ reason: String) -> String { RejectionReason(rawValue: reason)?.words ?? "not acted on" }
}
