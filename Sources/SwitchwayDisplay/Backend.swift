import SwitchwayScanning

/// What a display reports.
enum DisplayEvent {
  /// A screen came, went or changed.
  case outputs
  /// A surface may be drawn from now on, in this size (the desktop's pixels).
  case sized(Int, width: Int, height: Int)
  /// The display has taken a surface away.
  case closed(Int)
  /// A click or a touch on a surface (the desktop's pixels).
  case pressed(Int, x: Int, y: Int)
  /// The timer has elapsed.
  case timer
}

/// Where a surface is to be.
enum SurfacePlace {
  /// In the desktop's pixels from the corner of the screen.
  case at(Rect)
  /// Along a whole edge, kept free of windows.
  case edge(Bar.Edge, height: Int)
}

/// A way to the screen. Surfaces have the numbers that the caller gives them.
///
/// No function waits.
protocol Backend: AnyObject {
  /// Readable when `read` has something to do.
  var descriptor: Int32 { get }
  var outputs: [Output] { get }
  /// Makes a surface. Returns its size if it may be drawn at once; else `sized` or `closed` follows.
  func add(_ id: Int, at place: SurfacePlace, on output: Output) -> (width: Int, height: Int)?
  /// Shows `pixels` there; where `parts` are given, only these are seen.
  func draw(_ id: Int, _ pixels: Pixels, parts: [Rect])
  /// Moves a surface that was placed by `at` to `x` and `y`.
  func move(_ id: Int, x: Int, y: Int)
  func end(_ id: Int)
  /// Sets the timer once; 0: off.
  func setTimer(milliseconds: Int)
  func read() throws(DisplayFailure) -> [DisplayEvent]
  /// Sends everything. False: the display does not read now; `descriptor` becomes readable when it does.
  func flush() throws(DisplayFailure) -> Bool
}

/// A picture: premultiplied ARGB, from the left upper corner, row by row.
struct Pixels {
  let width: Int
  let height: Int
  var values: [UInt32]

  /// Transparent, at most 32,767 pixels each way.
  init(width: Int, height: Int) {
    self.width = min(max(width, 1), 32_767)
    self.height = min(max(height, 1), 32_767)
    values = Array(repeating: 0, count: self.width * self.height)
  }

  /// Fills the part of the rectangle that lies in the picture.
  mutating func fill(_ rect: Rect, with color: Color) {
    let part = rect.intersection(Rect(x: 0, y: 0, width: width, height: height))
    for y in part.y..<part.bottom {
      for index in y * width + part.x..<y * width + part.right { values[index] = color.pixel }
    }
  }

  /// Draws a ring, of which `origin` is the picture's left upper corner.
  mutating func draw(_ pieces: [Piece], origin: (x: Int, y: Int)) {
    for piece in pieces { fill(piece.rect.moved(x: -origin.x, y: -origin.y), with: piece.color) }
  }
}

extension Rect {
  func moved(x: Int, y: Int) -> Rect { Rect(x: self.x + x, y: self.y + y, width: width, height: height) }
}
