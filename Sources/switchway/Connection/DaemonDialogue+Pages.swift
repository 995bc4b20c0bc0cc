import SwitchwayJSON
import SwitchwayProtocol

// Answers that are longer than a line.
extension DaemonDialogue {
  /// The `result` of `get` `config` or `bindings`, of all its pages: as one value, and the text of each page.
  mutating func whole(_ what: String) throws(CommandFailure) -> (value: JSONValue, texts: [String]) {
    var value: JSONValue?
    var texts: [String] = []
    var next: Int64? = nil
    repeat {
      let answer = try demand("get", json: false) { line in
        line.put(#","what":"#)
        line.put(EscapedText(what))
        if let next {
          line.put(#","from":"#)
          line.put(next)
        }
      }
      let page = answer.value["result"] ?? .null
      value = value.map { DaemonDialogue.joined($0, page) } ?? page
      texts.append(answer.resultText)
      let after = answer.value["next"]?.integerValue
      // A page that brings nothing further would be asked for without end.
      if let after, after <= next ?? 0 { break }
      next = after
    } while next != nil
    return (value ?? .null, texts)
  }

  /// Two pages of one answer: entries of lists one after the other.
  private static func joined(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    switch (one, other) {
    case (.array(let entries), .array(let more)): .array(entries + more)
    case (.object(let members), .object(let more)): .object(members.merging(more) { joined($0, $1) })
    default: one
    }
  }
}
