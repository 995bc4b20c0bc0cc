import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Reads durations as people type them and as Switchway prints them, such as `2.5 s` and `2,5s`.
enum TypedLength {
  /// Reads a duration. Returns `nil` if the text is not a duration.
  static func length(_ text: String) -> Microseconds? { try? DurationText.parse(plain(text)) }

  /// Returns the text without spaces, and with a point instead of a comma, as durations are written in profiles.
  static func plain(_ text: String) -> String {
    String(text.compactMap { $0.isWhitespace ? nil : $0 == "," ? "." : $0 })
  }
}
