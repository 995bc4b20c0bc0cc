import SwitchwayCore
import SwitchwayProtocol

// Reads the request `type`. No error message contains any part of the text.
extension RequestReader {
  static func typed(_ wanted: Wire.Request.Typing) throws(RequestError) -> TypedInput {
    switch (wanted.text.found, wanted.keys.found) {
    case (nil, nil):
      throw RequestError(.badArgument, .badMember, "type: expected 'text' with characters, or 'keys' with a chord")
    case (.some, .some):
      throw RequestError(.badArgument, .badMember, "type: expected 'text' or 'keys', found both: make two requests")
    case (nil, .some): return .keys(try need(wanted.keys, "type: keys", "a chord, such as \"ctrl+c\""))
    case (.some, nil):
      let text = try need(wanted.text, "type: text", "a string")
      let count = text.count
      guard (1...TypedInput.longestText).contains(count) else {
        throw RequestError(
          .badArgument, .badMember,
          "type: text: expected 1 to \(TypedInput.longestText) characters, found \(count): divide a longer text")
      }
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw RequestError(
          .badArgument, .badMember,
          "type: text: a control character is not typed; for a key such as Enter or Tab, make a request with 'keys'")
      }
      return .text(text)
    }
  }
}
