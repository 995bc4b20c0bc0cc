/// A rectangle in pixels. The left and top edges belong to it, the right and bottom edges do not.
///
/// Programs can report any numbers, so all arithmetic stays within `limit`: a value outside is limited when the
/// rectangle is made.
public struct Rect: Hashable, Sendable {
  /// The largest coordinate and size. This is far more than any screen has, and sums of such values never overflow.
  public static let limit = 1 << 20

  public let x: Int
  public let y: Int
  /// 0 or more.
  public let width: Int
  /// 0 or more.
  public let height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    func cut(_ value: Int, from low: Int) -> Int { min(max(value, low), Self.limit) }
    self.x = cut(x, from: -Self.limit)
    self.y = cut(y, from: -Self.limit)
    self.width = cut(width, from: 0)
    self.height = cut(height, from: 0)
  }

  /// A rectangle at 0,0 and without size.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// A rectangle around all screens: half of `limit` in each direction.
  static let everywhere = Rect(x: -limit / 2, y: -limit / 2, width: limit, height: limit)

  /// The first column of pixels to the right of the rectangle.
  public var right: Int { x + width }
  /// The first row of pixels below the rectangle.
  public var bottom: Int { y + height }
  /// The area in pixels: at most the square of `limit`.
  public var area: Int { width * height }
  public var isEmpty: Bool { width == 0 || height == 0 }
  /// The pixel in the middle. If two pixels are in the middle, it is the right or the lower one.
  public var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }

  /// The part that both rectangles have in common. It is empty if they do not overlap.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// The smallest rectangle that contains both rectangles. An empty rectangle is ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  public func contains(x: Int, y: Int) -> Bool { x >= self.x && x < right && y >= self.y && y < bottom }
}
