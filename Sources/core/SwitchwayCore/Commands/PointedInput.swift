/// A place on the screens. The coordinates are parts of the width and the height of the whole layout of monitors.
public struct ScreenPoint: Hashable, Sendable {
  /// The distance from the left edge: 0 is the edge itself, and 65,536 would be the right edge.
  public let x: UInt16
  /// The distance from the top edge: 0 is the edge itself, and 65,536 would be the bottom edge.
  public let y: UInt16

  public init(x: UInt16, y: UInt16) {
    self.x = x
    self.y = y
  }

  /// - Parameter x, y: fractions from 0 to 1. The right or bottom edge, 1, becomes the last place before it.
  /// - Returns: `nil` if a fraction is not a number from 0 to 1.
  public init?(fractions x: Double, _ y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(x: ScreenPoint.level(x), y: ScreenPoint.level(y))
  }

  /// Converts a fraction to a coordinate by the number that a desktop divides by, so that the middle of a pixel gives
  /// that pixel again. Source: libinput's `absinfo_scale_axis`.
  private static func level(_ fraction: Double) -> UInt16 { UInt16(min(fraction * 65_536, 65_535)) }

  /// Returns the place after `step` of `count` equal steps from this place to `end`.
  func moved(_ step: Int, of count: Int, to end: ScreenPoint) -> ScreenPoint {
    func between(_ from: UInt16, _ to: UInt16) -> UInt16 {
      UInt16((Int(from) * (count - step) + Int(to) * step) / count)
    }
    return ScreenPoint(x: between(x, end.x), y: between(y, end.y))
  }
}

/// A client's request to move the pointer and to press its buttons or turn its wheel.
public struct PointedInput: Hashable, Sendable {
  /// The action that the pointer performs at the place. `Word` has the protocol's names of the actions.
  public enum Action: Hashable, Sendable {
    /// Only moves the pointer to the place.
    case move
    case click, double, right, middle
    /// Presses the left button, which stays down.
    case press
    /// Releases the left button.
    case release
    /// Presses the left button, moves the pointer to another place, and releases the button there.
    case drag(to: ScreenPoint)
    /// Turns the wheel by this number of notches.
    case scroll(ScrollDirection, notches: Int)
  }

  /// The name of an action in the protocol. Raw values are the words on the wire.
  public enum Word: String, CaseIterable, Sendable {
    case move, click, double, right, middle, press, release, drag, scroll
  }

  public let place: ScreenPoint
  public let action: Action

  /// The largest number of notches in one request. Arbitrary.
  public static let mostNotches = 20

  public init(_ action: Action, at place: ScreenPoint) {
    self.action = action
    self.place = place
  }
}

/// The edge of a window's contents towards which the wheel turns. Raw values are the words on the wire.
public enum ScrollDirection: String, CaseIterable, Sendable {
  case up, down, left, right
}

/// One event frame of the pointer that clients move.
public enum PointerStroke: Hashable, Sendable {
  case move(ScreenPoint)
  /// Presses or releases a button, which is given by the kernel's code.
  case button(UInt16, down: Bool)
  /// Turns the wheel, given by `REL_WHEEL` or `REL_HWHEEL`, by one notch forward or back.
  case wheel(UInt16, forward: Bool)
}

extension PointedInput {
  /// The number of moves that make a drag, because programs do not treat a single jump as a drag. Arbitrary.
  private static let dragSteps = 5

  /// The strokes that carry out the whole request, one per frame.
  var strokes: [PointerStroke] {
    let move = PointerStroke.move(place)
    func click(_ code: UInt16) -> [PointerStroke] { [.button(code, down: true), .button(code, down: false)] }
    switch action {
    case .move: return [move]
    case .click: return [move] + click(Button.left)
    case .double: return [move] + click(Button.left) + click(Button.left)
    case .right: return [move] + click(Button.right)
    case .middle: return [move] + click(Button.middle)
    case .press: return [move, .button(Button.left, down: true)]
    case .release: return [move, .button(Button.left, down: false)]
    case .drag(let end):
      let count = PointedInput.dragSteps
      let way = (1...count).map { PointerStroke.move(place.moved($0, of: count, to: end)) }
      return [move, .button(Button.left, down: true)] + way + [.button(Button.left, down: false)]
    case .scroll(let direction, let notches):
      let wheel: PointerStroke =
        switch direction {
        case .up: .wheel(Wheel.vertical, forward: true)
        case .down: .wheel(Wheel.vertical, forward: false)
        case .left: .wheel(Wheel.horizontal, forward: false)
        case .right: .wheel(Wheel.horizontal, forward: true)
        }
      return [move] + Array(repeating: wheel, count: notches)
    }
  }

  /// Whether the request presses a button.
  var presses: Bool {
    switch action {
    case .click, .double, .right, .middle, .press, .drag: true
    case .move, .release, .scroll: false
    }
  }
}

/// The kernel's codes of wheels.
private enum Wheel {
  /// `REL_HWHEEL`.
  static let horizontal: UInt16 = 6
  /// `REL_WHEEL`.
  static let vertical: UInt16 = 8
}
