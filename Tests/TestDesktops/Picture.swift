/// What a screen shows.
public struct Picture: Sendable {
  public let width: Int
  public let height: Int
  private let bytes: [UInt8]
  private let pixelBytes: Int
  /// The offsets of red, green and blue in a pixel.
  private let order: [Int]

  /// Reads a PPM picture: a head of lines, then three bytes for each pixel.
  init?(ppm: [UInt8]) {
    let head = ppm.split(separator: 10, maxSplits: 3, omittingEmptySubsequences: false)
    guard head.count == 4, Array(head[0]) == Array("P6".utf8) else { return nil }
    let sizes = String(decoding: head[1], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard sizes.count == 2, head[3].count == sizes[0] * sizes[1] * 3 else { return nil }
    (width, height) = (sizes[0], sizes[1])
    (bytes, pixelBytes, order) = (Array(head[3]), 3, [0, 1, 2])
  }

  /// Reads what xwd writes of a screen with 32 bits for each pixel. Source: XWDFile.h.
  init?(xwd: [UInt8]) {
    guard xwd.count > 100 else { return nil }
    func number(_ index: Int) -> Int { xwd[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) } }
    let start = number(0) + number(19) * 12
    (width, height) = (number(4), number(5))
    guard number(11) == 32, number(12) == 4 * width, xwd.count == start + 4 * width * height else { return nil }
    (bytes, pixelBytes, order) = (Array(xwd[start...]), 4, [2, 1, 0])
  }

  /// The colour of a pixel, 0xRRGGBB; nil outside.
  public func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard 0..<width ~= x, 0..<height ~= y else { return nil }
    return order.reduce(0) { $0 << 8 | UInt32(bytes[(y * width + x) * pixelBytes + $1]) }
  }
}
