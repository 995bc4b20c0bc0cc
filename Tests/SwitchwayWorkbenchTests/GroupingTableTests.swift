import SwitchwayScanning
import SwitchwayWorkbench
import Testing

/// What the pages of windows cost, as vm/trials/DESKTOP-TRIALS.md has it.
@Suite struct GroupingTableTests {
  private func item(_ number: Int, _ extents: Rect, lines: [Rect] = []) -> Place {
    let node = Node(
      reference: Reference(bus: ":1.1", path: "/\(number)"), parent: 0, role: .link, extents: extents, lines: lines)
    return .item(Item(node: node, parent: nil, indexInParent: 0, kind: .action))
  }

  private func group(_ items: Place...) -> Place { .group(Group(places: items + [.out])) }

  @Test("groups that share more than two pixels in both directions lie over each other")
  func overlaps() {
    let first = group(
      item(1, Rect(x: 0, y: 0, width: 10, height: 10)), item(2, Rect(x: 30, y: 0, width: 10, height: 10)))
    for (x, y, count) in [(38, 5, 0), (37, 5, 1), (5, 8, 0), (5, 7, 1), (15, 0, 1)] {
      let other = group(item(3, Rect(x: x, y: y, width: 10, height: 10)))
      #expect(GroupingTable.overlaps(on: Group(places: [first, other, .panel])) == count)
      // On a page below, too.
      #expect(GroupingTable.overlaps(on: Group(places: [group(first, other), .panel])) == count)
    }
  }

  @Test("of a link over several lines its first one counts")
  func lines() {
    let lines = [Rect(x: 50, y: 0, width: 50, height: 10), Rect(x: 0, y: 20, width: 50, height: 10)]
    let link = group(item(1, Rect(x: 0, y: 0, width: 100, height: 30), lines: lines))
    let next = group(item(2, Rect(x: 0, y: 20, width: 20, height: 10)))
    #expect(GroupingTable.overlaps(on: Group(places: [link, next])) == 0)
  }

  @Test("each large window has pages of all of its items", arguments: GroupingTable.made.indices)
  func made(index: Int) {
    let page = Pages.make(of: GroupingTable.made[index].tree)
    #expect(page.items.count > 300 && Cost(of: page).items == page.items.count)
    #expect(GroupingTable.text(of: [("window", GroupingTable.made[index].tree)]).split(separator: "\n").count == 5)
  }
}
