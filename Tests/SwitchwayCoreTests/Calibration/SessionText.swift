import SwitchwayTime

@testable import SwitchwayCore

/// Calibration sessions as text, so that a table row can show them.
///
/// Spans are `from-to` in ms. A session rests for 15 s; prompt N comes at 15 + 3·N s, as `prompt(N)` says.
enum SessionText {
  /// `100-250 400-420`.
  static func spans(_ text: String, at base: Int = 0) -> [ClosedSpan] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: "-").map { Sample.instant(String($0)) + .milliseconds(Int64(base)) }
      return ClosedSpan(start: parts[0], end: parts[1])
    }
  }

  /// The time of a prompt, ms.
  static func prompt(_ index: Int) -> Int { 15_000 + 3_000 * index }

  /// This many prompts for one press, then for two presses, alternating between the switches.
  static func session(once: Int, twice: Int = 0, switches: Int = 1) -> CalibrationSession {
    CalibrationSession(
      restStart: Instant(0), restEnd: Instant(15_000_000),
      end: Instant(Int64(prompt(once + twice)) * 1_000 + 500_000),
      prompts: (0..<once + twice).map { index in
        .init(
          time: Instant(Int64(prompt(index)) * 1_000), switchIndex: index % switches, count: index < once ? 1 : 2)
      })
  }

  /// The same contacts after each prompt, ms from the prompt.
  static func answers(_ text: String, to prompts: some Sequence<Int>) -> [ClosedSpan] {
    prompts.flatMap { spans(text, at: prompt($0)) }
  }
}

extension Calibration.Outcome {
  var proposal: Calibration.Proposal? {
    if case .proposed(let proposal) = self { proposal } else { nil }
  }
  var refusal: Calibration.Refusal? {
    if case .refused(let refusal, _) = self { refusal } else { nil }
  }
}
