/// Checks names that people give to devices, switches, chords and profiles.
package enum GivenName {
  /// Returns whether a text can be such a name: 1 to 64 characters of `A–Z a–z 0–9 - _`.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }
}
