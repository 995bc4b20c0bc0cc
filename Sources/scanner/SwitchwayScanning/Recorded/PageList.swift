/// The pages of a recorded tree as text, as `switchway-scan --pages FILE` prints it.
///
/// Each place has a line that begins with the number of steps to it. The places of a group follow its line, indented.
/// The rectangles of rings are in real pixels. The last lines give the cost of reaching an item; see `Cost`.
///
///     1 group "Open, Save, Print": 3 items at 10,20 100x30
///       1 push button "Open" at 10,20 30x30
///       …
///       4 out
///     2 panel
///
///     items: 3
///     steps: 3.0 on average, 4 at most
///     presses: 2.0 on average, 2 at most
public enum PageList {
  public static func text(of recorded: RecordedTree, grouping: Grouping = .containers) -> String {
    let page = Pages.make(of: recorded.tree, grouping: grouping)
    let placement = Placement(tree: recorded.tree, window: recorded.window, screen: recorded.screen)
    var lines: [String] = []
    func add(_ places: [Place], indent: String) {
      for (index, place) in places.enumerated() {
        let rings = placement?.rings(of: place) ?? []
        let location = rings.isEmpty ? "" : " at " + rings.map(text(of:)).joined(separator: " and ")
        lines.append("\(indent)\(index + 1) \(text(of: place))\(location)")
        if case .group(let group) = place { add(group.places, indent: indent + "  ") }
      }
    }
    add(page.places, indent: "")
    let cost = Cost(of: page)
    lines += ["", "items: \(cost.items)"]
    if cost.items > 0 {
      lines.append("steps: \(mean(cost.steps, cost.items)) on average, \(cost.worstSteps) at most")
      lines.append("presses: \(mean(cost.presses, cost.items)) on average, \(cost.worstPresses) at most")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(of place: Place) -> String {
    switch place {
    case .item(let item): "\(item.node.role.name) \(RecordedLine.quoted(item.title))"
    case .group(let group): "group \(RecordedLine.quoted(place.label)): \(group.items.count) items"
    default: place.label
    }
  }

  private static func text(of rect: Rect) -> String { "\(rect.x),\(rect.y) \(rect.width)x\(rect.height)" }

  /// The mean, rounded to a tenth, halves up.
  private static func mean(_ sum: Int, _ count: Int) -> String {
    let tenths = (20 * sum + count) / (2 * count)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
