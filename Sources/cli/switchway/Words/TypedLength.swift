import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// A length as people write it and as Switchway prints it: also `2.5 s` and `2,5s`.
enum TypedLength {
  /// `nil` if it is not a length.
  static func length(_ text: String) -> Microseconds? { try? DurationText.parse(plain(text)) }

  /// The text without spaces, and with a point for a comma, as key-remap files have lengths.
  static func plain(_ text: String) -> String {
    String(text.compactMap { $0.isWhitespace ? nil : $0 == "," ? "." : $0 })
  }
}
