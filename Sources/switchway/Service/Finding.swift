import SwitchwayProtocol

/// What one check of `switchway doctor` found.
struct Finding: Equatable {
  /// How bad it is. Raw values are the words of `--json`.
  enum Status: String {
    case ok
    /// It works, but not as well or as safely as it could.
    case warning
    /// It does not work.
    case problem
  }

  /// The check: one word.
  var check: String
  var status: Status
  var message: String
  /// How to mend it; nil where nothing is to be done.
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

  /// For people: a line, and one with the mend below it.
  var text: String {
    let width = Self.textColumn - status.rawValue.count
    let colour: Terminal.Colour =
      switch status {
      case .ok: .green
      case .warning: .yellow
      case .problem: .red
      }
    var text = Terminal.paint(status.rawValue, colour) + String(repeating: " ", count: width)
    text += "\(check): \(Terminal.printable(message))\n"
    if let help { text += String(repeating: " ", count: Self.textColumn) + "mend: \(Terminal.printable(help))\n" }
    return text
  }

  /// Where messages begin.
  static let textColumn = 9

  /// All of them as one JSON list on one line.
  static func json(_ findings: [Finding]) -> [UInt8] {
    var line = LineBuffer()
    line.put("[")
    for (index, finding) in findings.enumerated() {
      line.put(index == 0 ? #"{"check":"# : #",{"check":"#)
      line.put(EscapedText(finding.check))
      line.put(#","status":"#)
      line.put(EscapedText(finding.status.rawValue))
      line.put(#","message":"#)
      line.put(EscapedText(finding.message))
      if let help = finding.help {
        line.put(#","help":"#)
        line.put(EscapedText(help))
      }
      line.put("}")
    }
    line.put("]\n")
    return Array(line.bytes)
  }
}
