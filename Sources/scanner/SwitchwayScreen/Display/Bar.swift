import SwitchwayScanning

/// The panel at an edge of the screen: labels in a row, and a message before them.
public struct Bar: Hashable, Sendable {
  /// Where it is.
  public enum Edge: Hashable, Sendable { case top, bottom }

  /// The most labels that are shown. More than a page has places.
  public static let limit = 16

  /// The names of the places, from left to right. Those that are too long are cut with an ellipsis. Lines of one are
  /// divided by a line feed; two are shown, in a keyboard.
  public var labels: [String]
  /// The index of the label that is lit, or `nil` if none is.
  public var lit: Int?
  /// How it is lit. A rejected one does not shake in the bar: its corners are drawn.
  public var look: RingLook
  /// A text before the labels: a question, a hint, what has gone.
  public var message: String?
  public var edge: Edge
  /// From 24 to 400, in the desktop's pixels: of the bar, and of each half of a keyboard.
  public var height: Int
  /// Black and white alone, as the desktop's high contrast.
  public var isHighContrast = false
  /// Keys: twice as high, in larger letters, and over the whole width.
  public var isKeyboard: Bool

  public init(
    labels: [String] = [], lit: Int? = nil, look: RingLook = .lit, message: String? = nil, edge: Edge = .bottom,
    height: Int = 48, isKeyboard: Bool = false
  ) {
    self.isKeyboard = isKeyboard
    (self.labels, self.lit, self.look) = (Array(labels.prefix(Self.limit)), lit, look)
    (self.message, self.edge, self.height) = (message, edge, min(max(height, 24), 400))
  }

  /// In the desktop's pixels.
  var fullHeight: Int { isKeyboard ? 2 * height : height }
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
  /// labels the message gets a third of the bar at most. `fills`: what is left is shared by the labels.
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
