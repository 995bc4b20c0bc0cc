/// A key that a person has pressed in the terminal.
enum Key: Hashable {
  case enter, escape
  /// A key that writes a character.
  case character(Character)
  /// This is not a key: the terminal has become active (`true`), or another window has (`false`).
  case focus(Bool)
}

/// Turns the bytes that a terminal sends into keys. Sequences of keys that `Key` does not have are ignored.
struct KeyDecoder {
  /// The first bytes of a key that is not complete yet. At most `longest` bytes.
  private var bytes: [UInt8] = []
  /// The largest number of bytes that are kept. No key of a terminal sends more. Arbitrary.
  private static let longest = 32

  /// Whether an Escape has arrived, which can be the Escape key or the beginning of another key's sequence. If no byte
  /// follows soon, the owner must call `finish`.
  var isWaiting: Bool { bytes.first == 0x1B }

  mutating func feed(_ more: some Sequence<UInt8>) -> [Key] {
    bytes += more
    var keys: [Key] = []
    while let (key, count) = first() {
      bytes.removeFirst(count)
      if let key { keys.append(key) }
    }
    if bytes.count > Self.longest { bytes = [] }
    return keys
  }

  /// Ends the wait for more bytes. If the only byte so far is an Escape, returns the Escape key. Otherwise the bytes
  /// are ignored.
  mutating func finish() -> [Key] {
    defer { bytes = [] }
    return bytes == [0x1B] ? [.escape] : []
  }

  /// Returns the first key and the number of its bytes. If the key is `nil`, its bytes are ignored. Returns `nil` if
  /// the key is not complete.
  private func first() -> (Key?, Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return sequence()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x00..<0x20, 0x7F, 0x80..<0xC2, 0xF5...0xFF: return (nil, 1)
    default:
      let count = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      guard bytes.count >= count else { return nil }
      let text = String(validating: bytes.prefix(count), as: UTF8.self)
      return (text?.first.map(Key.character), text == nil ? 1 : count)
    }
  }

  /// Only the reports of the terminal's focus, `ESC [ I` and `ESC [ O`, are used. Arrow keys are `ESC [ A` or
  /// `ESC O A`, with modifiers `ESC [ 1 ; 2 A`. Source: xterm's control sequences.
  private func sequence() -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        // A byte that is not part of such a sequence ends it.
        return bytes.dropFirst(2).firstIndex { !(0x20...0x3F).contains($0) }.map { (nil, $0) }
      }
      let isReport = end == 2 && bytes[1] == UInt8(ascii: "[")
      switch bytes[end] {
      case UInt8(ascii: "I") where isReport: return (.focus(true), end + 1)
      case UInt8(ascii: "O") where isReport: return (.focus(false), end + 1)
      default: return (nil, end + 1)
      }
    case 0x1B: return (.escape, 1)
    // Alt and a key.
    default: return (nil, 2)
    }
  }
}
