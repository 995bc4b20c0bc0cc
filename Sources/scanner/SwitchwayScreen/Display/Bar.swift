import SwitchwayScanning

/// The panel at an edge of the screen: labels in a row, and a message before them.
public struct Bar: Hashable, Sendable {
  /// The edge of the screen.
  public enum Edge: Hashable, Sendable { case top, bottom }

  /// The largest number of labels that are shown. This is more than a page has places.
  public static let limit = 16

  /// The names of the places, from left to right. Names that are too long are cut with an ellipsis. In a keyboard, a
  /// name may have two lines, with a line feed between them.
  public var labels: [String]
  /// The index of the highlighted label, or `nil` if none is.
  public var lit: Int?
  /// How the label is highlighted. A rejected label does not shake in the bar; only its corners are drawn.
  public var look: RingLook
  /// A text before the labels: a question, a hint, or a message, for example that the daemon does not run.
  public var message: String?
  public var edge: Edge
  /// The height of the bar, and of each half of a keyboard: from 24 to 400, in the desktop's pixels.
  public var height: Int
  /// Whether only black and white are used, as in the desktop's high contrast.
  public var isHighContrast = false
  /// Whether the bar shows keys. Then it is twice as high, has larger letters, and fills the whole width.
  public var isKeyboard: Bool

  public init(
    labels: [String] = [], lit: Int? = nil, look: RingLook = .lit, message: String? = nil, edge: Edge = .bottom,
    height: Int = 48, isKeyboard: Bool = false
  ) {
    self.isKeyboard = isKeyboard
    (self.labels, self.lit, self.look) = (Array(labels.prefix(Self.limit)), lit, look)
    (self.message, self.edge, self.height) = (message, edge, min(max(height, 24), 400))
  }

  /// The height of the whole bar, in the desktop's pixels.
  var fullHeight: Int { isKeyboard ? 2 * height : height }
}

/// The areas of the message and the labels of a bar, in real pixels.
struct BarLayout: Hashable {
  /// The area of the message. It is empty if there is no message.
  let message: Rect
  /// One area for each label.
  let cells: [Rect]

  /// Gives each label the width that it needs. If that is too much, the widest labels are cut to a common width.
  ///
  /// `message` and `labels` are the widths that the texts need with their margins; `message` is 0 if there is none. If
  /// there are labels, the message gets at most a third of the bar. `fills`: whether the labels share the remaining
  /// width.
  init(width: Int, height: Int, message: Int, labels: [Int], fills: Bool = false) {
    let first = min(max(message, 0), labels.isEmpty ? width : width / 3)
    self.message = Rect(x: 0, y: 0, width: first, height: height)
    let limit = BarLayout.commonLimit(of: labels, in: width - first)
    let widths = labels.map { min($0, limit) }
    let rest = fills ? max(0, width - first - widths.reduce(0, +)) : 0
    var x = first
    cells = widths.enumerated().map { index, label in
      let share = rest * (index + 1) / widths.count - rest * index / widths.count
      defer { x += label + share }
      return Rect(x: x, y: 0, width: label + share, height: height)
    }
  }

  private static func commonLimit(of widths: [Int], in room: Int) -> Int {
    var room = max(room, 0)
    for (index, width) in widths.sorted().enumerated() {
      let share = room / (widths.count - index)
      if width > share { return share }
      room -= width
    }
    return Int.max
  }

  func label(x: Int, y: Int) -> Int? { cells.firstIndex { $0.contains(x: x, y: y) } }
}
