import SwitchwayScanning

/// The table of the bench of writing.
public enum WritingTable {
  /// - Parameter models: for each language what completes words; a language without one has no such rows.
  public static func text(models: [WritingLanguage: WordModel]) -> String {
    var lines = [
      "| text | letters | steps | presses | requests | letters a minute at 1 s a step |",
      "|---|---|---|---|---|---|",
    ]
    for language in WritingLanguage.allCases {
      for model in [nil, models[language]].prefix(models[language] == nil ? 1 : 2) {
        for byFrequency in [false, true] {
          let bench = WritingBench(language, byFrequency: byFrequency, model: model ?? WordModel())
          let tenths = language.text.count * 600 / max(1, bench.steps)
          let order = (byFrequency ? "by frequency" : "by rows") + (model == nil ? "" : ", with the model")
          lines.append(
            "| \(language.rawValue) | \(order) | \(bench.steps) | \(bench.presses) | \(bench.requests) | "
              + "\(tenths / 10).\(tenths % 10) |")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
