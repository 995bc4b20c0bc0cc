import Foundation
import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The bars that switchway(7) shows are those of a session.
@Suite struct ManualPageTests {
  /// What the bar shows: what is lit in brackets, labels of two lines in two.
  private func bar(_ stage: Stage) -> String {
    let rows = (0..<2).map { row in
      let cells = (stage.light?.places ?? []).enumerated().map { index, place in
        let lines = place.label.replacing("…", with: "...").split(separator: "\n").map(String.init)
        let text = lines.indices.contains(row) ? lines[row] : ""
        let cell = text.padding(toLength: lines.map(\.count).max() ?? 0, withPad: " ", startingAt: 0)
        return index == stage.light?.lit ? "[\(cell)]" : " \(cell) "
      }
      return String(cells.joined(separator: " ").reversed().drop { $0 == " " }.reversed())
    }
    return rows.filter { $0.contains { $0.isLetter } }.joined(separator: "\n")
  }

  @Test("a window, a text that is written, the panel and the system's page")
  func bars() throws {
    let words = WordModel(Array("\\1-grams:\n500 tea\n60 teach\n70 team\n".utf8))
    var stage = Stage(
      .auto, pages(item("File"), item("Edit"), item("note_", name: "Note"), item("Save")), words: words,
      hasVolume: true)
    stage.tell(.layout(.english))
    stage.tell(.windows([OpenWindow(id: 1, title: "Notes")]))
    stage.tell(.programs([InstalledProgram(id: "a.desktop", name: "Mousepad", words: ["mousepad"])]))
    stage.steps(2)
    var shown = [bar(stage)]
    stage.choose("Note")
    stage.act()
    stage.wait(300)
    stage.show(pages(item("File"), item("Edit"), item("note_", name: "Note"), item("Save")))
    stage.write("te")
    stage.steps(1)
    shown.append(bar(stage))
    stage.choose("out")
    stage.choose("panel")
    shown.append(bar(stage))
    stage.choose("system")
    stage.steps(5)
    shown.append(bar(stage))
    let top = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let page = try String(contentsOf: top.appending(path: "man/switchway.7"), encoding: .utf8)
    for bar in shown {
      let isThere = page.contains(".Bd -literal\n\(bar)\n.Ed\n")
      #expect(isThere, "switchway(7) lacks:\n\(bar)")
    }
  }
}
