/// Cuts a window into regions. Source: docs/design/desktop.md, "What counts, and how it is grouped".
///
/// A region is cut along straight lines that cross no item. Among these, the lines that divide the fewest containers of
/// the program are preferred, and then the line in the widest gap. In a text, lines from left to right come first,
/// because they separate its lines. Other lines of the same direction are used together with the best line if they
/// divide the same number of containers and their gaps are at least half as wide. The parts are cut in the same way. If
/// every line crosses an item, the line that crosses the fewest items is used, and these items become separate parts.
/// Items that overlap too much, and items that are left after `deepest` nested cuts, stay together in the order of
/// their upper left corners.
struct RegionCutter {
  /// The largest number of nested cuts. Arbitrary: windows need about ten. The limit keeps time and memory small even
  /// if a program arranges its items in a spiral.
  private static let deepest = 40
  /// The largest number of items that each become a separate part because a line crosses them. If the line crosses
  /// more, these items form one region.
  private static let mostCrossed = 3

  /// The beginning and the end of an item along one axis. The outermost pixels of an item do not count, because
  /// neighbours may share the pixels of their frames.
  private struct Span {
    let start: Int
    let end: Int

    init(start: Int, length: Int) {
      let edge = length > 4 ? 1 : 0
      (self.start, end) = (start + edge, start + length - edge)
    }
  }

  private enum Axis: Int, CaseIterable {
    /// Lines from the left to the right.
    case horizontal
    case vertical
  }

  /// A line that crosses no item.
  private struct Line {
    /// The number of items before the line, in the order of the axis.
    let count: Int
    let gap: Int
    /// The number of containers that it divides.
    let divided: Int
  }

  /// For each axis, the spans of all items.
  private let spans: [[Span]]
  /// For each item, the numbers of the containers around it.
  private let containers: [[Int]]
  /// For each item, the number of the text around it. `nil` if the item is not a link in a text.
  private let texts: [Int?]
  /// Used while lines are searched for: for each container, the positions of its first and its last item.
  private var reach: [(first: Int, last: Int)]
  /// Used while a region is divided: for each item, the number of its part.
  private var partOf: [Int]

  private init(_ rects: [Rect], containers: [[Int]], texts: [Int?]) {
    (self.containers, self.texts) = (containers, texts)
    spans = [
      rects.map { Span(start: $0.y, length: $0.height) }, rects.map { Span(start: $0.x, length: $0.width) },
    ]
    partOf = Array(repeating: 0, count: rects.count)
    reach = Array(repeating: (-1, -1), count: (containers.lazy.joined().max() ?? -1) + 1)
  }

  /// Cuts items with these rectangles into regions. `nil` if there are no items.
  ///
  /// - Parameters:
  ///   - containers: for each item, the containers around it, as numbers from 0.
  ///   - texts: for each item, the text around it, or `nil` if there is none.
  static func region(of rects: [Rect], containers: [[Int]], texts: [Int?]) -> Region? {
    var cutter = RegionCutter(rects, containers: containers, texts: texts)
    let sorted = Axis.allCases.map { cutter.sort(Array(rects.indices), along: $0) }
    return rects.isEmpty ? nil : cutter.cut(sorted, depth: 0)
  }

  private mutating func cut(_ sorted: [[Int]], depth: Int) -> Region {
    if sorted[0].count == 1 { return Region(item: sorted[0][0]) }
    guard depth < Self.deepest else { return pile(sorted[0]) }
    let lines = Axis.allCases.map { find(sorted[$0.rawValue], along: $0) }
    let acrossText = isText(sorted[0]) ? best(of: [lines[0], []]) : nil
    guard let (axis, best) = acrossText ?? best(of: lines) else { return heap(sorted, depth: depth) }
    let chosen = lines[axis.rawValue].filter { $0.divided == best.divided && 2 * $0.gap >= best.gap }
    let (order, cuts) = (sorted[axis.rawValue], chosen.map(\.count))
    for (part, (begin, end)) in zip([0] + cuts, cuts + [order.count]).enumerated() {
      for item in order[begin..<end] { partOf[item] = part }
    }
    let parts = divide(sorted, into: cuts.count + 1).map { cut($0, depth: depth + 1) }
    return .row(parts, gaps: chosen.map(\.gap))
  }

  private func isText(_ items: [Int]) -> Bool {
    guard let text = texts[items[0]] else { return false }
    return items.allSatisfy { texts[$0] == text }
  }

  /// For each part, the items that `partOf` gives to it: one list in the order of each axis.
  private func divide(_ sorted: [[Int]], into count: Int) -> [[[Int]]] {
    var parts = Array(repeating: [[Int]](repeating: [], count: sorted.count), count: count)
    for (axis, order) in sorted.enumerated() {
      for item in order { parts[partOf[item]][axis].append(item) }
    }
    return parts
  }

