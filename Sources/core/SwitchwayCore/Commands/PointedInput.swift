/// A place on the screens, as a part of the width and of the height of the whole layout of monitors.
public struct ScreenPoint: Hashable, Sendable {
  /// From the left: 0 is the left edge, and 65,536 would be the right one.
  public let x: UInt16
  /// From the top, likewise.
  public let y: UInt16

  public init(x: UInt16, y: UInt16) {
    self.x = x
    self.y = y
  }

  /// - Parameter x, y: fractions from 0 to 1. 1 is the last place before the edge.
  /// - Returns: `nil` if one of them is outside, or no number.
  public init?(fractions x: Double, _ y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(x: ScreenPoint.level(x), y: ScreenPoint.level(y))
  }

  /// A desktop divides by the number of levels, so the middle of a pixel is that pixel again. Source: libinput's
  /// `absinfo_scale_axis`.
  private static func level(_ fraction: Double) -> UInt16 { UInt16(min(fraction * 65_536, 65_535)) }

  /// The place at `step` of `count` steps from here to `end`.
  func moved(_ step: Int, of count: Int, to end: ScreenPoint) -> ScreenPoint {
    func between(_ from: UInt16, _ to: UInt16) -> UInt16 {
      UInt16((Int(from) * (count - step) + Int(to) * step) / count)
    }
    return ScreenPoint(x: between(x, end.x), y: between(y, end.y))
  }
}

/// A client's request for the pointer.
public struct PointedInput: Hashable, Sendable {
  /// The action at the place. The words of the protocol are `Word`.
  public enum Action: Hashable, Sendable {
    /// Only moves the pointer there.
    case move
    case click, double, right, middle
    /// Presses the left button, which stays down.
    case press
    /// Releases the left button.
    case release
    /// Moves on to another place with the left button down.
    case drag(to: ScreenPoint)
    /// Turns the wheel by so many notches.
    case scroll(ScrollDirection, notches: Int)
  }

  /// Raw values are the words on the wire.
  public enum Word: String, CaseIterable, Sendable {
    case move, click, double, right, middle, press, release, drag, scroll
  }

  public let place: ScreenPoint
  public let action: Action

  /// The most notches of one request. Arbitrary.
  public static let mostNotches = 20

  public init(_ action: Action, at place: ScreenPoint) {
    self.action = action
    self.place = place
  }
}

/// Towards which edge of a window's contents the wheel turns. Raw values are the words on the wire.
public enum ScrollDirection: String, CaseIterable, Sendable {
  case up, down, left, right
}

/// One frame of the pointer of clients.
public enum PointerStroke: Hashable, Sendable {
  case move(ScreenPoint)
  /// A button, as the kernel numbers them.
  case button(UInt16, down: Bool)
  /// `REL_WHEEL` or `REL_HWHEEL`, by one notch forward or back.
  case wheel(UInt16, forward: Bool)
}

extension PointedInput {
  /// The number of steps in which a drag moves, because programs do not treat a jump as a drag. Arbitrary.
  private static let dragSteps = 5

  /// The whole request, frame by frame.
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

  /// Whether it presses a button.
  var presses: Bool {
    switch action {
    case .click, .double, .right, .middle, .press, .drag: true
    case .move, .release, .scroll: false
    }
  }
}

/// Codes of wheels.
private enum Wheel {
  /// `REL_HWHEEL`.
  static let horizontal: UInt16 = 6
  /// `REL_WHEEL`.
  static let vertical: UInt16 = 8
}
