import SwitchwayClock
import SwitchwayJSON

/// What the scanning clock does by itself, and with presses.
struct ClockWords {
  private let name: String
  /// nil: not known here.
  private var style: ClockStyle? { ClockStyle(rawValue: name) }
  private let interval: String
  private let pause: Int64

  /// nil: the profile has no clock.
  ///
  /// - Parameters:
  ///   - settings: the `scan` of an explained profile.
  ///   - now: the `scan` of a daemon's `state`, with the present style and interval; or null.
  init?(settings: JSONValue, now: JSONValue) {
    guard let own = settings["style"]?.stringValue, own != "front-end" else { return nil }
    name = now["style"]?.stringValue ?? own
    interval = LengthWords.seconds((now["interval"] ?? settings["interval"])?.integerValue ?? 0)
    pause = settings.number("first-item-pause")
  }

  /// `the clock scans (auto): 1 s an item, and 0.5 s more for the first`.
  var text: String {
    guard let style, style.hasClock else {
      return "the clock is off: front ends scan by themselves (\(Terminal.printable(name)))"
    }
    if style.waitChooses { return "the clock chooses \(interval) after the last step (\(name))" }
    let when = style.releaseChooses ? "while a switch is held" : "by itself"
    let more = pause > 0 ? ", and \(LengthWords.seconds(pause)) more for the first" : ""
    return "the clock scans \(when) (\(name)): \(interval) an item\(more)"
  }

  /// What it does with a switch, from its gestures' rows of `bindings`.
  func lines(_ gestures: [JSONValue]) -> [String] {
    guard let style, style.hasClock else { return [] }
    let tapSelects = gestures.contains { $0["gesture"] == "tap" && CommandWords.name(of: $0) == "select" }
    if style.releaseChooses, tapSelects { return ["select: hold to move, let go to choose"] }
    var names: [String] = []
    for name in gestures.map(CommandWords.name) where !names.contains(name) { names.append(name) }
    return names.compactMap { name in meaning(of: name).map { "\(name): \($0)" } } + [
      style.waitChooses
        ? "while it is pressed, waiting chooses nothing" : "while it is pressed, the highlight stands"
    ]
  }

  private func meaning(of command: String) -> String? {
    switch command {
    case "select":
      "chooses the highlighted item" + (style?.movesAlone == true ? "; at rest it starts the scan" : "")
    case "next" where style?.waitChooses == true, "previous" where style?.waitChooses == true:
      "moves the highlight; \(interval) after that and after letting go, the item is chosen"
    case "next", "previous", "edge": "moves the highlight, and the time for an item begins anew"
    default: nil
    }
  }
}
