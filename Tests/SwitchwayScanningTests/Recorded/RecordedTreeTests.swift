import Foundation
import SwitchwayScanning
import Testing

/// Windows of real programs, `Trees/NAME.tree`, and the pages that are expected of each, `Trees/NAME.pages`.
/// `switchway-scan --dump` and `--pages` make them anew.
@Suite struct RecordedTreeTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Trees")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".tree") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  static func recorded(_ name: String) throws -> RecordedTree { try RecordedTree(text(name + ".tree")) }

  @Test("the pages of a recorded window are as expected", arguments: names)
  func pages(name: String) throws {
    let recorded = try RecordedTree(Self.text(name + ".tree"))
    let pages = PageList.text(of: recorded)
    let expected = try Self.text(name + ".pages")
    #expect(pages == expected, "\(name).pages should be:\n\(pages)")
  }

  @Test("a recorded window is written as it was read", arguments: names)
  func roundTrip(name: String) throws {
    let text = try Self.text(name + ".tree")
    #expect(try RecordedTree(text).text(withNames: true) == text)
  }

  @Test("without names the pages are the same, but for names", arguments: names)
  func hiddenNames(name: String) throws {
    let recorded = try RecordedTree(Self.text(name + ".tree"))
    let hidden = try RecordedTree(recorded.text(withNames: false))
    #expect(Pages.make(of: hidden.tree).items.map(\.reference) == Pages.make(of: recorded.tree).items.map(\.reference))
    let names = Set(hidden.tree.nodes.map(\.name).joined())
    #expect(names.isSubset(of: ["x", " "]))
  }

  /// Source: docs/design/desktop.md, "What counts, and how it is grouped", its aim.
  @Test("items are reached in 9 steps and 3 presses in the mean, and in 4 presses at most", arguments: names)
  func aims(name: String) throws {
    let recorded = try RecordedTree(Self.text(name + ".tree"))
    for grouping in Grouping.allCases {
      let cost = Cost(of: Pages.make(of: recorded.tree, grouping: grouping))
      #expect(cost.items <= 66)
      #expect(cost.steps <= 9 * cost.items && cost.presses <= 3 * cost.items && cost.worstPresses <= 4)
    }
  }

  @Test("there is a recorded window of every kind that there is")
  func kinds() {
    let wanted = [
      "chromium-form", "chromium-links", "gtk3-dialog", "gtk3-empty", "gtk3-menu", "gtk3-rows", "gtk3-widget-factory",
      "gtk4-widget-factory", "qt5-tabs",
    ]
    #expect(Set(wanted).isSubset(of: Self.names))
  }
}
