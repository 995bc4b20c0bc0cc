import SwitchwayJSON
import SwitchwayProtocol

/// A request as its line. Members stand in the order of their names.
enum RequestText {
  static func line(_ type: String, id: String, _ members: [String: JSONValue]) -> [UInt8] {
    var line = LineBuffer()
    line.put(#"{"type":"#)
    line.put(EscapedText(type))
    line.put(#","id":"#)
    line.put(EscapedText(id))
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      line.put(",")
      line.put(EscapedText(name))
      line.put(":")
      put(value, into: &line)
    }
    line.end()
    return Array(line.bytes)
  }

  static func pong(_ number: Int64) -> [UInt8] {
    var line = LineBuffer()
    line.put(#"{"type":"pong","n":"#)
    line.put(number)
    line.end()
    return Array(line.bytes)
  }

  private static func put(_ value: JSONValue, into line: inout LineBuffer) {
    switch value {
    case .null: line.put("null")
    case .bool(let flag): line.put(flag)
    case .integer(let number): line.put(number)
    // No request has one; the whole part is what an integer would say.
    case .real(let number): line.put(Int64(exactly: number.rounded(.towardZero)) ?? 0)
    case .string(let text): line.put(EscapedText(text))
    case .array(let list):
      line.put("[")
      for (index, item) in list.enumerated() {
        if index > 0 { line.put(",") }
        put(item, into: &line)
      }
      line.put("]")
    case .object(let members):
      line.put("{")
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { line.put(",") }
        line.put(EscapedText(member.key))
        line.put(":")
        put(member.value, into: &line)
      }
      line.put("}")
    }
  }
}
