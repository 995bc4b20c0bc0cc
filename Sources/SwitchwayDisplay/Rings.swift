import SwitchwayScanning

/// The rings that are shown, and those that come in their place.
///
/// Every change makes new surfaces. The former ones stay until the new ones are drawn, so nothing flickers.
struct Rings {
  /// What the caller asked for.
  struct Wanted: Hashable {
    var rects: [Rect]
    var look: RingLook
    var output: String
    var style: RingStyle
  }

  /// One surface.
  private struct Strip {
    let id: Int
    /// In the desktop's pixels from the screen's corner.
    let logical: Rect
    let real: Rect
    let pieces: [Piece]
    var isDrawn = false
  }

  /// Offsets of a shaking ring in the desktop's pixels, one after each `stepMilliseconds`. Chosen.
  private static let offsets = [6, -6, 4, -4, 2, 0]
  private static let stepMilliseconds = 50

  /// Whether `apply` has something to do.
  var isStale = false
  private var wanted: Wanted?
  private var shown: [Strip] = []
  private var coming: [Strip] = []
  /// The offset that comes next; nil: nothing shakes.
  private var shakeStep: Int?

  mutating func want(_ wanted: Wanted?) {
    guard wanted != self.wanted else { return }
    self.wanted = wanted
    isStale = true
  }

  /// Asks for the surfaces of what is wanted.
  mutating func apply(on backend: any Backend, newID: () -> Int) {
    isStale = false
    endShaking(on: backend)
    for strip in coming { backend.end(strip.id) }
    coming = []
    guard let wanted, let output = backend.outputs.first(where: { $0.name == wanted.output }) else {
      endShown(on: backend)
      return
    }
    for rect in wanted.rects {
      guard
        let shape = RingShape(
          around: rect, in: output.bounds, look: wanted.look, style: wanted.style, scale120: output.scale120)
      else { continue }
      for surface in shape.surfaces {
        let (logical, real) = output.cover(surface)
        let pieces = shape.pieces.compactMap { piece in
          let part = piece.rect.intersection(surface)
          return part.isEmpty ? nil : Piece(rect: part.moved(x: -real.x, y: -real.y), color: piece.color)
        }
        coming.append(Strip(id: newID(), logical: logical, real: real, pieces: pieces))
      }
    }
    if coming.isEmpty { endShown(on: backend) }
    for strip in coming where backend.add(strip.id, at: .at(strip.logical), on: output) != nil {
      draw(strip.id, on: backend)
    }
  }

  /// Draws a surface that is ready, and ends the former rings with the last one.
  mutating func draw(_ id: Int, on backend: any Backend) {
    guard let index = coming.firstIndex(where: { $0.id == id }), !coming[index].isDrawn else { return }
    let strip = coming[index]
    var pixels = Pixels(width: strip.real.width, height: strip.real.height)
    pixels.draw(strip.pieces, origin: (0, 0))
    backend.draw(id, pixels, parts: strip.pieces.map(\.rect))
    coming[index].isDrawn = true
    guard coming.allSatisfy(\.isDrawn) else { return }
    endShown(on: backend)
    (shown, coming) = (coming, [])
    if let wanted, wanted.look == .rejected {
      shakeStep = wanted.style.moves ? 0 : Self.offsets.count
      backend.setTimer(milliseconds: wanted.style.moves ? 1 : Self.offsets.count * Self.stepMilliseconds)
    }
  }

  /// The next step of a rejected ring. After the last it is lit.
  mutating func shake(on backend: any Backend) {
    guard let step = shakeStep else { return }
    if step < Self.offsets.count {
      for strip in shown { backend.move(strip.id, x: strip.logical.x + Self.offsets[step], y: strip.logical.y) }
      shakeStep = step + 1
      backend.setTimer(milliseconds: Self.stepMilliseconds)
    } else {
      shakeStep = nil
      wanted?.look = .lit
      isStale = true
    }
  }

  /// A surface that the display has taken away.
  mutating func remove(_ id: Int) {
    shown.removeAll { $0.id == id }
    coming.removeAll { $0.id == id }
  }

  private mutating func endShown(on backend: any Backend) {
    for strip in shown { backend.end(strip.id) }
    shown = []
  }

  private mutating func endShaking(on backend: any Backend) {
    guard shakeStep != nil else { return }
    shakeStep = nil
    backend.setTimer(milliseconds: 0)
  }
}
