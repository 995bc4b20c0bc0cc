/// The positions of a window's items on the screen. Source: docs/design/desktop.md, "Where an item is".
///
/// The extents of a program have any origin, and are in the program's own pixels. Only their distance from the frame's
/// extents matters.
/// It is multiplied by the ratio of the window's real width to the frame's, and added to the place of the window that
/// the compositor reports.
public struct Placement: Hashable, Sendable {
  /// The part of the program's extents that fills the window: the frame without its shadow.
  private let frame: Rect
  /// The position of that part, in real pixels.
  private let originX: Double
  private let originY: Double
  /// The number of real pixels per program pixel, in both directions.
  private let factor: Double
  /// The part of the window that is on the screen, in real pixels.
  private let visible: Rect

  /// `nil` if the positions of items are unknown, because the window's place is not known or the frame has no size.
  ///
  /// - Parameter window: the window without its shadow, in real pixels. For a menu or popover: the place of its first
  ///   node, which may be the menu's title; the items are outside of that.
  /// - Parameter screen: the screen of the window, in real pixels, or `nil` if unknown; then nothing is cut off.
  public init?(tree: Tree, window: Rect?, screen: Rect?) {
    guard let window, !window.isEmpty, let root = tree.nodes.first, !root.extents.isEmpty else { return nil }
    let kind = WindowKind(of: tree)
    let frame =
      kind.isPartOfWindow ? root.extents : Self.withoutShadow(root.extents, tree: tree, window: window)
    self.init(frame: frame, fills: Area(window), visible: kind == .menu ? .everywhere : window, screen: screen)
  }

  /// The placement of a window or popup whose place the desktop reports. `nil` as above.
  ///
  /// - Parameter part: the area that the extents of the first node fill, in real pixels.
  /// - Parameter screen: its screen, in real pixels.
  public init?(tree: Tree, part: WindowPlace.Part, screen: Rect) {
    guard part.isExact else {
      self.init(tree: tree, window: part.area.rounded, screen: screen)
      return
    }
    guard let root = tree.nodes.first, !root.extents.isEmpty, !part.area.rounded.isEmpty else { return nil }
    self.init(frame: root.extents, fills: part.area, visible: part.visible.rounded, screen: screen)
  }

  /// The placement of items whose extents are in the desktop's pixels, as those of its shell are. `nil` as above.
  ///
  /// - Parameter map: from the desktop's pixels to the real ones of the screen.
  public init?(desktop tree: Tree, screen: Rect, _ map: (Area) -> Area) {
    guard let root = tree.nodes.first, !root.extents.isEmpty else { return nil }
    self.init(frame: root.extents, fills: map(Area(root.extents)), visible: screen, screen: nil)
  }

  private init(frame: Rect, fills window: Area, visible: Rect, screen: Rect?) {
    self.frame = frame
    (originX, originY) = (window.x, window.y)
    factor = window.width / Double(max(frame.width, 1))
    self.visible = screen.map(visible.intersection) ?? visible
  }

  /// The largest GDK_SCALE that is tried. Screens have up to three times the pixels of others.
  private static let largestScale = 4

  /// For some programs, the frame includes the shadow, but the window does not. Then the frame is larger than the
  /// window, or has
  /// another shape, and its children fill the window. If they do not, but the frame surrounds the window, the borders
  /// belong to another program, and extents are pixels of the screen, as on X11, each as large as several real ones.
  /// Such borders are equally wide on the left and on the right.
  private static func withoutShadow(_ frame: Rect, tree: Tree, window: Rect) -> Rect {
    /// The difference in height if the width fits, in real pixels.
    func error(_ rect: Rect) -> Int { abs(rect.height * window.width / max(rect.width, 1) - window.height) }
    let roundingError = 2
    /// No program reports more pixels than there are.
    func fits(_ rect: Rect) -> Bool { rect.width <= window.width + roundingError && error(rect) <= roundingError }
    // Children that are not shown may be far away.
    let children = tree.nodes.prefix(Tree.limit).lazy.filter { $0.parent == 0 }.map { $0.extents.intersection(frame) }
    let content = children.reduce(Rect.zero) { $0.union($1) }
    if fits(frame) { return frame }
    if fits(content) { return content }
    if frame.intersection(window) == window { return window }
    for scale in 2...largestScale {
      let scaled = window.divided(by: scale)
      let borders = (left: scaled.x - frame.x, right: frame.right - scaled.right)
      if frame.intersection(scaled) == scaled, abs(borders.left - borders.right) <= 1 { return scaled }
    }
    return content.isEmpty || error(content) >= error(frame) ? frame : content
  }

  /// The position of program extents, in real pixels; empty if no part of them is visible.
  public func rect(of extents: Rect) -> Rect { unclippedRect(of: extents).intersection(visible) }

  /// The position of program extents, in real pixels, even outside of the window: on X11, a menu of the same program.
  /// Each edge is rounded to the nearest pixel, halves up.
  public func unclippedRect(of extents: Rect) -> Rect {
    Area(
      x: originX + Double(extents.x - frame.x) * factor, y: originY + Double(extents.y - frame.y) * factor,
      width: Double(extents.width) * factor, height: Double(extents.height) * factor
    ).rounded
  }

  /// The rings of an item: one, or one for each line of a link over several lines. Invisible ones are left out.
  public func rings(of item: Item) -> [Rect] {
    let rects = item.node.lines.isEmpty ? [item.node.extents] : item.node.lines
    return rects.map(rect).filter { !$0.isEmpty }
  }

  /// The rings that show a place of a page. A group has one ring around all of its items; of a link over several lines,
  /// only the first line counts, as when pages are made. The place that ends a page has none, because the panel shows
  /// it.
  public func rings(of place: Place) -> [Rect] {
    switch place {
    case .item(let item): return rings(of: item)
    case .group(let group):
      let ring = group.items.reduce(Rect.zero) { $0.union(rings(of: $1).first ?? .zero) }
      return ring.isEmpty ? [] : [ring]
    default: return []
    }
  }
}

extension Rect {
  fileprivate func divided(by scale: Int) -> Rect {
    Rect(x: x / scale, y: y / scale, width: width / scale, height: height / scale)
  }
}
