/// Splits what a client sends into lines, however the bytes arrive.
///
/// LF ends a line; a CR before it is dropped. Bytes after the last LF wait for more, and are never a line by
/// themselves: half a line at the end of a connection says nothing. Memory is bounded by one line.
public struct LineDecoder: Sendable {
  /// A line, without its end, or a line that was too long to keep.
  public enum Item: Hashable, Sendable {
    case line([UInt8])
    /// Told once, as soon as the line is too long; the rest of it is skipped.
    case tooLong
  }

  /// The longest line, its end not counted. Source: the protocol, 64 KiB a line.
  public static let maximumLength = 65_536

  private var partial: [UInt8] = []
  private var isSkipping = false

  public init() {}

  /// Takes the next bytes and appends what they complete to `items`, in order.
  public mutating func decode(_ bytes: some Collection<UInt8>, into items: inout [Item]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isSkipping { items.append(.line(takeLine())) }
        isSkipping = false
      } else if !isSkipping {
        partial.append(byte)
        if isTooLong {
          partial = []
          isSkipping = true
          items.append(.tooLong)
        }
      }
    }
  }

  /// One byte over the limit may still turn out to be the CR of a CR LF.
  private var isTooLong: Bool {
    partial.count > Self.maximumLength + 1
      || (partial.count == Self.maximumLength + 1 && partial.last != UInt8(ascii: "\r"))
  }

  private mutating func takeLine() -> [UInt8] {
    if partial.last == UInt8(ascii: "\r") { partial.removeLast() }
    let line = partial
    partial = []
    return line
  }
}
