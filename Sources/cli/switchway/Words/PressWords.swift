import Glibc
import SwitchwayProtocol

/// Describes the outcomes of the last presses, one sentence each, such as `left, 10:42:07: too short, 60 of 120 ms`.
struct PressWords {
  /// What must be added to the daemon's times to get times of day, in microseconds: the time since 1970 when `hello`
  /// arrived, minus the time in `hello`. The presses of a recording are shown as if the recording had begun now.
  let shift: Int64
  /// The present time, in microseconds since 1970.
  let now: Int64

  /// `hello`: the daemon's first line, just received.
  init(hello: Wire.Hello) {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_REALTIME, &time)
    self.init(hello: hello, now: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  init(hello: Wire.Hello, now: Int64) {
    self.now = now
    shift = now &- (hello.time ?? now)
  }

  /// Returns one line for each press, the oldest first.
  func text(_ presses: [Wire.AnsweredPress]) -> String {
    presses.isEmpty
      ? "no press of a switch yet\n"
      : presses.indices.map { sentence(presses[$0], after: presses[..<$0]) + "\n" }.joined()
  }

  /// Returns the sentence about a press, without a line feed. `earlier`: the presses before this one, the oldest first.
  func sentence(_ press: Wire.AnsweredPress, after earlier: ArraySlice<Wire.AnsweredPress> = []) -> String {
    let name = Terminal.printable(press.name)
    let outcome =
      switch press.outcome {
      case "command": PressWords.command(press) + PressWords.choice(press)
      case "rejected": PressWords.rejection(press, gap: PressWords.gap(before: press, earlier))
      case "question": PressWords.command(press) + ": a question was asked first"
      default: "not decided yet: " + EventWords.pending(press.reason ?? "")
      }
    return "\(name), \(clock(press.pressed ?? 0)): \(outcome)"
  }

  /// Returns the time of day, such as `10:42:07`.
  func time(_ time: Int64) -> String { PressWords.local(time &+ shift).clock }

  /// Returns the time of a press, such as `10:42:07` or, on another day, `2026-11-20 10:42:07`.
  private func clock(_ time: Int64) -> String {
    let (day, clock) = PressWords.local(time &+ shift)
    return day == PressWords.local(now).day ? clock : "\(day) \(clock)"
  }

  private static func local(_ microseconds: Int64) -> (day: String, clock: String) {
    let seconds = time_t(microseconds / 1_000_000)
    return (TimeText.text(seconds, "%Y-%m-%d") ?? "?", TimeText.text(seconds, "%H:%M:%S") ?? "?")
  }

  // MARK: Outcomes

  private static func command(_ press: Wire.AnsweredPress) -> String {
    var text = Terminal.printable(CommandWords.written(press))
    if let count = press.count, count > 1 { text += ", \(count) times" }
    let length = press.length.map { " of \(LengthWords.measured($0))" } ?? ""
    return GestureWords.outcome(press, text, length: length)
  }

  /// Returns the item that a press chose, such as `, page 7, item 3; item 4 was highlighted when the press was
  /// decided`. Empty if the press chose no item.
  private static func choice(_ press: Wire.AnsweredPress) -> String {
    guard let item = ScanWords.item(press.item, ofPage: press.page) else { return "" }
    return ", \(item)"
      + (press.lit == press.item ? "" : "; item \((press.lit ?? 0) &+ 1) was highlighted when the press was decided")
  }

  /// Returns the time from the last release of this switch to the press, or `nil` if it is not known.
  static func gap(before press: Wire.AnsweredPress, _ earlier: ArraySlice<Wire.AnsweredPress>) -> Int64? {
    guard let pressed = press.pressed, let last = earlier.last(where: { $0.name == press.name }),
      let start = last.pressed, let length = last.length
    else { return nil }
    let gap = pressed &- start &- length
    return gap >= 0 ? gap : nil
  }

  static func rejection(_ press: Wire.AnsweredPress, gap: Int64?) -> String {
    let (length, needed) = (press.length, press.needed)
    switch press.reason {
    case "too-short":
      guard let needed else { return "too short" }
      return "too short, "
        + (length.map { LengthWords.text($0, of: needed) } ?? "less than \(LengthWords.text(needed))")
    case "repeat":
      if let gap, let needed, gap < needed {
        return "too soon, \(LengthWords.measured(gap)) after the release; "
          + "it must be \(LengthWords.setting(needed, beside: gap)) or more"
      }
      return "too soon" + (needed.map { ": it must be \(LengthWords.text($0)) or more after the release" } ?? "")
    default: return EventWords.rejection(press.reason ?? "")
    }
  }
}
