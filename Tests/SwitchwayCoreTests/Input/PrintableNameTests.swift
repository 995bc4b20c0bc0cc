import SwitchwayText
import Testing

@testable import SwitchwayCore

@Suite struct PrintableNameTests {
  @Test(
    "a name is safe to show, and an ordinary one stays as it is",
    arguments: [
      ("VEC  VEC USB Footpedal", "VEC  VEC USB Footpedal"), (" Buddy ", " Buddy "), ("Трекбол®", "Трекбол®"),
      ("a\u{1B}[31mred", "a?[31mred"), ("two\nlines", "two?lines"), ("\u{0}\u{7F}\u{9B}", "???"),
      ("tab\there", "tab?here"), ("right \u{202E}tfel", "right ?tfel"), ("\u{2066}x\u{2069}", "?x?"),
      ("zero\u{200B}width\u{FEFF}", "zero?width?"), ("line\u{2028}paragraph\u{2029}", "line?paragraph?"),
      ("broken \u{FFFD}", "broken ?"), ("private \u{E000}", "private ?"), ("\u{FFFE}", "?"), ("", ""),
    ])
  func replaced(name: String, shown: String) {
    #expect(Array(PrintableName.of(name).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test("a long name is cut at 64 scalars, not before")
  func cut() {
    #expect(PrintableName.of(String(repeating: "a", count: 64)).count == 64)
    #expect(PrintableName.of(String(repeating: "a", count: 65)) == String(repeating: "a", count: 64))
    let marks = "e" + String(repeating: "\u{301}", count: 1_000)
    #expect(PrintableName.of(marks).unicodeScalars.count == 64)
  }
}
