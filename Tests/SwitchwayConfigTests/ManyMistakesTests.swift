import SwitchwayConfig
import SwitchwayCore
import Testing

@Suite("more mistakes than are told, and buses by number")
struct ManyMistakesTests {
  @Test(
    "of more than a thousand errors the rest is counted, in one line at the end",
    arguments: [(1_000, nil), (1_001, "1 more error is"), (1_500, "500 more errors are")] as [(Int, String?)])
  func counted(count: Int, rest: String?) throws {
    let result = try Sandbox.load("switchway: 1\n" + (1...count).map { "k\($0): 1\n" }.joined())
    #expect(result.diagnostics.count { $0.severity == .error } == 1_000)
    let last = try #require(result.diagnostics.last)
    guard let rest else {
      #expect(last.severity == .error)
      return
    }
    #expect(last.severity == .note && last.message == "\(rest) not shown: mend these first" && last.help.isEmpty)
    #expect(result.text.hasSuffix("t.yaml:1001:1: note: \(rest) not shown: mend these first\n"))
    #expect(result.diagnostics.count == 1_001)
  }

  @Test("warnings that are not told are counted, too")
  func warnings() throws {
    let entries = (1...1_003).map { "  d\($0): {match: {kind: pedal}}\n" }.joined()
    let result = try Sandbox.load(
      "switchway: 1\ndevices:\n  box: {match: {kind: pedal}}\n\(entries)switches: {a: {input: box/f13, tap: select}}\n")
    #expect(result.profile != nil)
    #expect(result.diagnostics.last?.message == "3 more warnings and notes are not shown: mend these first")
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
