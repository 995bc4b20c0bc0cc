import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Describes what the scanning clock does by itself, and what it does when switches are pressed.
struct ClockWords {
  private let name: String
  /// The style of the clock, or `nil` if this program does not know it.
  private var style: ClockStyle? { ClockStyle(rawValue: name) }
  private let interval: String
  private let pause: Int64

  /// Returns `nil` if the profile has no clock.
  ///
  /// - Parameters:
  ///   - settings: the clock's settings in the explanation of a profile.
  ///   - now: the clock in the daemon's state, with its present style and interval, or `nil` if no daemon was asked.
  init?(settings: Wire.Explanation.Clock?, now: Wire.Scan?) {
    guard let settings, let own = settings.style, own != "front-end" else { return nil }
    name = now?.style ?? own
    interval = LengthWords.seconds(now?.interval ?? settings.interval ?? 0)
    pause = settings.firstItemPause
  }

  /// What the clock does by itself, such as `the highlight moves by itself (auto): 1 s per item, and 0.5 s more for the
  /// first item`.
  var text: String {
    guard let style, style.hasClock else {
      return "Switchway does not scan; scanning programs scan themselves (\(Terminal.printable(name)))"
    }
    if style.waitChooses { return "the item is chosen \(interval) after the last step (\(name))" }
    let when = style.releaseChooses ? "while a switch is held" : "by itself"
    let more = pause > 0 ? ", and \(LengthWords.seconds(pause)) more for the first item" : ""
    return "the highlight moves \(when) (\(name)): \(interval) per item\(more)"
  }

  /// Returns a sentence about how a switch that is added to a profile acts on the profile's clock. Returns `nil` if
  /// there is no clock.
  ///
  /// - Parameter command: the command of a tap, or `nil` if none is known.
  static func added(_ name: String, command: String?, to style: ClockStyle) -> String? {
    guard style.hasClock else { return nil }
    let clock = "this profile scans: \(style.words)"
    let does: String
    switch command {
    case "select" where style.releaseChooses: does = "holding '\(name)' moves the highlight, and releasing it chooses"
    case "select" where style.waitChooses: does = "'\(name)' chooses at once, without waiting"
    case "select": does = "'\(name)' also chooses"
    case "next", "previous":
      does =
        "'\(name)' moves the highlight"
        + (style.waitChooses ? ", and waiting chooses" : " as well, and the time for the item starts again")
    default: does = "while '\(name)' is pressed, the highlight does not move"
    }
    return "\(clock); \(does)"
  }

  /// Returns lines about how a switch acts on the clock. `gestures`: the rows of `bindings` for the switch's gestures.
  func lines(_ gestures: [Wire.Binding]) -> [String] {
    guard let style, style.hasClock else { return [] }
    let tapSelects = gestures.contains { $0.gesture == Gesture.tap.rawValue && $0.command == "select" }
    if style.releaseChooses, tapSelects { return ["select: hold to move, release to choose"] }
    var names: [String] = []
    for name in gestures.map(\.command) where !names.contains(name) { names.append(name) }
    return names.compactMap { name in meaning(of: name).map { "\(name): \($0)" } } + [
      style.waitChooses
        ? "while it is pressed, no item is chosen by waiting" : "while it is pressed, the highlight does not move"
    ]
  }

  private func meaning(of command: String) -> String? {
    switch command {
    case "select":
      "chooses the highlighted item" + (style?.movesAlone == true ? "; if the highlight has stopped, starts it" : "")
    case "next" where style?.waitChooses == true, "previous" where style?.waitChooses == true:
      "moves the highlight; \(interval) after that and after the release, the item is chosen"
    case "next", "previous", "edge": "moves the highlight, and the time for the item starts again"
    default: nil
    }
  }
}
