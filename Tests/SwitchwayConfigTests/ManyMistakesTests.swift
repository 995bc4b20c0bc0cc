import SwitchwayConfig
import SwitchwayCore
import SwitchwayYAML
import Testing

@Suite("more mistakes than are told, and buses by number")
struct ManyMistakesTests {
  /// A file with `count` unknown keys: 900 in a switch, the rest in another; `others` switches without mistakes follow.
  private static func unknownKeys(_ count: Int, others: Int) -> String {
    func keys(_ range: Range<Int>) -> String { range.map { ", k\($0): 1" }.joined() }
    return "switchway: 1\ndevices: {box: {match: {kind: pedal}}}\nswitches:\n"
      + "  a: {input: box/a, tap: select\(keys(0..<900))}\n"
      + "  b: {input: box/b, tap: select\(keys(900..<count))}\n"
      + (0..<others).map { "  c\($0): {input: box/button-\($0 + 1), tap: select}\n" }.joined()
  }

  @Test(
    "of more than a thousand errors the rest is counted, in one line at the end",
    arguments: [(1_000, nil), (1_001, "1 more error is"), (1_500, "500 more errors are")] as [(Int, String?)])
  func counted(count: Int, rest: String?) throws {
    let result = try Sandbox.load(ManyMistakesTests.unknownKeys(count, others: 0))
    #expect(result.diagnostics.count { $0.severity == .error } == 1_000)
    let last = try #require(result.diagnostics.last)
    guard let rest else {
      #expect(last.severity == .error)
      return
    }
    #expect(last.severity == .note && last.message == "\(rest) not shown; fix these first" && last.help.isEmpty)
    #expect(result.text.hasSuffix(": note: \(rest) not shown; fix these first\n"))
    #expect(result.diagnostics.count == 1_001)
  }

  @Test(
    "after a thousand errors nothing more is looked for, which the last line says",
    arguments: [
      (999, nil), (1_000, "the rest of the file was not checked; fix these first"),
      (1_003, "at least 3 more errors are not shown; fix these first"),
    ] as [(Int, String?)])
  func stopped(count: Int, rest: String?) throws {
    let result = try Sandbox.load(ManyMistakesTests.unknownKeys(count, others: 2))
    #expect(result.diagnostics.count { $0.severity == .error } == min(count, 1_000))
    let last = try #require(result.diagnostics.last)
    #expect((last.severity == .note ? last.message : nil) == rest)
  }

  @Test("warnings that are not told are counted, too")
  func warnings() throws {
    func inputs(_ name: String, _ count: Int) -> String {
      Array(repeating: "box/\(name)", count: count).joined(separator: ",")
    }
    let result = try Sandbox.load(
      "switchway: 1\ndevices:\n  box: {match: {kind: pedal}}\nswitches:\n"
        + "  a: {input: [\(inputs("f13", 502))], tap: select}\n  b: {input: [\(inputs("f14", 503))], tap: select}\n")
    #expect(result.profile != nil)
    #expect(result.diagnostics.last?.message == "3 more warnings and notes are not shown; fix these first")
  }

  @Test(
    "a bus by its number is the bus, whether it has a name or not",
    arguments: [
      ("usb", 0x03), ("\"0003\"", 0x03), ("\"0005\"", 0x05), ("\"0006\"", 0x06), ("\"0019\"", 0x19), ("\"001C\"", 0x1C),
      ("\"0012\"", 0x12),
    ] as [(String, UInt16)])
  func bus(text: String, number: UInt16) throws {
    let result = try Sandbox.load(
      "switchway: 1\ndevices: {box: {match: {bus: \(text)}}}\nswitches: {a: {input: box/button-1, tap: select}}\n")
    let match = try #require(result.profile?.devices.first?.match)
    #expect(match.matches(DeviceDescription(name: "Box", bus: number)))
    #expect(!match.matches(DeviceDescription(name: "Box", bus: 0x7F)))
  }
}
