import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// The words of a calibration's plot, in the terminal and in its picture.
extension CalibrationPlot {
  var title: String { "Presses of '\(name)' with the proposed filter" }

  static let legend: [(kind: Contact.Kind, text: String)] = [
    (.press, "prompted, counts"), (.ignored, "unintended, ignored"), (.extra, "unintended, but counts"),
    (.missed, "prompted, but lost"),
  ]

  static func verdict(_ row: Row) -> String {
    var words: [String] = []
    if row.count(.press) > 1 { words.append("\(row.count(.press)) presses") }
    if row.count(.missed) > 0 { words.append("\(row.count(.missed)) lost") }
    if row.count(.extra) > 0 { words.append("\(row.count(.extra)) too many") }
    if row.count(.press) + row.count(.missed) == 0 { words.insert("no press", at: 0) }
    return words.isEmpty ? "1 press" : words.joined(separator: ", ")
  }

  static func verdict(ofRest row: Row) -> String {
    let length = "\((row.length + 500_000) / 1_000_000) s: "
    let extra = row.count(.extra) + row.count(.press)
    if extra > 0 { return length + "\(extra) count" }
    return length + (row.contacts.isEmpty ? "quiet" : "\(row.contacts.count) ignored")
  }

  var lengthWords: String {
    lengths.limit == 0
      ? "A press counts at once, however short it is."
      : "A press must last \(DurationText.words(Microseconds(lengths.limit)))."
  }

  var gapWords: String {
    gaps.limit == 0
      ? "The next press counts, however soon it comes."
      : "For \(DurationText.words(Microseconds(gaps.limit))) after a press, further presses are ignored."
  }

  /// The rows of the comparison: a title, how many prompted presses count, and how many other contacts.
  var comparison: [(text: String, presses: Int, others: Int)] {
    [
      ("as it is now", change.before.presses, change.before.others),
      ("with the change", change.after.presses, change.after.others),
    ]
  }

  var sureness: String {
    switch proposal.sureness {
    case .high: "The presses differ clearly from all other contacts: you can trust the proposal."
    case .medium: "Some contacts were unclear: try the proposal, and calibrate again if it does not fit."
    case .low: "The presses were few or unclear: calibrate again before you use the proposal."
    }
  }
}
