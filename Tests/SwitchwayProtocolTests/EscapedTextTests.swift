import Fixtures
import SwitchwayProtocol
import Testing

@Suite struct EscapedTextTests {
  private func line(_ text: EscapedText) -> String {
    var line = LineBuffer()
    line.putText(text)
    return line.text
  }

  @Test(
    "what could break a line or mislead a reader is escaped, the rest stays",
    arguments: [
      ("", #""""#), ("left", #""left""#), (#"a"b\c"#, #""a\"b\\c""#), ("a\n\r\tb", #""a\n\r\tb""#),
      ("\u{0}\u{1b}[31m", #""\u0000\u001b[31m""#), ("\u{7f}\u{9b}", #""\u007f\u009b""#),
      ("a\u{202e}b\u{2066}", #""a\u202eb\u2066""#), ("\u{2028}\u{feff}", #""\u2028\ufeff""#), ("é 🦽 ж", "\"é 🦽 ж\""),
      ("e\u{301}", "\"e\u{301}\""), ("\r\n", #""\r\n""#),
    ])
  func escapes(text: String, expected: String) {
    #expect(Array(line(EscapedText(text)).utf8) == Array(expected.utf8))
  }

  @Test("bytes that are no UTF-8 become replacement characters")
  func invalid() {
    let bytes: [UInt8] = [0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]
    let text = line(EscapedText(utf8: bytes))
    #expect(text.hasPrefix("\"a\u{fffd}\u{fffd}("))
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  @Test("whatever is escaped reads back as it was")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x1_1000
        guard let scalar = Unicode.Scalar(UInt32.random(in: 1..<limit, using: &generator)) else { continue }
        text.unicodeScalars.append(scalar)
      }
      let value = try JSONValue.parse(Array(line(EscapedText(text)).utf8))
      #expect(value.stringValue.map { Array($0.utf8) } == Array(text.utf8), "seed 11")
    }
  }

  @Test("lists keep their order")
  func lists() {
    var buffer = LineBuffer()
    buffer.putList(EscapedList(["down", "pa\"ge"]))
    #expect(buffer.text == #"["down","pa\"ge"]"#)
  }
}
