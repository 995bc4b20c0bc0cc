import SwitchwayJSON
import SwitchwayScanning

/// Reads what `KWinScript` reports.
enum KWinReport {
  /// The deepest nesting that is read; the script needs 5 levels.
  private static let depth = 8

  /// The window in front. `nil`: this is no report of the script.
  static func front(_ text: String) -> Front? {
    guard let report = try? JSONValue.parse(Array(text.utf8), depth: depth), let window = report["window"] else {
      return nil
    }
    if case .null = window { return .nothing }
    guard let frame = area(window["frame"]) else { return nil }
    let popups = window.list("popups").compactMap { popup -> WindowPlace.Popup? in
      guard let frame = area(popup["frame"]) else { return nil }
      return WindowPlace.Popup(frame: frame, buffer: area(popup["buffer"]) ?? frame)
    }
    return .window(
      WindowPlace(
        pid: Int32(exactly: window.number("pid")).flatMap { $0 > 0 ? $0 : nil }, title: window.text("title"),
        content: area(window["content"]) ?? frame, frame: frame, buffer: area(window["buffer"]), scale: 1,
        popups: popups))
  }

  /// The windows, as KWin's ids and titles. `nil`: this is no report of the script.
  static func windows(_ text: String) -> [(id: String, title: String)]? {
    guard let report = try? JSONValue.parse(Array(text.utf8), depth: depth), report["windows"]?.arrayValue != nil else {
      return nil
    }
    return report.list("windows").prefix(KWinScript.maxWindows).map { ($0.text("id"), $0.text("title")) }
  }

  private static func area(_ value: JSONValue?) -> Area? {
    let numbers = (value?.arrayValue ?? []).compactMap { element -> Double? in
      switch element {
      case .integer(let number): Double(number)
      case .real(let number): number
      default: nil
      }
    }
    guard numbers.count == 4 else { return nil }
    return Area(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
