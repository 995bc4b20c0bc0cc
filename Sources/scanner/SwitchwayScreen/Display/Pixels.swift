import SwitchwayScanning

/// A picture: premultiplied ARGB, from the upper left corner, row by row.
struct Pixels {
  let width: Int
  let height: Int
  var values: [UInt32]

  /// Makes a transparent picture, from 1 to 32,767 pixels wide and high.
  init(width: Int, height: Int) {
    self.width = min(max(width, 1), 32_767)
    self.height = min(max(height, 1), 32_767)
    values = Array(repeating: 0, count: self.width * self.height)
  }

  mutating func fill(_ pieces: [Piece]) {
    for piece in pieces {
      let part = piece.rect.intersection(Rect(x: 0, y: 0, width: width, height: height))
      for y in part.y..<part.bottom {
        for index in y * width + part.x..<y * width + part.right { values[index] = 0xFF00_0000 | piece.color }
      }
    }
  }
}
