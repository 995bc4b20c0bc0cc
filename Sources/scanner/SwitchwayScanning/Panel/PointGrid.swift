/// The grid with which a person chooses a point of the screens, and the actions there.
public struct PointGrid: Hashable, Sendable {
  /// The possible numbers of columns and of rows into which an area is divided at once. Seven of them, together with
  /// "out", fill a page.
  public static let sizes = 2...7
  /// The possible numbers of divisions before the actions are offered.
  public static let depths = 1...4

  /// A value in `sizes`.
  public var columns: Int
  /// A value in `sizes`.
  public var rows: Int
  /// A value in `depths`.
  public var times: Int
  /// Whether a line glides over the screen, one column or row per interval of the clock, so that one press each for x
  /// and y chooses a pixel. This is only possible if the clock moves the highlight.
  public var isLine: Bool

  /// Values outside of their ranges are replaced by the nearest possible value.
  public init(columns: Int = 7, rows: Int = 7, times: Int = 2, isLine: Bool = false) {
    self.isLine = isLine
    func cut(_ value: Int, _ range: ClosedRange<Int>) -> Int { min(max(value, range.lowerBound), range.upperBound) }
    self.columns = cut(columns, Self.sizes)
    self.rows = cut(rows, Self.sizes)
    self.times = cut(times, Self.depths)
  }
}

/// A place on the page for pointing: a screen, or a part of one.
public struct PointCell: Hashable, Sendable {
  /// Raw values are the English texts in the bar.
  public enum Kind: String, Sendable { case screen, column, row }

  /// Whether the cell is a whole screen, a column or a row.
  public let kind: Kind
  /// The number of the cell among the cells of its page, counted from 1.
  public let number: Int
  /// The area in the desktop's pixels.
  public let area: Rect
}

/// An action at a point. Raw values are the English texts in the bar.
public enum PointDeed: String, CaseIterable, Sendable {
  case click
  /// Begins the path again, for another point.
  case other = "another point"
  case double = "double click"
  case right = "right click"
  /// Begins to choose where a drag ends.
  case drag
  /// Drags to this point.
  case drop = "drop here"
  /// Shows the directions of the wheel.
  case scroll = "scroll here"
  /// Divides the area around the point once more.
  case finer = "more finely"
  case up, down, left
  case wheelRight = "right"
}

/// A request to the daemon: `point` with these members.
public struct PointRequest: Hashable, Sendable {
  /// The word for the action in the protocol.
  public let action: String
  /// A part of the width of the whole layout of screens, from 0 to 1.
  public let x: Double
  /// A part of the height of the whole layout of screens, from 0 to 1.
  public let y: Double
  /// The point where a drag ends. `nil` for other actions.
  public var end: PointEnd?
  /// The direction in which the wheel turns. `nil` for other actions.
  public var direction: String?

  /// The end of a drag.
  public struct PointEnd: Hashable, Sendable {
    /// A part of the width, like `x` of the request.
    public let x: Double
    /// A part of the height, like `y` of the request.
    public let y: Double
  }
}

/// The path to a point, step by step: a screen if there are several, then a column and a row of the grid, as often as
/// the settings say, then the action. If the screens change, the path begins again.
///
///     screens ──> columns ──> rows ──┬──> deeds ──> wheel
///                    └───── times ───┘      └─ finer: columns; another point, drag: screens
///
/// With a gliding line, one division is enough: the chosen column is one pixel wide, and the chosen row is one pixel
/// high. "More finely" then shows the area around the point, as large as one column and one row.
struct Pointing: Hashable, Sendable {
  private enum Stage { case screens, columns, rows, deeds, wheel }

  private struct View: Hashable {
    var stage: Stage
    var area: Rect
    /// The number of divisions so far.
    var depth: Int
    /// The area that "more finely" divides; for rows, the area that the columns have divided.
    var scope: Rect
  }

