import SwitchwayCore
import SwitchwayText

/// Durations in everyday form: `120 ms`, `1.5 s`.
///
/// Settings are exact; measurements are rounded.
enum LengthWords {
  /// Returns a measured time, such as `62 ms`, `0.16 s`, `1.3 s` or `12 s`: whole milliseconds below 0.1 s, otherwise
  /// seconds with two significant digits.
  static func measured(_ microseconds: Int64) -> String {
    let size = microseconds.magnitude
    let sign = microseconds < 0 ? "-" : ""
    if size < 99_500 {
      let milliseconds = (size + 500) / 1_000
      return milliseconds == 0 && size > 0 ? "less than 1 ms" : "\(sign)\(milliseconds) ms"
    }
    guard size < 9_950_000 else { return "\(sign)\((size + 500_000) / 1_000_000) s" }
    let step: Int64 = size < 995_000 ? 10_000 : 100_000
    return sign + DurationText.decimal((Int64(size) + step / 2) / step * step, over: 1_000_000) + " s"
  }

  /// Returns an exact time in seconds, for sentences with several times in the same unit.
  static func seconds(_ microseconds: Int64) -> String {
    DurationText.decimal(microseconds, over: 1_000_000) + " s"
  }

  /// Returns an exact time, in milliseconds below one second, otherwise in seconds.
  static func text(_ microseconds: Int64) -> String {
    microseconds.magnitude < 1_000_000 ? milliseconds(microseconds) : seconds(microseconds)
  }

  /// Returns a setting in the unit that `measured` uses for `other`.
  static func setting(_ microseconds: Int64, beside other: Int64) -> String {
    other.magnitude < 99_500 && microseconds.magnitude < 1_000_000
      ? milliseconds(microseconds) : seconds(microseconds)
  }

  /// Returns a measured time beside a setting, in one unit, such as `60 of 120 ms`. The measured time is never rounded
  /// up to the setting.
  static func text(_ length: Int64, of whole: Int64) -> String {
    let isShort = whole.magnitude < 1_000_000
    let step: Int64 = isShort ? 1_000 : 10_000
    let part = DurationText.decimal(length / step * step, over: isShort ? 1_000 : 1_000_000)
    return "\(part) of \(text(whole))"
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    DurationText.decimal(microseconds, over: 1_000) + " ms"
  }
}
