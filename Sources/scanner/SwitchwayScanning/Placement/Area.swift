/// A rectangle in the desktop's pixels. At a fractional scale, its edges may lie between pixels.
///
/// A desktop can report any numbers, so all arithmetic stays within `Rect.limit`: a value outside is limited when the
/// area is made, and a value that is not a number becomes 0.
public struct Area: Hashable, Sendable {
  public let x: Double
  public let y: Double
  /// It is 0 or more.
  public let width: Double
  /// It is 0 or more.
  public let height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    let limit = Double(Rect.limit)
    func cut(_ value: Double, from low: Double) -> Double { value.isFinite ? min(max(value, low), limit) : 0 }
    (self.x, self.y) = (cut(x, from: -limit), cut(y, from: -limit))
    (self.width, self.height) = (cut(width, from: 0), cut(height, from: 0))
  }

  public init(_ rect: Rect) {
    self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The x coordinate of the right edge.
  public var right: Double { x + width }
  /// The y coordinate of the lower edge.
  public var bottom: Double { y + height }

  /// The area with each edge rounded to the nearest whole pixel, halves up.
  public var rounded: Rect {
    func rounded(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
    let (left, top) = (rounded(x), rounded(y))
    return Rect(x: left, y: top, width: rounded(right) - left, height: rounded(bottom) - top)
  }

  /// The part that both areas have in common. It has no size if they do not overlap.
  public func intersection(_ other: Area) -> Area {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Area(x: left, y: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
  }

  /// Whether its width and its height each differ by at most `error` from these.
  func hasSize(_ width: Double, _ height: Double, error: Double) -> Bool {
    abs(self.width - width) <= error && abs(self.height - height) <= error
  }
}