  private let grid: PointGrid
  /// The screens in the desktop's pixels; screens without a size are left out.
  let screens: [Rect]
  /// The pages on the path; the last one is shown.
  private var views: [View] = []
  /// The start of the drag. `nil` if nothing is dragged.
  private var start: View?
  /// Whether an action was performed at the point. Then the enlarged picture of it is outdated and must not be shown.
  private var isDone = false

  init(_ grid: PointGrid, screens: [Rect]) {
    self.grid = grid
    self.screens = screens.filter { !$0.isEmpty }
    begin()
  }

  private mutating func begin() {
    switch screens.count {
    case 0: views = []
    case 1: views = [View(stage: .columns, area: screens[0], depth: 0, scope: screens[0])]
    default: views = [View(stage: .screens, area: .zero, depth: 0, scope: .zero)]
    }
  }

  /// The area that is chosen so far. `nil` if no area is chosen yet.
  var area: Rect? { views.last.flatMap { $0.stage == .screens ? nil : $0.area } }

  /// The places of the shown page. The list is empty if there is no screen.
  var places: [Place] {
    guard let view = views.last else { return [] }
    let first: [Place] =
      switch view.stage {
      case .screens:
        screens.prefix(Group.limit - 1).enumerated().map { .cell(PointCell(kind: .screen, number: $0 + 1, area: $1)) }
      case .columns: cells(.column, of: view.area)
      case .rows: cells(.row, of: view.area)
      case .deeds: deeds(in: view.scope).map { .deed($0) }
      case .wheel: [.deed(.up), .deed(.down), .deed(.left), .deed(.wheelRight)]
      }
    return first + [.out]
  }

  private func deeds(in area: Rect) -> [PointDeed] {
    let first: [PointDeed] = start == nil ? [.click, .other, .double, .right, .drag, .scroll] : [.drop]
    return area.width > 1 || area.height > 1 ? first + [.finer] : first
  }

  /// Divides an area into columns or rows. Every pixel of the area is in one of them, and none of them is empty.
  private func cells(_ kind: PointCell.Kind, of area: Rect) -> [Place] {
    let isColumn = kind == .column
    let size = isColumn ? area.width : area.height
    let count = min(isColumn ? grid.columns : grid.rows, size)
    return (0..<count).map { index in
      let (from, to) = (size * index / count, size * (index + 1) / count)
      let cell =
        isColumn
        ? Rect(x: area.x + from, y: area.y, width: to - from, height: area.height)
        : Rect(x: area.x, y: area.y + from, width: area.width, height: to - from)
      return .cell(PointCell(kind: kind, number: index + 1, area: cell))
    }
  }

  /// Continues with a cell of the shown page. `part`: how far the gliding line has moved through the cell, from 0 to 1.
  /// `nil` means that the whole cell is chosen.
  mutating func choose(_ cell: PointCell, part: Double? = nil) {
    guard let view = views.last else { return }
    isDone = false
    let area = part.map { pixels(in: cell, at: $0) } ?? cell.area
    switch cell.kind {
    case .screen: views.append(View(stage: .columns, area: area, depth: 0, scope: area))
    case .column: views.append(View(stage: .rows, area: area, depth: view.depth, scope: view.area))
    case .row where part != nil:
      views.append(View(stage: .deeds, area: area, depth: grid.times, scope: surroundings(of: area, in: view.scope)))
    case .row:
      let depth = view.depth + 1
      views.append(View(stage: depth < grid.times ? .columns : .deeds, area: area, depth: depth, scope: area))
    }
  }

  /// The pixels of a cell at which the gliding line is: one column, or one row.
  private func pixels(in cell: PointCell, at part: Double) -> Rect {
    let area = cell.area
    func pixel(_ size: Int) -> Int { min(max(0, Int(part * Double(size))), size - 1) }
    return cell.kind == .column
      ? Rect(x: area.x + pixel(area.width), y: area.y, width: 1, height: area.height)
      : Rect(x: area.x, y: area.y + pixel(area.height), width: area.width, height: 1)
  }

