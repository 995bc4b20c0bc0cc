/// Which entries of an answer's lists a line contains.
public struct AnswerPage: Hashable, Sendable {
  /// The number of the first entry that did not fit. nil: none was left.
  public var next: Int?
  /// Entries of this page that are longer than a line. No page contains them.
  public var omitted = 0

  public init(next: Int? = nil, omitted: Int = 0) {
    self.next = next
    self.omitted = omitted
  }
}

// Answers that are too long for one line.
extension LineBuffer {
  /// The most bytes of a value in an answer: the protocol's longest line, less room for the other members.
  public static let mostOfValue = mostWithDiagnostics

  /// The positions of a value's outermost lists and of their entries.
  package struct Lists {
    /// For each list: its opening bracket, its closing bracket, and its entries.
    package var lists: [(open: Int, close: Int, entries: [Range<Int>])] = []

    /// `bytes`: one JSON value that this module wrote, perhaps without its end.
    package init(of bytes: [UInt8]) {
      var containers: [UInt8] = []
      var entries: [Range<Int>] = []
      var (open, start) = (-1, 0)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""): index = Lists.endOfText(from: index, in: bytes)
        case UInt8(ascii: "{"): containers.append(byte)
        case UInt8(ascii: "["):
          if open < 0 { (open, start, entries) = (index, index + 1, []) }
          containers.append(byte)
        case UInt8(ascii: ","):
          if open >= 0, Lists.isOutermost(containers) {
            entries.append(start..<index)
            start = index + 1
          }
        case UInt8(ascii: "]"):
          if Lists.isOutermost(containers) {
            if start < index { entries.append(start..<index) }
            lists.append((open, index, entries))
            open = -1
          }
          containers.removeLast()
        case UInt8(ascii: "}"): containers.removeLast()
        default: break
        }
        index += 1
      }
    }

    /// The position of the quotation mark that ends the text which begins at `start`.
    private static func endOfText(from start: Int, in bytes: [UInt8]) -> Int {
      var index = start + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return index
    }

    /// Whether the innermost container is a list, and all containers around it are objects.
    private static func isOutermost(_ containers: [UInt8]) -> Bool {
      containers.firstIndex(of: UInt8(ascii: "[")) == containers.count - 1
    }
  }

  /// Cuts the single value in this buffer to fit one line. Only the outermost lists are cut. Their entries share one
  /// numbering, from 0, in the order of the text. The entries from number `first` on stay, as many as fit, and
  /// everything outside those lists.
  public mutating func cutToPage(from first: Int) -> AnswerPage {
    guard first > 0 || count > Self.mostOfValue else { return AnswerPage() }
    let whole = Array(bytes)
    let lists = Lists(of: whole).lists
    let rest = lists.reduce(whole.count) { sum, list in
      sum - list.entries.reduce(0) { $0 + $1.count } - max(list.entries.count - 1, 0)
    }
    let most = max(Self.mostOfValue - rest, 0)
    var page = AnswerPage()
    var (room, number, copied) = (most, 0, 0)
    clear()
    for list in lists {
      append(whole[copied...list.open])
      var isFirst = true
      for entry in list.entries {
        defer { number += 1 }
        guard number >= first, page.next == nil else { continue }
        if entry.count + 1 > most {
          page.omitted += 1
        } else if entry.count + 1 > room {
          page.next = number
        } else {
          if !isFirst { put(",") }
          isFirst = false
          append(whole[entry])
          room -= entry.count + 1
        }
      }
      copied = list.close
    }
    append(whole[copied...])
    return page
  }
}
