import SwitchwayScanning

/// The state of the item that a ring shows. `pressed`: the ring is thicker. `pending`: the ring is dotted. `rejected`:
/// the ring shakes for 0.3 s; without motion, only its corners are drawn for this time.
public typealias RingLook = Session.Light.Look

/// A colour without transparency: 0xRRGGBB.
public typealias Color = UInt32

/// How rings are drawn.
public struct RingStyle: Hashable, Sendable {
  /// The width of each of the two colours, from 1 to 20, in the desktop's pixels: at scale 2, each is twice as many
  /// real pixels wide. Source: 4 by docs/design/desktop.md, "Ring and feedback".
  public var width: Int
  /// The colour next to the item. On any background, at least one of `inner` and `outer` is visible.
  public var inner: Color
  /// The colour of the outer half of the ring.
  public var outer: Color
  /// Whether a rejected ring shakes.
  public var moves: Bool

  public init(
    width: Int = 4, inner: Color = 0xFFD800, outer: Color = 0x101020, moves: Bool = true
  ) {
    self.width = min(max(width, 1), 20)
    (self.inner, self.outer, self.moves) = (inner, outer, moves)
  }

  /// The width of one colour in real pixels.
  func width(of look: RingLook, scale120: Int) -> Int {
    max(1, (width * scale120 + 60) / 120) * (look == .pressed ? 2 : 1)
  }
}

struct Piece: Hashable {
  var rect: Rect
  var color: Color
}

/// A ring as rectangles, in real pixels of its screen.
struct RingShape: Hashable {
  /// The outer edge.
  let bounds: Rect
  /// The inner edge: the edge of the item, unless the edge of the screen is too near to it.
  let hole: Rect
  let pieces: [Piece]

  /// The ring around an item. Where there is no space outside of the item, the ring is inside. `nil` if the item is
  /// outside of the screen.
  init?(around item: Rect, in screen: Rect, look: RingLook, style: RingStyle, scale120: Int = 120) {
    let seen = item.intersection(screen)
    guard !seen.isEmpty else { return nil }
    let width = style.width(of: look, scale120: scale120)
    let bounds = seen.grown(by: 2 * width).intersection(screen)
    let hole = bounds.grown(by: -2 * width)
    let middle = hole.grown(by: width).intersection(bounds)
    let rings =
      frame(from: middle, to: hole).map { Piece(rect: $0, color: style.inner) }
      + frame(from: bounds, to: middle).map { Piece(rect: $0, color: style.outer) }
    (self.bounds, self.hole) = (bounds, hole)
    switch look {
    case .lit, .pressed: pieces = rings
    case .rejected: pieces = style.moves ? rings : cut(rings, to: corners(of: bounds, atLeast: 2 * width))
    case .pending: pieces = cut(rings, to: dots(along: frame(from: bounds, to: hole), size: 2 * width))
    }
  }

  /// The areas of the surfaces that show the ring: one for a small ring, and four strips for a large one, whose empty
  /// middle would need too much memory.
  var surfaces: [Rect] {
    // 64 KiB of pixels.
    if bounds.area <= 16_384 { return [bounds] }
    return frame(from: bounds, to: hole)
  }
}

private func frame(from outer: Rect, to inner: Rect) -> [Rect] {
  if inner.isEmpty { return [outer] }
  return [
    Rect(x: outer.x, y: outer.y, width: outer.width, height: inner.y - outer.y),
    Rect(x: outer.x, y: inner.bottom, width: outer.width, height: outer.bottom - inner.bottom),
    Rect(x: outer.x, y: inner.y, width: inner.x - outer.x, height: inner.height),
    Rect(x: inner.right, y: inner.y, width: outer.right - inner.right, height: inner.height),
  ].filter { !$0.isEmpty }
}

func cut(_ pieces: [Piece], to rects: [Rect]) -> [Piece] {
  rects.flatMap { rect in
    pieces.compactMap { piece in
      let part = piece.rect.intersection(rect)
      return part.isEmpty ? nil : Piece(rect: part, color: piece.color)
    }
  }
}

/// Squares along the strips of a frame, with gaps as long as the squares.
private func dots(along strips: [Rect], size: Int) -> [Rect] {
  strips.flatMap { strip in
    strip.width > strip.height
      ? stride(from: strip.x, to: strip.right, by: 2 * size).map {
        Rect(x: $0, y: strip.y, width: size, height: strip.height)
      }
      : stride(from: strip.y + size, to: strip.bottom, by: 2 * size).map {
        Rect(x: strip.x, y: $0, width: strip.width, height: size)
      }
  }
}

/// Rectangles at the four corners. Each is a third of the ring's width and height, but at least `least` wide and high.
private func corners(of bounds: Rect, atLeast least: Int) -> [Rect] {
  let (width, height) = (max(bounds.width / 3, least), max(bounds.height / 3, least))
  return [bounds.x, bounds.right - width].flatMap { x in
    [bounds.y, bounds.bottom - height].map { Rect(x: x, y: $0, width: width, height: height) }
  }
}

extension Rect {
  func moved(x: Int, y: Int) -> Rect { Rect(x: self.x + x, y: self.y + y, width: width, height: height) }

  /// The rectangle with each edge moved outwards, or inwards if `margin` is negative. It is empty if nothing is left.
  func grown(by margin: Int) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
