// Writes JSON values.
extension LineBuffer {
  /// Returns the line of a request, with its line end: `type`, `id` if there is one, and the other members in their
  /// order.
  package static func request(_ type: String, id: JSONValue? = nil, _ members: JSONObject = [:]) -> [UInt8] {
    var message: JSONObject = ["type": .string(type)]
    message["id"] = id
    for (name, value) in members where message[name] == nil { message[name] = value }
    var line = LineBuffer()
    line.putLine(.object(message))
    return Array(line.bytes)
  }

  /// Appends a value as a line.
  package mutating func putLine(_ value: JSONValue) {
    putValue(value)
    put("\n")
  }

  /// Appends a value. The members of objects keep their order.
  package mutating func putValue(_ value: JSONValue) {
    switch value {
    case .null: put("null")
    case .bool(let flag): putFlag(flag)
    case .integer(let number): putNumber(number)
    case .real(let number): putReal(number)
    case .string(let text): putText(EscapedText(text))
    case .array(let list):
      put("[")
      for (index, item) in list.enumerated() {
        if index > 0 { put(",") }
        putValue(item)
      }
      put("]")
    case .object(let members):
      put("{")
      for (index, member) in members.enumerated() {
        putMemberName(member.name, isFirst: index == 0)
        putValue(member.value)
      }
      put("}")
    }
  }

  /// Appends what comes before the value of a member: a comma unless it is the first member, the member's name, and a
  /// colon.
  mutating func putMemberName(_ memberName: String, isFirst: Bool) {
    if !isFirst { put(",") }
    putText(EscapedText(memberName))
    put(":")
  }
}

extension LineBuffer {
  /// Appends a finite number, which may have a fraction.
  private mutating func putReal(_ number: Double) { append(Array(number.description.utf8)[...]) }
}

extension JSONValue {
  /// This value as one line of JSON, with a line end.
  package var line: String {
    var line = LineBuffer()
    line.putLine(self)
    return line.text
  }
}
