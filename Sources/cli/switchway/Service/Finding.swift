import SwitchwayProtocol

/// The result of one check of `switchway doctor`.
struct Finding: Equatable {
  /// The severity. The raw values are the words in the output with `--json`.
  enum Status: String {
    case ok
    /// The checked part works, but could work better or more safely.
    case warning
    case problem
  }

  /// The name of the check, one word.
  var check: String
  var status: Status
  var message: String
  /// The remedy, or `nil` if nothing is to be done.
  var help: String?

  static func ok(_ check: String, _ message: String) -> Finding {
    Finding(check: check, status: .ok, message: message, help: nil)
  }

  static func warning(_ check: String, _ message: String, help: String) -> Finding {
    Finding(check: check, status: .warning, message: message, help: help)
  }

  static func problem(_ check: String, _ message: String, help: String) -> Finding {
    Finding(check: check, status: .problem, message: message, help: help)
  }

  /// The text for people: a line about the finding, and the remedy in a line below it.
  var text: String {
    let width = Self.textColumn - status.rawValue.count
    let colour: Style =
      switch status {
      case .ok: .green
      case .warning: .yellow
      case .problem: .red
      }
    var text = Terminal.paint(status.rawValue, colour) + String(repeating: " ", count: width)
    text += "\(check): \(Terminal.printable(message))\n"
    if let help { text += String(repeating: " ", count: Self.textColumn) + "help: \(Terminal.printable(help))\n" }
    return text
  }

  static let textColumn = 9

  /// Returns all findings as one JSON list on one line.
  static func json(_ findings: [Finding]) -> String {
    let list = findings.map { finding in
      var one: JSONObject = [
        "check": .string(finding.check), "status": .string(finding.status.rawValue),
        "message": .string(finding.message),
      ]
      one["help"] = finding.help.map { .string($0) }
      return JSONValue.object(one)
    }
    return JSONValue.array(list).line
  }
}
