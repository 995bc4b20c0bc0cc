/// The entries of an answer's lists that a line contains.
public struct AnswerPage: Hashable, Sendable {
  /// The number of the first entry that did not fit. `nil` if all fitted.
  public var next: Int?
  /// Entries of this page that are longer than a line. No page contains them.
  public var omitted = 0

  public init(next: Int? = nil, omitted: Int = 0) {
    self.next = next
    self.omitted = omitted
  }
}

/// A JSON value that may be too long for one line. It is written once, and knows where the entries of its outermost
/// lists are; pages are made of these.
public struct PagedValue: Sendable {
  /// The value: parts that each page has, and entries that one page has.
  private var text = LineBuffer()
  /// The entries, in their order.
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    var bytes: Range<Int>
    /// Whether it is the first entry of its list.
    var isFirst: Bool
  }

  /// A whole value.
  public init(_ value: JSONValue) { putValue(value) }

  /// An object of the protocol.
  package init(_ value: some WireValue) { putValue(value.json) }

  /// A list of such objects.
  package init(_ list: [some WireValue]) { putValue(.array(list.map(\.json))) }

  /// An object with one more member, which was written before. `nil` if it has no such member.
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

  /// Appends a value. Its outermost lists are divided into entries.
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

  /// Appends another value.
  private mutating func putPaged(_ other: PagedValue) {
    let start = text.count
    text.putJSON(other.text)
    entries += other.entries.map { entry in
      Entry(bytes: entry.bytes.lowerBound + start..<entry.bytes.upperBound + start, isFirst: entry.isFirst)
    }
  }

  /// Writes one page: everything outside the lists, and as many entries as fit into a line from number `first` on. The
  /// entries of all lists share one numbering, from 0.
  public func page(from first: Int) -> (text: LineBuffer, page: AnswerPage) {
    guard first > 0 || count > LineBuffer.mostOfValue else { return (text, AnswerPage()) }
    // Commas between entries go with them.
    let listed = entries.reduce(0) { $0 + $1.bytes.count + ($1.isFirst ? 0 : 1) }
    let most = max(LineBuffer.mostOfValue - (count - listed), 0)
    var line = LineBuffer()
    var page = AnswerPage()
    var (room, copied, isFirst) = (most, 0, true)
    for (number, entry) in entries.enumerated() {
      // The text between two lists, or before the first list.
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

/// The entries of a list, each written separately; a line may contain only the first ones.
package struct ListedEntries {
  /// The entries, each with a comma before it.
  private var text = LineBuffer()
  /// For each number of entries from 0, their size in bytes, including their commas.
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
  /// The size of all entries in bytes.
  package var needed: Int { lengths[count] }

  /// The largest number of entries that need at most `room` bytes.
  package func most(in room: Int) -> Int { (lengths.firstIndex { $0 > room } ?? lengths.count) - 1 }

  /// Appends a list of the first `kept` entries.
  package func putFirst(_ kept: Int, into line: inout LineBuffer) {
    line.put("[")
    if kept > 0 { line.append(text.bytes[1..<lengths[kept]]) }
    line.put("]")
  }
}

extension LineBuffer {
  /// The largest size of a value in an answer, in bytes: the protocol's longest line, minus space for the other
  /// members.
  public static let mostOfValue = mostWithDiagnostics
}
