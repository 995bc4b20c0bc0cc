import SwitchwayScanning

/// The shown rings, and the rings that will replace them.
///
/// If rings only move, as a gliding line does, their surfaces are moved. Every other change makes new surfaces. The
/// former surfaces stay until the new ones are drawn, so nothing flickers.
struct Rings {
  struct Wanted: Hashable {
    var rects: [Rect]
    var look: RingLook
    var output: String
    var style: RingStyle
  }

  private struct Strip {
    var surface: UInt32 = 0
    /// The area in the desktop's pixels, measured from the screen's corner.
    let logical: Rect
    let real: Rect
    /// The rectangles to draw, measured from the corner of the surface.
    let pieces: [Piece]
    let output: UInt32
    var isDrawn = false

    /// Whether the other strip shows the same picture at another place on the screen.
    func isMoved(to other: Strip) -> Bool {
      func size(_ rect: Rect) -> [Int] { [rect.width, rect.height] }
      return output == other.output && pieces == other.pieces && size(logical) == size(other.logical)
        && size(real) == size(other.real)
    }
  }

  /// Offsets of a shaking ring in the desktop's pixels, one after each `stepMilliseconds`. Arbitrary.
  static let offsets = [6, -6, 4, -4, 2, 0]
  static let stepMilliseconds = 50

  /// Whether `apply` has something to do.
  private(set) var isStale = false
  /// Whether the existing surfaces can be used: only the requested rings have changed.
  private var mayMove = false
  private var wanted: Wanted?
  private var shown: [Strip] = []
  private var coming: [Strip] = []
  /// The index of the next offset, or `nil` if no ring shakes.
  private var shakeStep: Int?

  mutating func want(_ wanted: Wanted?) {
    guard wanted != self.wanted else { return }
    self.wanted = wanted
    if !isStale { mayMove = true }
    isStale = true
  }

  /// The screens have changed, or do not accept requests now, so everything must be made again.
  mutating func invalidate() { (isStale, mayMove) = (true, false) }

  /// Requests the surfaces of the rings.
  mutating func apply(on screen: Screen, lens: LensPlan? = nil) {
    isStale = false
    let output = wanted.flatMap { wanted in screen.outputs.first { $0.name == wanted.output } }
    var all = wanted
    // Rings in the part that is enlarged are also shown in the enlarged picture.
    all?.rects += wanted?.rects.compactMap { lens?.enlarged($0) } ?? []
    let strips = all.flatMap { wanted in output.map { Self.strips(of: wanted, on: $0) } } ?? []
    let mayMove = mayMove && shakeStep == nil && wanted?.look != .rejected
    self.mayMove = false
    if mayMove, move(to: strips, on: screen) { return }
    if shakeStep != nil { screen.setTimer(milliseconds: 0) }
    shakeStep = nil
    for strip in coming { screen.end(strip.surface) }
    coming = []
    guard let output, !strips.isEmpty else { return endShown(on: screen) }
    coming = strips.map { strip in
      var strip = strip
      strip.surface = screen.makeRing(at: strip.logical, on: output)
      return strip
    }
  }

  private static func strips(of wanted: Wanted, on output: Output) -> [Strip] {
    wanted.rects.flatMap { rect in
      let shape = RingShape(
        around: rect, in: output.bounds, look: wanted.look, style: wanted.style, scale120: output.scale120)
      return (shape?.surfaces ?? []).map { part in
        let (logical, real) = output.cover(part)
        let pieces = cut(shape?.pieces ?? [], to: [part]).map {
          Piece(rect: $0.rect.moved(x: -real.x, y: -real.y), color: $0.color)
        }
        return Strip(logical: logical, real: real, pieces: pieces, output: output.id)
      }
    }
  }

  /// Moves the newest surfaces to the places of these strips. Returns false if the strips show another picture.
  private mutating func move(to strips: [Strip], on screen: Screen) -> Bool {
    let old = coming.isEmpty ? shown : coming
    guard !old.isEmpty, old.count == strips.count, zip(old, strips).allSatisfy({ $0.isMoved(to: $1) }) else {
      return false
    }
    let moved = zip(old, strips).map { old, strip in
      var strip = strip
      if old.logical != strip.logical, !screen.move(old.surface, x: strip.logical.x, y: strip.logical.y) {
        invalidate()
      }
      (strip.surface, strip.isDrawn) = (old.surface, old.isDrawn)
      return strip
    }
    if coming.isEmpty { shown = moved } else { coming = moved }
    return true
  }

  /// Draws a surface that is ready, and removes the former rings when the last one is drawn.
  mutating func draw(_ surface: UInt32, on screen: Screen) {
    guard let index = coming.firstIndex(where: { $0.surface == surface }), !coming[index].isDrawn else { return }
    let strip = coming[index]
    var pixels = Pixels(width: strip.real.width, height: strip.real.height)
    pixels.fill(strip.pieces)
    screen.draw(surface, pixels, parts: strip.pieces.map(\.rect))
    coming[index].isDrawn = true
    guard coming.allSatisfy(\.isDrawn) else { return }
    endShown(on: screen)
    (shown, coming) = (coming, [])
    if let wanted, wanted.look == .rejected {
      shakeStep = wanted.style.moves ? 0 : Self.offsets.count
      screen.setTimer(milliseconds: wanted.style.moves ? 1 : Self.offsets.count * Self.stepMilliseconds)
    }
  }

  /// Makes the next movement of a rejected ring, which shakes. After the last one, it is drawn as an ordinary ring.
  mutating func shake(on screen: Screen) {
    guard let step = shakeStep else { return }
    if step < Self.offsets.count {
      for strip in shown { screen.move(strip.surface, x: strip.logical.x + Self.offsets[step], y: strip.logical.y) }
      shakeStep = step + 1
      screen.setTimer(milliseconds: Self.stepMilliseconds)
    } else {
      shakeStep = nil
      wanted?.look = .lit
      isStale = true
    }
  }

  /// The display has removed a surface, so it is forgotten.
  mutating func remove(_ surface: UInt32) {
    shown.removeAll { $0.surface == surface }
    coming.removeAll { $0.surface == surface }
  }

  /// The numbers of the shown surfaces.
  var surfaces: [UInt32] { shown.map(\.surface) }

  private mutating func endShown(on screen: Screen) {
    for strip in shown { screen.end(strip.surface) }
    shown = []
  }
}
