import SwitchwayCore
import Testing

@Suite("globs")
struct GlobTests {
  @Test(
    "match whole texts",
    arguments: [
      ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false), ("abc", "ABC", false),
      ("*", "", true), ("*", "anything", true), ("a*c", "abbc", true), ("a*c", "abcb", false), ("*b*b*", "abab", true),
      ("*aab", "aaab", true), ("a?c", "abc", true), ("a?c", "ac", false), ("?", "é", true), ("?", "e\u{301}", false),
      ("[abc]", "b", true), ("[a-c]x", "bx", true), ("[!a-c]", "b", false), ("[^a-c]", "d", true), ("[]a]", "]", true),
      ("[a-]", "-", true), ("[z-a]", "m", false), ("[abc", "[abc", true), ("\\*", "*", true), ("\\*", "a", false),
      ("a\\", "a\\", true), ("usb-*-event-joystick", "usb-Foo-event-joystick", true), ("05f3:*", "05f3:0232", true),
    ])
  func matches(_ pattern: String, _ text: String, _ expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test("only a pattern that can match more than one text has a wildcard")
  func wildcard() {
    for pattern in ["*", "a?", "[ab]", "x*"] { #expect(Glob(pattern).hasWildcard) }
    for pattern in ["", "abc", "\\*", "[abc", "a\\?"] { #expect(!Glob(pattern).hasWildcard) }
  }

  /// An earlier version looked for `]` from each bracket, which would take hours.
  @Test("a million open brackets are a million brackets")
  func brackets() {
    let text = String(repeating: "[", count: 1_000_000)
    let glob = Glob(text)
    #expect(!glob.hasWildcard)
    #expect(glob.matches(text))
  }

  @Test("a pattern from a file has at most 256 characters, of any number of bytes")
  func longest() {
    #expect(Glob(checked: String(repeating: "😀", count: 256)) != nil)
    #expect(Glob(checked: String(repeating: "a", count: 257)) == nil)
    #expect(Glob(checked: String(repeating: "😀", count: 257)) == nil)
  }

  @Test("a hostile pattern is matched quickly")
  func hostile() {
    let glob = Glob(String(repeating: "*a", count: 1_000) + "b")
    #expect(!glob.matches(String(repeating: "a", count: 4_000)))
  }
}
