import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// Events for people, one line each, with times since the connection began.
struct EventWords {
  /// The column of a line's text, after the time and the title.
  static let textColumn = 24
  /// Whether a screen shows it, with times and colours of its own.
  private var isForScreen = false
  /// The time of `hello`, µs.
  private var origin: Int64?

  /// The line of an event, without its end; nil if people need not see it.
  mutating func text(of message: JSONValue) -> String? {
    guard let word = message["type"]?.stringValue else { return nil }
    if origin == nil { origin = message["time"]?.integerValue }
    switch MessageType(rawValue: word) {
    case .hello: return row(message, "daemon", message.shown("server"))
    case .state: return row(message, "profile", StateWords.profile(message["profile"] ?? .null))
    case .profile: return row(message, word, StateWords.profile(message))
    case .command: return command(message)
    case .press:
      return row(message, word, message.shown("switch") + (message["down"] == true ? ": pressed" : ": not pressed"))
    case .pending:
      let until = message["until"]?.integerValue.map { ", until \(time($0))" } ?? ""
      let reason = EventWords.pending(message.shown("reason"))
      return row(message, word, "\(message.shown("switch")): \(reason)\(until)", at: "pressed")
    case .rejected:
      let reason = message.shown("reason")
      let who = message["switch"] == nil ? "a client's command" : message.shown("switch")
      let when = time(message["pressed"]?.integerValue)
      return row(
        message, word, "\(who), pressed at \(when): \(EventWords.rejection(reason)) (\(reason))", colour: .yellow)
    case .device: return row(message, word, device(message))
    case .question: return question(message)
    case .attention:
      let maker = EventWords.maker(message["source"] ?? .null)
      return row(message, word, "\(maker) calls a helper", at: "pressed", colour: .red)
    case .mode: return row(message, word, ModeWords.text(of: message))
    case .config: return row(message, word, config(message))
    case .consumer: return row(message, word, EventWords.consumers(message.list("consumers")))
    case .context: return row(message, word, EventWords.context(message["context"] ?? .null))
    case .scan: return row(message, word, ScanWords.text(of: message) ?? "")
    case .warning: return row(message, word, warning(message), colour: .red)
    case .missed:
      let count = message.number("count")
      return row(message, word, "\(count) events, which came faster than they were shown")
    case .error: return row(message, word, message.shown("message"))
    case .bye: return row(message, word, message.shown("reason"))
    case .ping, .learn, .ok, nil: return row(message, Terminal.printable(word), "")
    }
  }

  private func command(_ message: JSONValue) -> String {
    var text = paint(Terminal.printable(CommandWords.written(message)), .bold)
    text += CommandWords.course(of: message) + ", \(EventWords.maker(message["source"] ?? .null))"
    if message["source"]?["clock"] == nil { text += ", pressed at \(time(message["pressed"]?.integerValue))" }
    if let owner = message["for"]?.stringValue { text += ", for \(Terminal.printable(owner))" }
    if let item = ScanWords.item(of: message) { text += ", \(item)" }
    if message["uncertain"] == true { text += ", uncertain: events were lost" }
    return row(message, "command", text, at: "accepted", colour: .green)
  }

  static func maker(_ source: JSONValue) -> String {
    if source["client"] != nil { return "sent by \(source.shown("client"))" }
    if source["clock"] != nil { return "by the clock (\(source.shown("clock")))" }
    if source["switch"] == nil { return "\(source.shown("gesture")) of \(source.shown("device"))" }
    return "\(source.shown("gesture")) of \(source.shown("switch")) (\(source.shown("device")))"
  }

  /// `board acts on all commands; tray on next, select`, the newest first; `no front end acts on commands`.
  static func consumers(_ consumers: [JSONValue]) -> String {
    let each = consumers.map { consumer in
      let names = consumer["commands"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ", ")
      return Terminal.printable("\(consumer.text("client")) acts on \(names ?? "all commands")")
    }
    return each.isEmpty ? "no front end acts on commands" : each.joined(separator: "; ")
  }

