import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

// Reads what is to be typed. No message contains any of it.
extension RequestReader {
  static func typed(_ members: [String: JSONValue]) throws(RequestError) -> TypedInput {
    switch (members["text"], members["keys"]) {
    case (nil, nil):
      throw RequestError(.badArgument, .badMember, "type: expected 'text' with characters, or 'keys' with a chord")
    case (.some, .some):
      throw RequestError(.badArgument, .badMember, "type: expected 'text' or 'keys', found both: make two requests")
    case (nil, let keys):
      guard let keys = keys?.stringValue else { throw expected("type: keys", "a chord, such as \"ctrl+c\"", keys) }
      return .keys(keys)
    case (let text, nil):
      guard let text = text?.stringValue else { throw expected("type: text", "a string", text) }
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
