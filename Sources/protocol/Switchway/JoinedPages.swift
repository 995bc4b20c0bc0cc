import SwitchwayProtocol

/// The pages of one answer to `get`, joined to one value. An answer that would be longer than a line comes in pages.
package struct JoinedPages: Sendable {
  /// The pages so far.
  package var result: JSONValue { pages ?? .null }
  /// The `from` of the page to request next. `nil` if no page has arrived, or all have.
  package private(set) var next: Int64?
  private var pages: JSONValue?

  package init() {}

  /// Adds the next page: the line `ok`.
  package mutating func add(_ answer: JSONValue) {
    let answer = Wire.OK(answer)
    let page = answer.result ?? .null
    pages = pages.map { Self.joined($0, page) } ?? page
    // If it does not grow, the same page would be requested for ever.
    next = answer.next.flatMap { $0 > next ?? 0 ? $0 : nil }
  }

  /// The entries of a list follow those of the same list before.
  private static func joined(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    switch (one, other) {
    case (.array(let entries), .array(let more)): return .array(entries + more)
    case (.object(var members), .object(let more)):
      for (name, value) in more { members[name] = members[name].map { joined($0, value) } ?? value }
      return .object(members)
    default: return one
    }
  }
}
