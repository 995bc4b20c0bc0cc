import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// A length as people write it and as Switchway prints it: `2.5 s` and `2,5s` are also read.
enum TypedLength {
  /// `nil` if it is not a length.
  static func length(_ text: String) -> Microseconds? { try? DurationText.parse(plain(text)) }

  /// The text without spaces, and with a point instead of a comma, as profiles write lengths.
  static func plain(_ text: String) -> String {
    String(text.compactMap { $0.isWhitespace ? nil : $0 == "," ? "." : $0 })
  }
}
