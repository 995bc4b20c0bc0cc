/// The names of a speech server: of its voices, and of its outputs.
package enum SpeechName {
  /// The longest name, in bytes. Arbitrary: the longest name of espeak-ng's voices has less than 50.
  package static let maxLength = 200

  /// Whether the text can be such a name: one line of 1 to `maxLength` bytes without control characters. A name is part
  /// of a request to the server, or of a program's environment.
  package static func isName(_ text: String) -> Bool {
    (1...maxLength).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