  /// The position of the gliding line, which crosses the whole area that is divided.
  func line(in cell: PointCell, at part: Double) -> Rect {
    let (pixels, scope) = (pixels(in: cell, at: part), views.last?.scope ?? cell.area)
    return cell.kind == .column
      ? pixels : Rect(x: scope.x, y: pixels.y, width: scope.width, height: pixels.height)
  }

  /// The area that is shown while the line glides: the chosen column, or the part of the screen that is divided once
  /// more. `nil` if it is the whole screen.
  var frame: Rect? { views.last.flatMap { $0.stage == .columns && $0.depth == 0 ? nil : $0.area } }

  /// The area that the last division divides. It is shown enlarged to help the person, until an action is performed
  /// there. `nil` before and afterwards.
  var enlarged: Rect? {
    guard let view = views.last else { return nil }
    switch view.stage {
    case .columns, .rows: return view.depth > 0 && view.depth == grid.times - 1 ? view.scope : nil
    case .deeds:
      let last = views.dropLast().last.map(\.scope)
      return isDone || screens.contains { $0 == last } ? nil : last
    case .screens, .wheel: return nil
    }
  }

  /// The area around a point, as large as one column and one row of `scope`, in the point's screen.
  private func surroundings(of point: Rect, in scope: Rect) -> Rect {
    let (width, height) = (max(1, scope.width / grid.columns), max(1, scope.height / grid.rows))
    let screen = screens.first { $0.contains(x: point.x, y: point.y) } ?? scope
    func start(_ middle: Int, _ size: Int, _ from: Int, _ to: Int) -> Int {
      max(from, min(middle - size / 2, to - size))
    }
    return Rect(
      x: start(point.x, width, screen.x, screen.right), y: start(point.y, height, screen.y, screen.bottom),
      width: width, height: height)
  }

  /// Begins an action at the point. Returns the request to the daemon, or `nil` if the action first needs another page.
  mutating func begin(_ deed: PointDeed) -> PointRequest? {
    guard let view = views.last else { return nil }
    switch deed {
    case .drag, .other:
      start = deed == .drag ? view : nil
      begin()
      return nil
    case .scroll: views.append(View(stage: .wheel, area: view.area, depth: view.depth, scope: view.scope))
    case .finer: views.append(View(stage: .columns, area: view.scope, depth: grid.times - 1, scope: view.scope))
    case .click: return request("click", at: view.area)
    case .double: return request("double", at: view.area)
    case .right: return request("right", at: view.area)
    case .drop:
      guard let start else { return nil }
      var request = request("drag", at: start.area)
      let (x, y) = fractions(of: view.area)
      request.end = PointRequest.PointEnd(x: x, y: y)
      return request
    case .up, .down, .left, .wheelRight:
      var request = request("scroll", at: view.area)
      request.direction = deed.rawValue
      return request
    }
    return nil
  }

  /// The daemon has performed the action, so nothing is dragged any more.
  mutating func finish() { (start, isDone) = (nil, true) }

  /// Goes back to the previous page. Returns false if there is none.
  mutating func back() -> Bool {
    if views.count > 1 {
      views.removeLast()
      return true
    }
    guard let view = start else { return false }
    start = nil
    views.append(view)
    return true
  }

  private func request(_ action: String, at area: Rect) -> PointRequest {
    let (x, y) = fractions(of: area)
    return PointRequest(action: action, x: x, y: y)
  }

  /// The centre of the middle pixel of `area`, as fractions of the rectangle around all screens.
  private func fractions(of area: Rect) -> (x: Double, y: Double) {
    let whole = screens.reduce(Rect.zero) { $0.union($1) }
    guard !whole.isEmpty else { return (0, 0) }
    let (x, y) = area.middle
    return (
      (Double(x - whole.x) + 0.5) / Double(whole.width), (Double(y - whole.y) + 0.5) / Double(whole.height)
    )
  }
}
