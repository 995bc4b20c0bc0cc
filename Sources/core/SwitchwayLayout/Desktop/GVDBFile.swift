/// Finds values in a GVDB file, the format of dconf's databases: a hash table that is read in place.
///
///     header   "GVariant", version, options, place of the root table
///     table    length of the Bloom filter, number of buckets; the filter; the first item of each bucket; items
///     item     hash of the whole key, item of the key's beginning, place of the key's end, type, place of the value
///
/// All numbers are little-endian. A key is spelled by a chain of items: `sources`, whose parent is `input-sources/`,
/// and so on. Source: gvdb-format.h of GLib. The file may be hostile: all positions and lengths in it are checked, and
/// a search compares at most as many names as the file has items.
struct GVDBFile {
  private static let signature = Array("GVariant".utf8)
  /// The sizes of a table's header, of a bucket and of an item, in bytes.
  private static let (header, word, item) = (8, 4, 24)

  private let bytes: [UInt8]
  /// The bytes of the buckets. Each bucket is the index of its first item.
  private let buckets: Range<Int>
  private let items: Range<Int>

  /// Returns `nil` if the bytes are not a GVDB file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: Self.signature), GVDBFile.number(at: 8, in: bytes) == 0,
      let root = GVDBFile.range(at: 16, in: bytes), root.count >= Self.header,
      let bloom = GVDBFile.number(at: root.lowerBound, in: bytes),
      let count = GVDBFile.number(at: root.lowerBound + Self.word, in: bytes)
    else { return nil }
    // The five highest bits belong to the filter's hash function.
    let first = root.lowerBound + Self.header + (bloom & 0x07FF_FFFF) * Self.word
    let end = first + count * Self.word
    guard end <= root.upperBound, (root.upperBound - end) % Self.item == 0 else { return nil }
    (buckets, items) = (first..<end, end..<root.upperBound)
  }

  /// The serialised variant of `key`, or `nil` if there is none.
  func value(of key: String) -> ArraySlice<UInt8>? {
    guard !buckets.isEmpty else { return nil }
    let name = Array(key.utf8)
    let hash = name.reduce(5_381 as UInt32) { $0 &* 33 &+ UInt32(truncatingIfNeeded: Int8(bitPattern: $1)) }
    let bucket = buckets.lowerBound + Int(hash) % (buckets.count / Self.word) * Self.word
    guard let first = number(at: bucket) else { return nil }
    let next = bucket + Self.word
    let count = items.count / Self.item
    let end = next < buckets.upperBound ? min(number(at: next) ?? 0, count) : count
    for index in first..<max(first, end) {
      guard let item = place(of: index), number(at: item) == Int(hash), bytes[item + 14] == UInt8(ascii: "v"),
        isNamed(index, name)
      else { continue }
      return GVDBFile.range(at: item + 16, in: bytes).map { bytes[$0] }
    }
    return nil
  }

  /// Whether an item and its parents spell `name`.
  private func isNamed(_ index: Int, _ name: [UInt8]) -> Bool {
    var left = name[...]
    var index = index
    // Each item must spell at least one character, so the search ends even if the parents form a circle.
    while let item = place(of: index), let start = number(at: item + 8) {
      let size = Int(bytes[item + 12]) | Int(bytes[item + 13]) << 8
      guard size > 0, start <= bytes.count - size, left.count >= size,
        left.suffix(size).elementsEqual(bytes[start..<start + size])
      else { return false }
      left.removeLast(size)
      guard let parent = number(at: item + 4) else { return false }
      if left.isEmpty { return parent == Int(UInt32.max) }
      index = parent
    }
    return false
  }

  private func place(of index: Int) -> Int? {
    index < items.count / Self.item ? items.lowerBound + index * Self.item : nil
  }

  private func number(at offset: Int) -> Int? { GVDBFile.number(at: offset, in: bytes) }

  private static func number(at offset: Int, in bytes: [UInt8]) -> Int? {
    guard offset >= 0, offset <= bytes.count - word else { return nil }
    return (0..<word).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
  }

  /// Reads a beginning and an end. Returns `nil` if they are not within the file.
  private static func range(at offset: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard let start = number(at: offset, in: bytes), let end = number(at: offset + word, in: bytes), start <= end,
      end <= bytes.count
    else { return nil }
    return start..<end
  }
}
