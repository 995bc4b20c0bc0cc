import SwitchwayProtocol
import SwitchwayScanning

/// Reads the reports of `KWinScript` and of the extension in GNOME's shell, each as one text of JSON.
enum WindowReport {
  /// The largest number of windows that are read.
  static let maxWindows = 256
  /// The longest report, in bytes. `maxWindows` titles with three bytes per UTF-16 unit, and their places, need less.
  static let longest = 1 << 20
  /// The deepest nesting that is read; reports need 5 levels.
  static let depth = 8

  /// The active window. `nil` if the text is not a report.
  static func front(_ text: String) -> Front? {
    guard let report = try? JSONValue.parse(Array(text.utf8), depth: depth), let window = report["window"] else {
      return nil
    }
    if case .null = window { return report["shell"].flatMap(ShellReport.tree).map { .shell($0) } ?? .nothing }
    guard let (frame, buffer) = frames(of: window) else { return nil }
    let popups = window.list("popups").compactMap { popup -> WindowPlace.Popup? in
      frames(of: popup).map { WindowPlace.Popup(frame: $0.frame, buffer: $0.buffer ?? $0.frame) }
    }
    return .window(
      WindowPlace(
        pid: Int32(exactly: window.number("pid")).flatMap { $0 > 0 ? $0 : nil }, title: window.text("title"),
        content: area("content", of: window) ?? frame, frame: frame, buffer: buffer,
        scale: window["scale"].flatMap(number) ?? 1, popups: popups))
  }

  /// The windows, each with the desktop's id and its title. `nil` if the text is not a report.
  static func windows(_ text: String) -> [(id: String, title: String)]? {
    guard let report = try? JSONValue.parse(Array(text.utf8), depth: depth), report["windows"]?.arrayValue != nil else {
      return nil
    }
    return report.list("windows").prefix(maxWindows).map { ($0.text("id"), $0.text("title")) }
  }

  /// The frame of a window or a menu, and the buffer around it if it is reported.
  private static func frames(of window: JSONValue) -> (frame: Area, buffer: Area?)? {
    area("frame", of: window).map { ($0, area("buffer", of: window)) }
  }

  static func area(_ name: String, of report: JSONValue) -> Area? {
    let numbers = (report[name]?.arrayValue ?? []).compactMap(number)
    guard numbers.count == 4 else { return nil }
    return Area(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
