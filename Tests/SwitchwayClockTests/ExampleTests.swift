import Foundation
import SwitchwayClock
import Testing

// docs/developers/scanning-clock.md shows the lines between the marks.
// example
func choose(among items: Int, at start: Int64, waitForPress: (_ until: Int64) -> Int64?, light: (Int) -> Void) -> Int? {
  var clock = ScanningClock(ClockSettings(style: .auto, interval: 1_000_000))
  var outputs: [ClockOutput] = []
  clock.handle(.owner(.client(0)), at: start, into: &outputs)
  clock.handle(.page(ClockPage(items: items), client: 0), at: start, into: &outputs)
  while let deadline = clock.nextDeadline {
    let press = waitForPress(deadline)
    clock.advance(to: press ?? deadline, into: &outputs)
    if let press { clock.handleCommand(.select, by: ClockPress(began: press), into: &outputs) }
    if let pageItem = clock.pageItem { light(pageItem.item) }
  }
  return clock.state == .holding ? clock.pageItem?.item : nil
}
// end

@Suite("docs/developers/scanning-clock.md") struct ExampleTests {
  @Test("the example scans, and returns the item that was lit at the press")
  func chooses() {
    var lit: [Int] = []
    let chosen = choose(among: 4, at: 0, waitForPress: { $0 > 3_000_000 ? 3_200_000 : nil }, light: { lit.append($0) })
    #expect(chosen == 2)
    #expect(lit == [1, 2, 2])
  }

  @Test("the example gives up when the rounds are over")
  func rests() {
    #expect(choose(among: 4, at: 0, waitForPress: { _ in nil }, light: { _ in }) == nil)
  }

  @Test("the page shows the example as it is compiled here")
  func shown() throws {
    let here = URL(filePath: #filePath)
    let top = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let code = try String(contentsOf: here, encoding: .utf8)
    let page = try String(contentsOf: top.appending(path: "docs/developers/scanning-clock.md"), encoding: .utf8)
    let example = code.components(separatedBy: "// example\n")[1].components(separatedBy: "// end\n")[0]
    #expect(example.hasPrefix("func choose") && page.contains(example))
  }
}
