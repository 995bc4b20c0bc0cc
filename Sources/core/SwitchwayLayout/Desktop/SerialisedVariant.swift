/// The value of a setting as dconf stores it: bytes in GVariant's serialisation, a zero byte, then the type's name.
///
/// Only the types of the settings that are needed here are read. Source: GVariant's specification, "Serialisation
/// format". Bytes that a correct program would not write give `nil`.
struct SerialisedVariant {
  private let data: ArraySlice<UInt8>
  private let type: String

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let zero = bytes.lastIndex(of: 0) else { return nil }
    data = bytes[..<zero]
    type = String(decoding: bytes[(zero + 1)...], as: UTF8.self)
  }

  /// The value, if its type is `b`.
  var flag: Bool? { type == "b" && data.count == 1 ? data.first == 1 : nil }

  /// The value, if its type is `i`.
  var number: Int? {
    guard type == "i", data.count == 4 else { return nil }
    return Int(Int32(bitPattern: data.reversed().reduce(0) { $0 << 8 | UInt32($1) }))
  }

  /// The pairs of a value of type `a(ss)`, a list of pairs of texts. `nil` if there are more than `most` pairs.
  func pairs(most: Int) -> [(String, String)]? {
    guard type == "a(ss)" else { return nil }
    guard !data.isEmpty else { return [] }
    let width = SerialisedVariant.offsetWidth(in: data.count)
    guard let end = SerialisedVariant.offset(last: 1, width, in: data), end < data.count,
      (data.count - end) % width == 0
    else { return nil }
    let count = (data.count - end) / width
    guard count <= most else { return nil }
    var pairs: [(String, String)] = []
    var start = 0
    for place in (1...count).reversed() {
      guard let end = SerialisedVariant.offset(last: place, width, in: data), end >= start, end <= data.count,
        let pair = SerialisedVariant.pair(data.dropFirst(start).prefix(end - start))
      else { return nil }
      pairs.append(pair)
      start = end
    }
    return pairs
  }

  /// Reads a value of type `(ss)`: two texts, and then the position at which the first text ends.
  private static func pair(_ data: ArraySlice<UInt8>) -> (String, String)? {
    let width = offsetWidth(in: data.count)
    guard let end = offset(last: 1, width, in: data), end <= data.count - width,
      let first = text(data.prefix(end)), let second = text(data.dropLast(width).dropFirst(end))
    else { return nil }
    return (first, second)
  }

  /// Reads a text that ends with a zero byte.
  private static func text(_ data: ArraySlice<UInt8>) -> String? {
    data.last == 0 ? String(validating: data.dropLast(), as: UTF8.self) : nil
  }

  /// The size of each offset in a container of `count` bytes, in bytes.
  private static func offsetWidth(in count: Int) -> Int {
    count <= 0xFF ? 1 : count <= 0xFFFF ? 2 : 4
  }

  /// Reads the offset at `place`, counted from the end: 1 is the last one.
  private static func offset(last place: Int, _ width: Int, in data: ArraySlice<UInt8>) -> Int? {
    guard data.count >= place * width else { return nil }
    return data.dropLast((place - 1) * width).suffix(width).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
