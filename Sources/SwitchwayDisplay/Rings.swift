import SwitchwayScanning

/// The rings that are shown, and those that come in their place.
///
/// Every change makes new surfaces. The former ones stay until the new ones are drawn, so nothing flickers.
struct Rings {
  struct Wanted: Hashable {
    var rects: [Rect]
    var look: RingLook
    var output: String
    var style: RingStyle
  }

  private struct Strip {
    let surface: UInt32
    /// In the desktop's pixels from the screen's corner.
    let logical: Rect
    let real: Rect
    let pieces: [Piece]
    var isDrawn = false
  }

  /// Offsets of a shaking ring in the desktop's pixels, one after each `stepMilliseconds`. Arbitrary.
  static let offsets = [6, -6, 4, -4, 2, 0]
  static let stepMilliseconds = 50

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
  mutating func apply(on screen: Screen) {
    isStale = false
    if shakeStep != nil { screen.setTimer(milliseconds: 0) }
    shakeStep = nil
    for strip in coming { screen.end(strip.surface) }
    coming = []
    guard let wanted, let output = screen.outputs.first(where: { $0.name == wanted.output }) else {
      endShown(on: screen)
      return
    }
    for rect in wanted.rects {
      let shape = RingShape(
        around: rect, in: output.bounds, look: wanted.look, style: wanted.style, scale120: output.scale120)
      for part in shape?.surfaces ?? [] {
        let (logical, real) = output.cover(part)
        let pieces = cut(shape?.pieces ?? [], to: [part]).map {
          Piece(rect: $0.rect.moved(x: -real.x, y: -real.y), color: $0.color)
        }
        let surface = screen.makeRing(at: logical, on: output)
        coming.append(Strip(surface: surface, logical: logical, real: real, pieces: pieces))
      }
    }
    if coming.isEmpty { endShown(on: screen) }
  }

  /// Draws a surface that is ready, and ends the former rings with the last one.
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

  /// The next step of a rejected ring. After the last it is lit.
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

  /// A surface that the display has taken away.
  mutating func remove(_ surface: UInt32) {
    shown.removeAll { $0.surface == surface }
    coming.removeAll { $0.surface == surface }
  }

  private mutating func endShown(on screen: Screen) {
    for strip in shown { screen.end(strip.surface) }
    shown = []
  }
}
