/// The positions of a window's items on the screen. Source: docs/design/desktop.md, "Where an item is".
///
/// Programs report extents in their own pixels and from any origin. Therefore only the distance of an item from the
/// frame matters. This distance is multiplied by the ratio of the window's real width to the frame's width, and added
/// to the position of the window that the compositor reports.
public struct Placement: Hashable, Sendable {
  /// The part of the program's extents that fills the window: the frame without its shadow.
  private let frame: Rect
  /// The position of `frame` on the screen, in real pixels.
  private let originX: Double
  private let originY: Double
  /// The number of real pixels per program pixel, in both directions.
  private let factor: Double
  /// The part of the window that is on the screen, in real pixels.
  private let visible: Rect

  /// `nil` if the positions of items are unknown, because the window's place is not known or the frame has no size.
  ///
  /// - Parameter window: the window without its shadow, in real pixels. For a menu or popover: the place of its first
  ///   node. This may be the menu's title, and the items are then outside of it.
  /// - Parameter screen: the screen of the window, in real pixels, or `nil` if unknown. Without a screen, nothing is
  ///   cut off.
  public init?(tree: Tree, window: Rect?, screen: Rect?) {
    guard let window, !window.isEmpty, let root = tree.nodes.first, !root.extents.isEmpty else { return nil }
    let kind = WindowKind(of: tree)
    let frame =
      kind.isPartOfWindow ? root.extents : Self.withoutShadow(root.extents, tree: tree, window: window)
    self.init(frame: frame, fills: Area(window), visible: kind == .menu ? .everywhere : window, screen: screen)
  }

  /// The placement of a window or popup whose place the desktop reports. `nil` if this place or the first node has no
  /// size.
  ///
  /// - Parameter part: the area that the extents of the first node fill, in real pixels.
  /// - Parameter screen: the screen of the window, in real pixels.
  public init?(tree: Tree, part: WindowPlace.Part, screen: Rect) {
    guard part.isExact else {
      self.init(tree: tree, window: part.area.rounded, screen: screen)
      return
    }
    guard let root = tree.nodes.first, !root.extents.isEmpty, !part.area.rounded.isEmpty else { return nil }
    self.init(frame: root.extents, fills: part.area, visible: part.visible.rounded, screen: screen)
  }

  /// The placement of items of the desktop's shell, whose extents are in the desktop's pixels. `nil` if the first node
  /// has no size.
  ///
  /// - Parameter map: converts an area in the desktop's pixels into real pixels of the screen.
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

  /// The largest value of GDK_SCALE that is tried. Even screens with very small pixels need no more than 3.
  private static let largestScale = 4

  /// The part of the frame that fills the window. The frame that a program reports may include a shadow, which is not a
  /// part of the window. Then the frame is larger than the window, or has another shape, and its children fill the
  /// window. If the children do not fill it, but the frame surrounds the window, a window manager draws borders around
  /// the window, as on X11. Then extents are in pixels of the screen, or with GDK_SCALE in pixels that are each as
  /// large as several of them. Such borders are equally wide on the left and on the right.
  private static func withoutShadow(_ frame: Rect, tree: Tree, window: Rect) -> Rect {
    /// How much the height differs from the window's height after the width is scaled to the window's width, in real
    /// pixels.
    func error(_ rect: Rect) -> Int { abs(rect.height * window.width / max(rect.width, 1) - window.height) }
    let roundingError = 2
    /// Whether the window has the shape of `rect`, and at least as many pixels: no program reports more pixels than
    /// there are.
    func fits(_ rect: Rect) -> Bool { rect.width <= window.width + roundingError && error(rect) <= roundingError }
    // Children that are not shown may be far outside of the frame, so all children are cut to it.
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

  /// The visible part of a program's extents, in real pixels of the screen. It is empty if no part is visible.
  public func rect(of extents: Rect) -> Rect { unclippedRect(of: extents).intersection(visible) }

  /// The position of a program's extents in real pixels, even if they are outside of the window, as for a menu of the
  /// same program on X11. Each edge is rounded to the nearest pixel, halves up.
  public func unclippedRect(of extents: Rect) -> Rect {
    Area(
      x: originX + Double(extents.x - frame.x) * factor, y: originY + Double(extents.y - frame.y) * factor,
      width: Double(extents.width) * factor, height: Double(extents.height) * factor
    ).rounded
  }

  /// The rings around an item: usually one, but one per line for a link over several lines. Rings that are not visible
  /// are left out.
  public func rings(of item: Item) -> [Rect] {
    let rects = item.node.lines.isEmpty ? [item.node.extents] : item.node.lines
    return rects.map(rect).filter { !$0.isEmpty }
  }

  /// The rings that show a place of a page. A group has one ring around all of its items. Of a link over several lines,
  /// only the first line counts for this, as when pages are made. Other places have no ring, because the panel shows
  /// them.
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
