import Testing

import SwitchwayScanning

@Suite struct CleanNameTests {
  @Test(
    "names become one line without anything that steers",
    arguments: [
      ("Open", "Open"), ("", ""), ("  two   words \n", "two words"), ("a\tb\u{0}c", "a bc"),
      ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{7}x", "x"), ("\u{1B}]0;title\u{1B}\\x", "x"),
      ("\u{9B}2Jx", "x"), ("a\u{202E}b", "ab"), ("\u{1B}(Bx", "Bx"), ("x\u{1B}", "x"), ("\u{1B}[é", "é"),
      ("نمی\u{200C}خواهم", "نمی\u{200C}خواهم"), ("👩\u{200D}🦽", "👩\u{200D}🦽"), ("a\u{2028}b", "a b"),
    ])
  func cleaned(name: String, expected: String) {
    #expect(CleanName.text(of: name) == expected)
  }

  @Test("a name ends before the character that would pass 200 bytes")
  func length() {
    #expect(CleanName.text(of: String(repeating: "a", count: 200)).utf8.count == 200)
    #expect(CleanName.text(of: String(repeating: "a", count: 201)).utf8.count == 200)
    #expect(CleanName.text(of: "a" + String(repeating: "é", count: 200)).utf8.count == 199)
    #expect(CleanName.text(of: String(repeating: "a", count: 199) + " b").utf8.count == 199)
  }

  @Test("a name of 1 MiB is cut before it is looked at")
  func large() {
    #expect(CleanName.text(of: [UInt8](repeating: 0x41, count: 1 << 20)).utf8.count == 200)
    #expect(CleanName.text(of: [UInt8](repeating: 0x01, count: 1 << 20)) == "")
  }

  @Test("bytes that are no UTF-8 are replaced")
  func invalid() {
    #expect(CleanName.text(of: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    #expect(CleanName.text(of: [0xC3]) == "\u{FFFD}")
  }
}
