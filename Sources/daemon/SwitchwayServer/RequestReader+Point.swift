import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

// Reads the request `point`.
extension RequestReader {
  static func pointed(_ wanted: Wire.Request.Pointing) throws(RequestError) -> PointedInput {
    let place = try place((wanted.x, "x"), (wanted.y, "y"))
    let name = try need(wanted.action, "point: action", "a word such as 'click'")
    guard let word = PointedInput.Word(rawValue: name) else {
      throw unknown("action", name, among: PointedInput.Word.allCases.map(\.rawValue))
    }
    return PointedInput(try action(word, wanted), at: place)
  }

  private static func action(
    _ word: PointedInput.Word, _ wanted: Wire.Request.Pointing
  ) throws(RequestError) -> PointedInput.Action {
    switch word {
    case .move: return .move
    case .click: return .click
    case .double: return .double
    case .right: return .right
    case .middle: return .middle
    case .press: return .press
    case .release: return .release
    case .drag: return .drag(to: try place((wanted.toX, "to-x"), (wanted.toY, "to-y")))
    case .scroll:
      let name = try need(wanted.direction, "point: direction", "'up', 'down', 'left' or 'right'")
      guard let direction = ScrollDirection(rawValue: name) else {
        throw unknown("direction", name, among: ScrollDirection.allCases.map(\.rawValue))
      }
      let count = "a count from 1 to \(PointedInput.mostNotches)"
      let notches = try optional(wanted.notches, "point: notches", count) ?? 3
      guard (1...Int64(PointedInput.mostNotches)).contains(notches) else {
        throw expected("point: notches", count, wanted.notches.found)
      }
      return .scroll(direction, notches: Int(notches))
    }
  }

  /// Returns the place with these members as parts of the width and the height.
  private static func place(
    _ x: (member: Given<Double>, name: String), _ y: (member: Given<Double>, name: String)
  ) throws(RequestError) -> ScreenPoint {
    let number = "a number from 0 to 1"
    let across = try need(x.member, "point: \(x.name)", number)
    guard let place = ScreenPoint(fractions: across, try need(y.member, "point: \(y.name)", number)) else {
      throw RequestError(
        .badArgument, .badMember,
        "point: \(x.name), \(y.name): expected fractions of the whole layout of monitors, from 0 to 1: the place is "
          + "outside")
    }
    return place
  }

  private static func unknown(_ member: String, _ word: String, among words: [String]) -> RequestError {
    RequestError(
      .badArgument, .unknownWord,
      "point: \(member): unknown word '\(PrintableName.of(word))'" + advice(for: word, among: words))
  }
}
