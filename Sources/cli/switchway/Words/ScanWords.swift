import SwitchwayClock
import SwitchwayProtocol

/// Describes what the scanning clock does now.
enum ScanWords {
  /// Returns the text of a `scan` line, or of the clock in the daemon's state, such as `running: the highlight moves
  /// on, 1 s per item (auto); page 12, item 3`. Returns `nil` if there is no clock.
  static func text(of scan: Wire.Scan) -> String? {
    guard let state = scan.state else { return nil }
    var text = state + (meaning(of: state, scan.style).map { ": \($0)" } ?? "")
    if state != "off", let interval = scan.interval {
      text += ", \(LengthWords.seconds(interval)) per item"
    }
    return Terminal.printable("\(text) (\(scan.style))" + (item(scan.item, ofPage: scan.page).map { "; \($0)" } ?? ""))
  }

  /// Returns a text such as `page 12, item 3`. The page has the number that the front end gave it, and items are
  /// counted from 1. Returns `nil` if the line does not contain a page and an item.
  static func item(_ item: Int64?, ofPage page: Int64?) -> String? {
    guard let page, let item else { return nil }
    return "page \(page), item \(item &+ 1)"
  }

  private static func meaning(of state: String, _ style: String) -> String? {
    switch state {
    case "off": "nothing is scanned"
    case "running":
      ClockStyle(rawValue: style)?.waitChooses == true ? "an item waits to be chosen" : "the highlight moves on"
    case "frozen": "the highlight does not move while a switch is pressed"
    case "holding": "the program has received the choice, and prepares its next page"
    case "resting": "the highlight waits; a press starts it"
    case "paused": "the highlight is stopped"
    default: nil
    }
  }
}
