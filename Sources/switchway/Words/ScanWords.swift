import SwitchwayClock
import SwitchwayProtocol

/// What the scanning clock does.
enum ScanWords {
  /// The text of a `scan` line, and of `scan` in a `state`: `running: the highlight moves on, 1 s an item (auto); page
  /// 12, item 3`. nil: no clock is kept.
  static func text(of scan: Wire.Scan) -> String? {
    guard let state = scan.state else { return nil }
    var text = state + (meaning(of: state, scan.style).map { ": \($0)" } ?? "")
    if state != "off", let interval = scan.interval {
      text += ", \(LengthWords.seconds(interval)) an item"
    }
    return Terminal.printable("\(text) (\(scan.style))" + (item(scan.item, ofPage: scan.page).map { "; \($0)" } ?? ""))
  }

  /// `page 12, item 3`: the page as the front end numbers it, items from 1. nil where nobody said.
  static func item(_ item: Int64?, ofPage page: Int64?) -> String? {
    guard let page, let item else { return nil }
    return "page \(page), item \(item &+ 1)"
  }

  private static func meaning(of state: String, _ style: String) -> String? {
    switch state {
    case "off": "nothing is scanned"
    case "running":
      ClockStyle(rawValue: style)?.waitChooses == true ? "an item waits to be chosen" : "the highlight moves on"
    case "frozen": "the highlight stands while a switch is pressed"
    case "holding": "the front end has the choice, and shows what comes next"
    case "resting": "the highlight stands until a switch is pressed"
    case "paused": "the highlight stands until the cause ends"
    default: nil
    }
  }
}
