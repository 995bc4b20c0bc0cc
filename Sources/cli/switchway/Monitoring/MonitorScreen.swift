import SwitchwayProtocol

/// Draws the facts that the live monitor knows. This type is pure.
struct MonitorScreen {
  static let least = (columns: 50, rows: 12)

  let state: MonitorState
  /// Converts the daemon's times to times of day.
  let clock: PressWords
  /// The present time on the daemon's clock, in microseconds.
  let now: Int64
  /// What the person can do if no device is read. `nil` if devices are read.
  let advice: String?

  /// The column of the texts after titles such as `devices`.
  private static let textColumn = 10

  func draw(on canvas: inout Canvas) {
    let title = "Switchway  \(StateWords.profile(state.state.profile))"
    canvas.putText(title, column: 0, row: 0, style: .bold, width: canvas.columns - 10)
    canvas.putText("q: end", endingAt: canvas.columns, row: 0, style: .dim)
    var row = draw(facts, on: &canvas, from: 1)
    row = drawSwitches(on: &canvas, from: row)
    let bottom = drawNotes(on: &canvas, above: canvas.rows, atLeast: row + 4)
    PressChart(state: state, clock: clock, now: now).draw(on: &canvas, rows: row..<bottom)
  }

  // MARK: Facts

  private var facts: [(title: String, text: String, style: Style)] {
    var facts = [("devices", devices, Style())]
    let modes = state.state.modes
    let warnings = ModeWords.warnings(of: modes)
    if warnings.isEmpty {
      // The mode `suspended` is left out, because the line about clients says what it suspends.
      let shown = modes.entries.filter { !["active", "suspended"].contains($0.name) && $0.state != .off }
      let on = shown.map { one in if case .word(let word) = one.state { "\(one.name) \(word)" } else { one.name } }
        .sorted()
      facts.append(("modes", on.isEmpty ? "active" : on.joined(separator: ", "), on.isEmpty ? [] : .bold))
    }
    facts += warnings.map { ("warning", $0, [.bold, .red]) }
    facts.append(("clients", clients, []))
    if let context = state.state.context {
      facts.append(("context", EventWords.context(context), []))
    }
    if let scan = state.state.scan.flatMap(ScanWords.text) {
      let stands = isSuspended && state.state.scan?.state == "off"
      facts.append(("clock", stands ? "stopped while this window has the focus" : scan, []))
    }
    facts.append(("command", command, []))
    return facts
  }

  /// Whether switches type nothing, for example because this screen is in front.
  private var isSuspended: Bool { state.state.modes.isOn(.suspended) }

  /// The programs that get the commands.
  private var clients: String {
    let consumers = state.state.consumers
    guard let bridge = state.bridge else { return EventWords.consumers(consumers) }
    let types =
      isSuspended
      ? "types nothing while this window has the focus (ten presses end that)" : "types keys"
    return consumers.isEmpty
      ? "no scanning program; the bridge '\(bridge)' \(types)"
      : EventWords.consumers(consumers) + "; for others the bridge '\(bridge)' \(types)"
  }

  private var devices: String {
    let list = state.state.devices.map { device in
      let held = device.isGrabbed == true ? ", grabbed" : ""
      return "\(device.entry ?? ""): \(device.name) (\(device.kind)\(held))"
    }
    return list.isEmpty ? advice ?? "none" : list.joined(separator: "; ")
  }

  private var command: String {
    guard let command = state.command else { return "none yet" }
    let owner = command.owner.map { ", for \($0)" } ?? ""
    return "\(CommandWords.written(command)), \(EventWords.maker(command.source))\(owner)"
  }

  private func draw(
    _ facts: [(title: String, text: String, style: Style)], on canvas: inout Canvas, from first: Int
  ) -> Int {
    var row = first
    for (title, text, style) in facts {
      canvas.putText(title, column: 0, row: row, style: .dim)
      row = canvas.putParagraph(
        text, column: Self.textColumn, row: row, width: canvas.columns - Self.textColumn,
        most: canvas.rows < 30 ? 1 : 3, style: style)
    }
    return row
  }

  // MARK: Switches

  private func drawSwitches(on canvas: inout Canvas, from first: Int) -> Int {
    let most = max(canvas.rows / 6, 2)
    let all = state.state.switches
    // A switch that is down is always shown.
    let shown = all.count <= most ? all : Array((all.filter(\.isDown) + all).prefix(most - 1))
    let width = min(shown.map { ColumnWidth.of(Self.name($0)) }.max() ?? 0, 20)
    for (index, one) in shown.enumerated() {
      let row = first + index
      if index == 0 { canvas.putText("switches", column: 0, row: row, style: .dim) }
      canvas.putText(Self.name(one), column: Self.textColumn, row: row, style: .bold, width: width)
      let column = Self.textColumn + width + 2
      canvas.putText(
        one.isDown ? "PRESSED" : "not pressed", column: column, row: row, style: one.isDown ? [.reverse, .bold] : [])
      guard let limits = state.limits[one.name] else { continue }
      canvas.putText(
        limits.words, column: column + 13, row: row, style: .dim, width: max(canvas.columns - column - 13, 0))
    }
    if shown.isEmpty { canvas.putText("switches  none", column: 0, row: first, style: .dim) }
    guard shown.count < all.count else { return first + max(shown.count, 1) }
    canvas.putText(
      "and \(all.count - shown.count) more", column: Self.textColumn, row: first + shown.count, style: .dim)
    return first + shown.count + 1
  }

  private static func name(_ one: Wire.Switch) -> String { StateWords.named(one.name, one.label) }

  // MARK: Messages

  /// Draws the messages, the newest at the bottom, and below them an open question. Returns the first row of the
  /// messages.
  private func drawNotes(on canvas: inout Canvas, above end: Int, atLeast least: Int) -> Int {
    var end = end
    if let question = state.state.question {
      end -= 1
      let text = "QUESTION: \(CommandWords.written(question))? 'confirm' or 'reject' answers it"
      let padded = text + String(repeating: " ", count: max(canvas.columns - ColumnWidth.of(text), 0))
      canvas.putText(padded, column: 0, row: end, style: [.reverse, .bold])
    }
    let most = min(canvas.rows < 30 ? 3 : 8, end - least)
    let notes = state.notes.suffix(max(most, 0))
    guard !notes.isEmpty else { return end }
    for (index, note) in notes.enumerated() {
      let row = end - notes.count + index
      canvas.putText(note.time.map(clock.time) ?? "", column: 0, row: row, style: .dim)
      canvas.putText(
        note.text, column: Self.textColumn, row: row, style: note.isUrgent ? [.bold, .red] : [],
        width: canvas.columns - Self.textColumn)
    }
    let top = end - notes.count - 1
    canvas.putText("messages", column: 0, row: top, style: .dim)
    canvas.line(column: Self.textColumn, row: top, width: canvas.columns - Self.textColumn, style: .dim)
    return top
  }
}
