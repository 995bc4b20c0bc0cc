import Fixtures
import SwitchwayProtocol
import Testing

@Suite struct LineDecoderTests {
  typealias Item = LineDecoder.Item

  static let limit = LineDecoder.maximumLength

  static func text(_ line: String) -> Item { .line(Array(line.utf8)) }

  static func items(_ bytes: [UInt8], in sizes: () -> Int) -> [Item] {
    var decoder = LineDecoder()
    var items: [Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = max(1, sizes())
      decoder.decode(rest.prefix(size), into: &items)
      rest = rest.dropFirst(size)
    }
    return items
  }

  static let long = String(repeating: "x", count: limit)

  /// What arrives and the lines that it is.
  struct Row: Sendable, CustomTestStringConvertible {
    let input: String
    let expected: [Item]
    init(_ input: String, _ expected: [Item]) {
      self.input = input
      self.expected = expected
    }
    var testDescription: String { input.utf8.count > 40 ? "\(input.utf8.count) bytes" : input.debugDescription }
  }

  static let rows = [
    Row("", []), Row("half", []), Row("\n", [text("")]), Row("a\nb\r\nc", [text("a"), text("b")]),
    Row("a\r\r\n", [text("a\r")]), Row("\r\n", [text("")]), Row("a\rb\n", [text("a\rb")]),
    Row("é\n\u{0}\n", [text("é"), text("\u{0}")]), Row(long + "\n", [text(long)]),
    Row(long + "\r\n", [text(long)]), Row(long + "x\nok\n", [.tooLong, text("ok")]),
    Row(long + "\rx\nok\n", [.tooLong, text("ok")]), Row(long + long + long + "\nok\n", [.tooLong, text("ok")]),
    Row(long + "x", [.tooLong]),
  ]

  @Test("bytes become lines, however they arrive", arguments: rows)
  func lines(row: Row) {
    let bytes = Array(row.input.utf8)
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    for sizes in [{ bytes.count }, { 1 }, { Int.random(in: 1...5_000, using: &generator) }] {
      let isRight = Self.items(bytes, in: sizes) == row.expected
      #expect(isRight)
    }
  }

  @Test("too long is told before the line ends, and once")
  func earlyAndOnce() {
    var decoder = LineDecoder()
    var items: [Item] = []
    for _ in 0..<40 { decoder.decode([UInt8](repeating: 0x5b, count: 50_000), into: &items) }
    #expect(items == [.tooLong])
  }

  @Test("bytes of any kind give the same lines whole and in pieces", arguments: 1...40 as ClosedRange<UInt64>)
  func anySplit(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0x0a, 0x0d, 0x61, 0x22, 0x5c, 0x7b, 0xff, 0x00]
    let bytes = (0..<400).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
    let whole = Self.items(bytes, in: { bytes.count })
    #expect(Self.items(bytes, in: { 1 }) == whole, "seed \(seed)")
    #expect(Self.items(bytes, in: { Int.random(in: 1...7, using: &generator) }) == whole, "seed \(seed)")
  }
}