  static func context(_ context: JSONValue) -> String {
    guard let kind = context["kind"]?.stringValue else { return "not told any more" }
    let items = context["items"]?.integerValue.map { $0 == 1 ? ", 1 item" : ", \($0) items" } ?? ""
    return Terminal.printable(kind) + items
  }

  private func question(_ message: JSONValue) -> String {
    let id = message.number("id")
    guard let answer = message["answer"]?.stringValue else {
      return row(
        message, "question",
        "\(id): \(Terminal.printable(CommandWords.written(message)))? 'confirm' or 'reject' answers it",
        at: "pressed", colour: .red)
    }
    let words =
      switch answer {
      case "confirm": "confirmed"
      case "reject": "rejected"
      default: "dropped: another command came"
      }
    return row(message, "question", "\(id): \(words)")
  }

  private func device(_ message: JSONValue) -> String {
    var entry = message["device"]?.stringValue.map { " as \(Terminal.printable($0))" } ?? ", which no entry takes"
    if message["change"] == "added", message["device"]?.stringValue == nil,
      let next = NextStep.text(kind: message.shown("kind"))
    {
      entry += "; \(next)"
    }
    let reason = message["reason"]?.stringValue.map { ": \(Terminal.printable($0))" } ?? ""
    let who = "\(message.shown("name")) (\(message.shown("id")), \(message.shown("kind")))"
    return "\(message.shown("change")) \(who)\(entry)\(reason)"
  }

  private func config(_ message: JSONValue) -> String {
    let diagnostics = message.list("diagnostics").map { "\n" + DiagnosticWords.text(of: $0) }.joined()
    let isLoaded = message["change"] == "loaded"
    return (isLoaded ? "key-remap files read" : "key-remap files not used") + diagnostics
  }

  private func warning(_ message: JSONValue) -> String {
    let about = message["switch"]?.stringValue ?? message["device"]?.stringValue
    return (about.map { Terminal.printable($0) + ": " } ?? "") + message.shown("message")
      + " (\(message.shown("code")))"
  }

  /// The title and the text of an event, for screens that show times in another way.
  static func text(of message: JSONValue) -> String? {
    var words = EventWords()
    words.isForScreen = true
    return words.text(of: message)
  }

  // MARK: Pieces

  private func paint(_ text: String, _ colour: Style) -> String {
    isForScreen ? text : Terminal.paint(text, colour)
  }

  private func row(
    _ message: JSONValue, _ title: String, _ text: String, at key: String = "time", colour: Style? = nil
  ) -> String {
    if isForScreen { return "\(title): \(text)" }
    let when = message[key]?.integerValue.map { time($0) } ?? ""
    let blank = String(repeating: " ", count: max(12 - when.count, 0))
    let gap = text.isEmpty ? "" : String(repeating: " ", count: max(10 - title.count, 1))
    return "\(blank)\(when)  \(colour.map { paint(title, $0) } ?? title)\(gap)\(text)"
  }

  /// The time since the connection began, in seconds with milliseconds: `1.250 s`.
  private func time(_ microseconds: Int64?) -> String {
    guard let microseconds, let origin else { return "?" }
    let (since, overflow) = microseconds.subtractingReportingOverflow(origin)
    guard !overflow else { return "?" }
    let milliseconds = (since.magnitude + 500) / 1_000
    let fraction = String(milliseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return (since < 0 && milliseconds > 0 ? "-" : "") + "\(milliseconds / 1_000).\(zeros)\(fraction) s"
  }

  /// `reason`: the protocol's word. A later daemon may send others.
  static func pending(_ reason: String) -> String { PendingReason(rawValue: reason)?.words ?? reason }

  /// `reason`: the protocol's word. A later daemon may send others.
  static func rejection(_ reason: String) -> String { RejectionReason(rawValue: reason)?.words ?? "not acted on" }
}
