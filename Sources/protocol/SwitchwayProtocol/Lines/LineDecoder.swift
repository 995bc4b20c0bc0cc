/// Splits received bytes into lines, however the bytes arrive.
///
/// LF ends a line, and a CR before it is dropped. Bytes after the last LF are kept until the rest of their line
/// arrives. An unfinished line at the end of a connection is ignored. At most one line is kept in memory.
public struct LineDecoder: Sendable {
  /// A line without its line end, or the report that a line is too long.
  public enum Item: Hashable, Sendable {
    case line([UInt8])
    /// A line is too long. This is reported once, as soon as the limit is exceeded. The rest of the line is skipped.
    case tooLong
  }

  /// The largest length of a line in bytes, without its line end. Source: the protocol, 64 KiB per line.
  public static let maximumLength = 65_536

  private var partial: [UInt8] = []
  private var isSkipping = false

  public init() {}

  /// Adds the next bytes, and appends the lines that they complete to `items`, in their order.
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

  /// Whether the unfinished line is too long. One byte more than the limit is allowed, because it may be the CR of a CR
  /// LF.
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
