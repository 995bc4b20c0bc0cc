import SwitchwayProtocol

/// Joins the pages of one answer to the request `get`. An answer that would be longer than a line comes in several
/// pages.
package struct JoinedPages: Sendable {
  /// The pages that have come so far, joined. `null` if none has.
  package var result: JSONValue { pages ?? .null }
  /// The `from` of the next page to request. `nil` if no page has come, or all pages have.
  package private(set) var next: Int64?
  private var pages: JSONValue?

  package init() {}

  /// Adds the next page. `answer` is the line `ok` that contains it.
  package mutating func add(_ answer: JSONValue) {
    let answer = Wire.OK(answer)
    let page = answer.result ?? .null
    pages = pages.map { Self.joined($0, page) } ?? page
    // A `next` that does not grow is ignored. Otherwise the same page would be requested for ever.
    next = answer.next.flatMap { $0 > next ?? 0 ? $0 : nil }
  }

  /// Joins two pages: the entries of each list in `other` follow the entries of the same list in `one`.
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
