/// Says which entries of an answer's lists are in a line: a page of the answer.
public struct AnswerPage: Hashable, Sendable {
  /// The number of the first entry that did not fit into the line. `nil` if all fitted.
  public var next: Int?
  /// The number of entries that are left out of this page because they are longer than a line. No page contains them.
  public var omitted = 0

  public init(next: Int? = nil, omitted: Int = 0) {
    self.next = next
    self.omitted = omitted
  }
}

/// A JSON value that may be too long for one line. It is written once, as text, and stores where the entries of its
/// outermost lists are in the text. Each page contains some of these entries.
public struct PagedValue: Sendable {
  /// The text of the value. A part outside the lists is in each page, and an entry of a list is in one page.
  private var text = LineBuffer()
  /// The places of the entries of all lists, in their order.
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    var bytes: Range<Int>
    /// Whether the entry is the first of its list.
    var isFirst: Bool
  }

  /// Makes a paged value from a JSON value.
  public init(_ value: JSONValue) { putValue(value) }

  /// Makes a paged value from an object of the protocol.
  package init(_ value: some WireValue) { putValue(value.json) }

  /// Makes a paged value from a list of objects of the protocol.
  package init(_ list: [some WireValue]) { putValue(.array(list.map(\.json))) }

  /// Makes an object with one more member, whose value was written before. If `value` is `nil`, the member is left out.
  init(_ members: JSONObject, adding name: String, _ value: PagedValue?) {
    text.put("{")
    putMembers(members)
    if let value {
      text.putMemberName(name, isFirst: members.names.isEmpty)
      putPaged(value)
    }
    text.put("}")
  }

  /// The size of the whole value in bytes.
  var count: Int { text.count }

  /// Appends the members of an object, without its brackets.
  private mutating func putMembers(_ members: JSONObject) {
    for (index, member) in members.enumerated() {
      text.putMemberName(member.name, isFirst: index == 0)
      putValue(member.value)
    }
  }

  /// Appends a value, and stores the places of the entries of its outermost lists.
  private mutating func putValue(_ value: JSONValue) {
    switch value {
    case .array(let list):
      text.put("[")
      for (index, one) in list.enumerated() {
        if index > 0 { text.put(",") }
        let start = text.count
        text.putValue(one)
        entries.append(Entry(bytes: start..<text.count, isFirst: index == 0))
      }
      text.put("]")
    case .object(let members):
      text.put("{")
      putMembers(members)
      text.put("}")
    default: text.putValue(value)
    }
  }

  /// Appends a paged value with its entries.
  private mutating func putPaged(_ other: PagedValue) {
    let start = text.count
    text.putJSON(other.text)
    entries += other.entries.map { entry in
      Entry(bytes: entry.bytes.lowerBound + start..<entry.bytes.upperBound + start, isFirst: entry.isFirst)
    }
  }

  /// Writes one page: everything outside the lists, and the entries from number `first` on, as many as fit into a line.
  /// The entries of all lists are numbered together, from 0.
  public func page(from first: Int) -> (text: LineBuffer, page: AnswerPage) {
    guard first > 0 || count > LineBuffer.mostOfValue else { return (text, AnswerPage()) }
    // The size of all entries and of the commas between them.
    let listed = entries.reduce(0) { $0 + $1.bytes.count + ($1.isFirst ? 0 : 1) }
    let most = max(LineBuffer.mostOfValue - (count - listed), 0)
    var line = LineBuffer()
    var page = AnswerPage()
    var (room, copied, isFirst) = (most, 0, true)
    for (number, entry) in entries.enumerated() {
      // Append the text between two lists, or before the first list.
      if entry.isFirst {
        line.append(text.bytes[copied..<entry.bytes.lowerBound])
        isFirst = true
      }
      copied = entry.bytes.upperBound
      guard number >= first, page.next == nil else { continue }
      let needed = entry.bytes.count + 1
      if needed > most {
        page.omitted += 1
      } else if needed > room {
        page.next = number
      } else {
        if !isFirst { line.put(",") }
        isFirst = false
        line.append(text.bytes[entry.bytes])
        room -= needed
      }
    }
    line.append(text.bytes[copied...])
    return (line, page)
  }
}

/// The entries of a list that were written separately, so that a line can contain only the first ones.
package struct ListedEntries {
  /// The text of the entries, each with a comma before it.
  private var text = LineBuffer()
  /// The size in bytes of the first entries with their commas: at index 0 of none, at index 1 of the first entry, and
  /// so on.
  package private(set) var lengths = [0]

  /// Writes the entries.
  package init<Element>(_ list: [Element], _ write: (inout LineBuffer, Element) -> Void) {
    for one in list {
      text.put(",")
      write(&text, one)
      lengths.append(text.count)
    }
  }

  /// The number of entries.
  package var count: Int { lengths.count - 1 }
  /// The size of all entries in bytes, with their commas.
  package var needed: Int { lengths[count] }

  /// Returns the largest number of first entries that need at most `room` bytes.
  package func most(in room: Int) -> Int { (lengths.firstIndex { $0 > room } ?? lengths.count) - 1 }

  /// Appends a list of the first `kept` entries.
  package func putFirst(_ kept: Int, into line: inout LineBuffer) {
    line.put("[")
    if kept > 0 { line.append(text.bytes[1..<lengths[kept]]) }
    line.put("]")
  }
}

extension LineBuffer {
  /// The largest size of a value in an answer, in bytes: the protocol's longest line, minus the space for the other
  /// members.
  public static let mostOfValue = mostWithDiagnostics
}
