import SwitchwayScanning

/// The panel at an edge of the screen: labels in a row, and a message before them.
public struct Bar: Hashable, Sendable {
  /// Where it is.
  public enum Edge: Hashable, Sendable { case top, bottom }

  /// The most labels that are shown. Chosen: more than a page has places.
  public static let limit = 16

  /// The names of the places, from left to right. Those that are too long are cut with an ellipsis.
  public var labels: [String]
  /// The index of the label that is lit; nil: none.
  public var lit: Int?
  /// How it is lit. A rejected one does not shake in the bar: its corners are drawn.
  public var look: RingLook
  /// A text before the labels: a question, a hint, what has gone.
  public var message: String?
  public var edge: Edge
  /// From 24 to 400, in the desktop's pixels.
  public var height: Int

  public init(
    labels: [String] = [], lit: Int? = nil, look: RingLook = .lit, message: String? = nil, edge: Edge = .bottom,
    height: Int = 48
  ) {
    (self.labels, self.lit, self.look) = (Array(labels.prefix(Self.limit)), lit, look)
    (self.message, self.edge, self.height) = (message, edge, min(max(height, 24), 400))
  }
}

/// Where the message and the labels of a bar are, in real pixels.
struct BarLayout: Hashable {
  /// Empty: there is no message.
  let message: Rect
  /// One for each label.
  let cells: [Rect]

  /// Gives each label the width that it needs. Where that is too much, the widest are cut to one width.
  ///
  /// `message` and `labels` are the widths that the texts need with their margins; `message` 0: there is none. Before
  /// labels the message gets a third of the bar at most.
  init(width: Int, height: Int, message: Int, labels: [Int]) {
    let first = min(max(message, 0), labels.isEmpty ? width : width / 3)
    self.message = Rect(x: 0, y: 0, width: first, height: height)
    let limit = BarLayout.commonLimit(of: labels, in: width - first)
    var x = first
    cells = labels.map { label in
      defer { x += min(label, limit) }
      return Rect(x: x, y: 0, width: min(label, limit), height: height)
    }
  }

  /// The greatest width to which all must be cut so that they fit.
  private static func commonLimit(of widths: [Int], in room: Int) -> Int {
    var room = max(room, 0)
    for (index, width) in widths.sorted().enumerated() {
      let share = room / (widths.count - index)
      if width > share { return share }
      room -= width
    }
    return Int.max
  }

  /// The index of the label at a place; nil: there is none.
  func label(x: Int, y: Int) -> Int? { cells.firstIndex { $0.contains(x: x, y: y) } }
}
