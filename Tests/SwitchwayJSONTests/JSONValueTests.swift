import Fixtures
import SwitchwayProtocol
import Testing

@Suite struct JSONValueTests {
  @Test("every kind of value is read")
  func kinds() throws {
    let text =
      #" {"a":[null,true,false,0,-9223372036854775808,1.5,1e3,"x\u0041\ud83e\uddbd"],"b":{},"unknown":{"c":[[]]}} "#
    let value = try JSONValue.parse(Array(text.utf8))
    #expect(
      value["a"]
        == .array([
          .null, .bool(true), .bool(false), .integer(0), .integer(.min), .real(1.5), .real(1_000), .string("xA🦽"),
        ]))
    #expect(value["b"] == .object([:]))
    #expect(value["c"] == nil)
    #expect(value["a"]?[1]?.boolValue == true)
    #expect(value["a"]?[8] == nil)
    #expect(value["a"]?[-1] == nil)
  }

  @Test("a text may be one value alone", arguments: [("1", JSONValue.integer(1)), ("\"a\"", .string("a"))])
  func scalars(text: String, expected: JSONValue) throws {
    #expect(try JSONValue.parse(Array(text.utf8)) == expected)
  }

  @Test("sixteen deep is read, seventeen is not")
  func depth() throws {
    func nested(_ count: Int) -> [UInt8] {
      Array((String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8)
    }
    _ = try JSONValue.parse(nested(16))
    #expect(throws: JSONError(message: "nested over 16 deep", offset: 16)) { try JSONValue.parse(nested(17)) }
    let inString = Array((#"["\""# + String(repeating: "[{", count: 30) + #""]"#).utf8)
    _ = try JSONValue.parse(inString)
  }

  /// Bytes that are no JSON text.
  struct Hostile: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    var testDescription: String { String(String(decoding: bytes.prefix(40), as: UTF8.self).debugDescription) }
  }

  static let hostile: [Hostile] =
    [
      "", " ", "{", "}", "[1,]", "{\"a\":}", "{a:1}", "nul", "truefalse", "{} {}", "[1] x", "'a'", "01", "+1", ".5",
      "1e999", "-1e999", "9223372036854775808", "NaN", "Infinity", #""\ud800""#, #""\udc00\ud800""#, #""\u0000""#,
      #"{"\u0000":1}"#, #""\x41""#, "\"a", "\"\t\"", "\"\u{1}\"", #"{"a":1,"a":2}"#, #"{"a":{"b":1,"b":1}}"#,
      String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000), "\u{feff}{}", "//x\n{}",
    ].map { Hostile(bytes: Array($0.utf8)) }
    + ([
      [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xc3, 0x22], [0x00], [0x5b, 0x00, 0x5d], [0x7b, 0x7d, 0x00], [0x22, 0x00, 0x22],
    ] as [[UInt8]]).map { Hostile(bytes: $0) }

  @Test("what is no JSON text is refused with words", arguments: hostile)
  func refuses(hostile: Hostile) {
    let bytes = hostile.bytes
    do throws(JSONError) {
      let value = try JSONValue.parse(bytes)
      Issue.record("read as \(value)")
    } catch {
      #expect(!error.message.isEmpty)
      #expect((0...bytes.count).contains(error.offset))
    }
  }

  static let words: [(String, String, Int)] = [
    (#"{"a":"\u0000"}"#, "a NUL in a string: leave it out", 13),
    (#"{"\u0000":1}"#, "a NUL in a string: leave it out", 9),
    (#"{"a":1,"a":2}"#, "a repeated key: leave one of them out", 10),
    (#"{"a":"#, "it ends too early: a quote, a bracket or a value is missing", 5),
    ("{} {}", "something follows the JSON text: leave it out, or write it on its own line", 4),
    ("9223372036854775808", "a number that is too large: integers have 64 bits", 19),
    ("[1e999]", "a number that is too large: integers have 64 bits", 6),
    (
      "garbage",
      "not JSON from here on: a quote, a comma, a colon or a bracket is missing, or there is an extra character",
      7
    ),
  ]

  @Test("errors are described in words of this project", arguments: words)
  func says(text: String, message: String, offset: Int) {
    #expect(throws: JSONError(message: message, offset: offset)) { try JSONValue.parse(Array(text.utf8)) }
  }

  @Test("random damage ends in a value or an error", arguments: 1...20 as ClosedRange<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = Array(#"{"type":"send","id":"a\u00e9","args":["left",1e2,[{"b":null}]],"command":"move"}"#.utf8)
    for _ in 0..<500 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        guard let index = bytes.indices.randomElement(using: &generator) else { break }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[index...].prefix(9), at: index)
        }
      }
      let first = Result { try JSONValue.parse(bytes) }
      let second = Result { try JSONValue.parse(bytes) }
      #expect((try? first.get()) == (try? second.get()), "seed \(seed)")
    }
  }
}
