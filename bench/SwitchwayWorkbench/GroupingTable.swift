import Glibc
import SwitchwayScanning

/// What the pages of windows cost: those of recorded trees as steps, presses and overlaps, those of large made-up
/// windows as time. A table, never a verdict: times depend on what else the machine does.
public enum GroupingTable {
  /// A window that no program has, as large as a window may be.
  public struct Made: Sendable {
    /// The name in the table.
    public var name: String
    /// The window.
    public var tree: Tree

    init(_ name: String, nodes: Int = Tree.limit, _ rect: (Int) -> Rect) {
      func reference(_ number: Int) -> Reference { Reference(bus: ":1.1", path: "/\(number)") }
      let window = Node(
        reference: reference(0), parent: nil, role: .frame, states: [.showing, .sensitive],
        extents: Rect(x: 0, y: 0, width: 1 << 31, height: 1 << 31))
      self.name = name
      tree = Tree(
        nodes: [window]
          + (1..<nodes).map {
            Node(
              reference: reference($0), parent: 0, role: .pushButton, states: [.showing, .sensitive, .focusable],
              extents: rect($0), actions: ["click"])
          })
    }
  }

  /// 999 items each, but for the last: of its 9,999 the first 999 count.
  public static let made: [Made] = [
    Made("a grid of 33 columns") { Rect(x: $0 % 33 * 50, y: $0 / 33 * 30, width: 40, height: 20) },
    Made("a list") { Rect(x: 0, y: $0 * 30, width: 300, height: 20) },
    Made("a staircase, each step as wide as all before it") {
      let isHigh = $0 % 2 == 0
      return Rect(x: $0 * 20, y: $0 * 20, width: isHigh ? 10 : 30_000, height: isHigh ? 30_000 : 10)
    },
    Made("scattered, many over each other") {
      Rect(x: $0 * 7_919 % 1_900, y: $0 * 104_729 % 1_000, width: 10 + $0 % 90, height: 10 + $0 % 37)
    },
    Made("all at one place") { _ in Rect(x: 10, y: 10, width: 40, height: 20) },
    Made("10,000 nodes at the ends of all numbers", nodes: 10_000) {
      Rect(x: $0 % 2 == 0 ? 1 << 31 : 0, y: $0 % 3 == 0 ? 1 << 31 : $0, width: 1 << 31, height: 1 << ($0 % 32))
    },
  ]

  /// How many pairs of groups of one page lie over each other by more than the frames that neighbours share, on all
  /// pages below this one. Of a link over several lines its first one counts, as for the rings.
  public static func overlaps(on page: Group) -> Int {
    let groups = page.places.compactMap { if case .group(let group) = $0 { group } else { nil } }
    let rects = groups.map { group in
      group.items.map { $0.node.lines.first ?? $0.node.extents }.reduce(Rect.zero) { $0.union($1) }
    }
    let pairs = rects.indices.map { first in
      rects[(first + 1)...].count {
        let both = rects[first].intersection($0)
        return both.width > 2 && both.height > 2
      }
    }
    return pairs.reduce(0, +) + groups.map(overlaps).reduce(0, +)
  }

  /// A row for each recorded tree, with all ways to group.
  public static func text(of trees: [(name: String, tree: Tree)]) -> String {
    var lines = [
      "| window | items | grouping | steps, mean | worst | presses, mean | worst | overlaps |",
      "|---|---|---|---|---|---|---|---|",
    ]
    for (name, tree) in trees {
      for grouping in Grouping.allCases.reversed() {
        let page = Pages.make(of: tree, grouping: grouping)
        let cost = Cost(of: page)
        let means = [cost.steps, cost.presses].map { tenths(Double($0) / Double(max(cost.items, 1))) }
        lines.append(
          "| \(name) | \(cost.items) | \(grouping) | \(means[0]) | \(cost.worstSteps) | \(means[1]) | "
            + "\(cost.worstPresses) | \(overlaps(on: page)) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A row for each large window.
  public static func times() -> String {
    var lines = ["| window | items | new, ms | with one item less, ms |", "|---|---|---|---|"]
    for made in made {
      var (new, again) = ([Double](), [Double]())
      for _ in 0..<9 {
        var pages = FormerPages(grouping: .containers)
        new.append(milliseconds { _ = pages.pages(of: made.tree, window: .window, isWhole: true) })
        var less = made.tree
        less.nodes[less.nodes.count / 2].states = []
        again.append(milliseconds { _ = pages.pages(of: less, window: .window, isWhole: true) })
      }
      let medians = [new, again].map { tenths($0.sorted()[$0.count / 2]) }
      lines.append(
        "| \(made.name) | \(Cost(of: Pages.make(of: made.tree)).items) | \(medians[0]) | \(medians[1]) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }

  /// The time that this thread takes of the processor.
  private static func milliseconds(_ work: () -> Void) -> Double {
    let begin = processorTime()
    work()
    return processorTime() - begin
  }

  private static func processorTime() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