  // MARK: Lines

  private func sort(_ items: [Int], along axis: Axis) -> [Int] {
    let spans = spans[axis.rawValue]
    return items.sorted { (spans[$0].start, spans[$0].end, $0) < (spans[$1].start, spans[$1].end, $1) }
  }

  private mutating func find(_ sorted: [Int], along axis: Axis) -> [Line] {
    let spans = spans[axis.rawValue]
    var (ends, end) = ([Int](), Int.min)
    for item in sorted {
      end = max(end, spans[item].end)
      ends.append(end)
    }
    let cuts = (1..<sorted.count).filter { spans[sorted[$0]].start >= ends[$0 - 1] }
    if cuts.isEmpty { return [] }
    let divided = dividedContainers(sorted)
    return cuts.map { Line(count: $0, gap: spans[sorted[$0]].start - ends[$0 - 1], divided: divided[$0]) }
  }

  /// For each position in `sorted`, the number of containers that have items both before this position and from it on.
  private mutating func dividedContainers(_ sorted: [Int]) -> [Int] {
    var changes = Array(repeating: 0, count: sorted.count + 1)
    var met: [Int] = []
    for (place, item) in sorted.enumerated() {
      for container in containers[item] {
        if reach[container].first < 0 {
          reach[container].first = place
          met.append(container)
        }
        reach[container].last = place
      }
    }
    for container in met {
      changes[reach[container].first + 1] += 1
      changes[reach[container].last + 1] -= 1
      reach[container] = (-1, -1)
    }
    for place in changes.indices.dropFirst() { changes[place] += changes[place - 1] }
    return changes
  }

  /// The line that divides the fewest containers, and among several the one with the widest gap. If two gaps are about
  /// equally wide, the horizontal line is used, because people read by lines.
  private func best(of lines: [[Line]]) -> (Axis, Line)? {
    func isBetter(_ line: Line, _ axis: Axis, than other: (axis: Axis, line: Line)) -> Bool {
      if line.divided != other.line.divided { return line.divided < other.line.divided }
      return Self.width(line, axis) > Self.width(other.line, other.axis)
    }
    var best: (axis: Axis, line: Line)?
    for axis in Axis.allCases {
      for line in lines[axis.rawValue] where best.map({ isBetter(line, axis, than: $0) }) ?? true {
        best = (axis, line)
      }
    }
    return best
  }

  private static func width(_ line: Line, _ axis: Axis) -> Int { line.gap * (axis == .horizontal ? 23 : 20) }

  // MARK: Items that no line separates

  /// Cuts items that no line separates. The parts are the items that the best line crosses, the items before it, and
  /// the items behind it.
  private mutating func heap(_ sorted: [[Int]], depth: Int) -> Region {
    let items = sorted[0]
    var best: (crossed: Int, smaller: Int, axis: Axis, at: Int)?
    for axis in Axis.allCases {
      let spans = spans[axis.rawValue]
      let ends = items.map { spans[$0].end }.sorted()
      var before = 0
      for (place, item) in sorted[axis.rawValue].enumerated() {
        let start = spans[item].start
        while before < ends.count, ends[before] <= start { before += 1 }
        let (behind, crossed) = (items.count - place, place - before)
        guard before > 0, best.map({ (crossed, -min(before, behind)) < ($0.crossed, -$0.smaller) }) ?? true
        else { continue }
        best = (crossed, min(before, behind), axis, start)
      }
    }
    guard let best, 2 * best.crossed <= items.count else { return pile(items) }
    let spans = spans[best.axis.rawValue]
    for item in items {
      partOf[item] = spans[item].end <= best.at ? 1 : spans[item].start >= best.at ? 2 : 0
    }
    let parts = divide(sorted, into: 3)
    guard parts.allSatisfy({ !$0[0].isEmpty }) else { return pile(items) }
    let crossed = parts[0]
    let alone =
      crossed[0].count > Self.mostCrossed
      ? [cut(crossed, depth: depth + 1)] : pile(crossed[0]).items.map(Region.init(item:))
    let regions = alone + parts.dropFirst().map { cut($0, depth: depth + 1) }
    return Region(.heap, regions, gaps: Array(repeating: 0, count: regions.count - 1))
  }

  /// A row of items that are not cut any further, sorted by their upper left corners.
  private func pile(_ items: [Int]) -> Region {
    let sorted = items.sorted {
      (spans[0][$0].start, spans[1][$0].start, $0) < (spans[0][$1].start, spans[1][$1].start, $1)
    }
    return .row(sorted.map(Region.init(item:)), gaps: Array(repeating: 0, count: items.count - 1))
  }
}
