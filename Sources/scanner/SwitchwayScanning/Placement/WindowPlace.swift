/// A window and its place, as the desktop reports it. All areas are in the desktop's pixels.
public struct WindowPlace: Hashable, Sendable {
  /// A menu or another popup of the window's program, which is a separate surface.
  public struct Popup: Hashable, Sendable {
    /// The area without the shadow.
    public let frame: Area
    /// The area with the shadow.
    public let buffer: Area

    public init(frame: Area, buffer: Area) { (self.frame, self.buffer) = (frame, buffer) }
  }

  /// The process of the window's program, as the program or the compositor reports it. `nil` if unknown.
  public let pid: Int32?
  /// The title: at most 200 bytes, without control characters, like `Node.name`. It is empty if the window has no
  /// title.
  public let title: String
  /// The part of the window that the program draws, without shadows, and without borders and title bars that another
  /// program draws.
  public let content: Area
  /// The window with its borders and its title bar, even if the compositor draws them, without its shadow. `nil` if the
  /// desktop reports only `content`.
  public let frame: Area?
  /// Everything that the program draws, with its own shadow. `nil` if unknown.
  public let buffer: Area?
  /// The number of the desktop's pixels per program pixel: 1, except on mutter with its physical layout.
  public let scale: Double
  /// The program's open popups, the topmost last. `nil` if the desktop does not report them.
  public let popups: [Popup]?

  /// The place of a window on a desktop that reports only one rectangle, such as sway or X11.
  public init(pid: Int32?, title: String, layout: Rect) {
    self.init(pid: pid, title: title, content: Area(layout), frame: nil, buffer: nil, scale: 1, popups: nil)
  }

  /// The place of a window on a desktop that reports all areas. A `scale` that is not a positive number counts as 1.
  public init(
    pid: Int32?, title: String, content: Area, frame: Area?, buffer: Area?, scale: Double, popups: [Popup]?
  ) {
    (self.pid, self.title) = (pid, CleanName.text(of: title))
    (self.content, self.frame, self.buffer, self.popups) = (content, frame, buffer, popups)
    self.scale = scale.isFinite && scale > 0 ? scale : 1
  }

  /// The part of a window or popup that is the frame according to the program, so that the frame's extents fill it.
  public struct Part: Hashable, Sendable {
    /// The position of the program's frame.
    public let area: Area
    /// The part of `area` without the shadow.
    public let visible: Area
    /// Whether the program's frame fills `area` exactly. If not, its shadow or borders must be guessed.
    public let isExact: Bool

    /// This part with its areas converted into other pixels.
    public func mapped(_ map: (Area) -> Area) -> Part {
      Part(area: map(area), visible: map(visible), isExact: isExact)
    }
  }

  /// The largest difference between two sizes of the same area, in the desktop's pixels. Source: seen at scale 1.5, at
  /// which KWin reports fractions and programs report whole pixels.
  private static let sizeError = 2.0

  /// The area of the window that is the frame according to the program. It is found by the frame's size, which the
  /// program reports.
  ///
  /// Toolkits report different areas as their frame: Qt with the compositor's title bar reports the content, GTK 3 the
  /// buffer, GTK 4 the window without its shadow. Source: seen with KWin 5.27 and 6.3, mutter 43 and 48.
  public func part(for extents: Rect) -> Part {
    let (width, height) = (Double(extents.width) * scale, Double(extents.height) * scale)
    guard let frame else { return Part(area: content, visible: content, isExact: false) }
    for area in [content, frame, buffer].compactMap(\.self) where area.hasSize(width, height, error: Self.sizeError) {
      return Part(area: area, visible: area.intersection(frame), isExact: true)
    }
    if let area = Self.inside(frame, width, height) { return Part(area: area, visible: area, isExact: true) }
    return Part(area: content, visible: content, isExact: false)
  }

  /// The widest border, and the highest title bar, of a program that decorates its own window, in the desktop's pixels.
  /// Source: Qt's "bradient" decoration has 1 to 3 and 31 to 37; the limits are twice that, for large text.
  private static let (maxBorder, maxTitle) = (8.0, 80.0)

  /// The content of a window that Qt decorates itself, as under mutter. No compositor reports this area. The borders on
  /// the left, on the right and below are equally wide, and the remaining height is the title bar. `nil` if the window
  /// is not decorated in this way.
  private static func inside(_ frame: Area, _ width: Double, _ height: Double) -> Area? {
    let border = (frame.width - width) / 2
    let title = frame.height - height - border
    guard (0...maxBorder).contains(border), title > border, title <= maxTitle else { return nil }
    return Area(x: frame.x + border, y: frame.y + title, width: width, height: height)
  }

  /// The place of a menu, found by the size that the program reports: it is the topmost popup of that size. `nil` if
  /// there is no such popup, or popups are not reported.
  public func popup(for extents: Rect) -> Part? {
    let (width, height) = (Double(extents.width) * scale, Double(extents.height) * scale)
    for popup in popups?.reversed() ?? [] {
      for area in [popup.frame, popup.buffer] where area.hasSize(width, height, error: Self.sizeError) {
        return Part(area: area, visible: popup.frame, isExact: true)
      }
    }
    return nil
  }
}
