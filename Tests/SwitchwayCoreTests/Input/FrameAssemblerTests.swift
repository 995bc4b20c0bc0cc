import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite struct FrameAssemblerTests {
  static let report = InputEvent(time: Instant(0), type: 0, code: 0, value: 0)
  static let dropped = InputEvent(time: Instant(0), type: 0, code: 3, value: 0)
  static func key(_ code: UInt16) -> InputEvent { InputEvent(time: Instant(0), type: 1, code: code, value: 1) }

  /// Plays words: a digit is a key with that code, `R` a report, `D` a loss, `M` a multitouch report. Returns whole
  /// frames as digits in brackets, a loss as `!`.
  static func run(_ words: String, _ assembler: inout FrameAssembler) -> String {
    var result = ""
    for word in words.utf8 {
      let event =
        switch word {
        case UInt8(ascii: "R"): report
        case UInt8(ascii: "D"): dropped
        case UInt8(ascii: "M"): InputEvent(time: Instant(0), type: 0, code: 2, value: 0)
        default: key(UInt16(word - UInt8(ascii: "0")))
        }
      switch assembler.push(event) {
      case .incomplete: break
      case .frame: result += "(" + assembler.frame.map { String($0.code) }.joined() + ")"
      case .dropped: result += "!"
      }
    }
    return result
  }

  static let sequences: [(input: String, output: String)] = [
    ("", ""), ("1", ""), ("R", "()"), ("1R", "(1)"), ("12R3R", "(12)(3)"), ("1R2", "(1)"), ("1M2R", "(12)"),
    ("D", ""), ("DR", "!"), ("1DR", "!"), ("D1R2R", "!(2)"), ("1D2R3R", "!(3)"), ("1RD2R", "(1)!"),
    ("DDR1R", "!(1)"), ("D1D2R3R", "!(3)"), ("DRDR", "!!"), ("DM1R2R", "!(2)"),
  ]

  @Test("events become frames, and a loss drops everything up to its report", arguments: sequences)
  func sequence(input: String, output: String) {
    var assembler = FrameAssembler()
    #expect(FrameAssemblerTests.run(input, &assembler) == output)
  }

  @Test("a stream that is split anywhere gives the same frames", arguments: sequences)
  func split(input: String, output: String) {
    for cut in 0...input.count {
      var assembler = FrameAssembler()
      let first = FrameAssemblerTests.run(String(input.prefix(cut)), &assembler)
      var copy = assembler
      #expect(first + FrameAssemblerTests.run(String(input.dropFirst(cut)), &copy) == output)
    }
  }

  @Test("a frame that never ends is returned at the limit, but not one event before")
  func limit() {
    var assembler = FrameAssembler()
    for _ in 1..<FrameAssembler.limit {
      guard case .incomplete = assembler.push(FrameAssemblerTests.key(1)) else {
        Issue.record("a frame before the limit")
        return
      }
    }
    guard case .frame = assembler.push(FrameAssemblerTests.key(2)) else {
      Issue.record("no frame at the limit")
      return
    }
    #expect(assembler.frame.count == FrameAssembler.limit)
    #expect(FrameAssemblerTests.run("3R", &assembler) == "(3)")
  }
}
