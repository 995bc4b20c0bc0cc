import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

// Reads what is asked of the pointer.
extension RequestReader {
  static func pointed(_ members: [String: JSONValue]) throws(RequestError) -> PointedInput {
    let place = try place(members, "x", "y")
    guard let name = members["action"]?.stringValue else {
      throw expected("point: action", "a word such as 'click'", members["action"])
    }
    guard let word = PointedInput.Word(rawValue: name) else {
      throw unknown("action", name, among: PointedInput.Word.allCases.map(\.rawValue))
    }
    return PointedInput(try action(word, members), at: place)
  }

  private static func action(
    _ word: PointedInput.Word, _ members: [String: JSONValue]
  ) throws(RequestError) -> PointedInput.Action {
    switch word {
    case .move: return .move
    case .click: return .click
    case .double: return .double
    case .right: return .right
    case .middle: return .middle
    case .press: return .press
    case .release: return .release
    case .drag: return .drag(to: try place(members, "to-x", "to-y"))
    case .scroll:
      guard let name = members["direction"]?.stringValue else {
        throw expected("point: direction", "'up', 'down', 'left' or 'right'", members["direction"])
      }
      guard let direction = ScrollDirection(rawValue: name) else {
        throw unknown("direction", name, among: ScrollDirection.allCases.map(\.rawValue))
      }
      let value = members["notches"] ?? .integer(3)
      guard let notches = value.integerValue, (1...Int64(PointedInput.mostNotches)).contains(notches) else {
        throw expected("point: notches", "a count from 1 to \(PointedInput.mostNotches)", value)
      }
      return .scroll(direction, notches: Int(notches))
    }
  }

  /// A place whose fractions are these members.
  private static func place(
    _ members: [String: JSONValue], _ x: String, _ y: String
  ) throws(RequestError) -> ScreenPoint {
    let across = try fraction(members[x], x)
    guard let place = ScreenPoint(fractions: across, try fraction(members[y], y)) else {
      throw RequestError(
        .badArgument, .badMember,
        "point: \(x), \(y): expected fractions of the whole layout of monitors, from 0 to 1: the place is outside")
    }
    return place
  }

  private static func fraction(_ value: JSONValue?, _ name: String) throws(RequestError) -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .real(let number): return number
    default: throw expected("point: \(name)", "a number from 0 to 1", value)
    }
  }

  private static func unknown(_ member: String, _ word: String, among words: [String]) -> RequestError {
    RequestError(
      .badArgument, .unknownWord,
      "point: \(member): unknown word '\(PrintableName.of(word))'" + advice(for: word, among: words))
  }
}
