import SwitchwayScanning

/// The shown bar.
struct Panel {
  /// Whether `apply` has something to do.
  var isStale = false
  /// The number of the bar's surface. `nil` if it has none.
  private(set) var surface: UInt32?
  private var wanted: Bar?
  private var style = RingStyle()
  /// The bar and the screen for which the surface was made. Another edge or height needs another surface.
  private var made: (bar: Bar, output: Output)?
  /// The size of the surface in the desktop's pixels. `nil` if it is not known yet.
  private var size: (width: Int, height: Int)?
  private var layout = BarLayout(width: 0, height: 0, message: 0, labels: [])

  mutating func want(_ bar: Bar?, style: RingStyle) {
    guard bar != wanted || style != self.style else { return }
    (wanted, self.style, isStale) = (bar, style, true)
  }

  /// Makes the surface of the requested bar, or draws the existing one again. The bar is on the first of `outputs`.
  mutating func apply(on screen: Screen, outputs: [Output]) {
    isStale = false
    guard let wanted, let output = outputs.first else { return end(on: screen) }
    if let made, made.bar.edge == wanted.edge, made.bar.fullHeight == wanted.fullHeight, made.output == output {
      return draw(on: screen)
    }
    end(on: screen)
    let surface = screen.makeBar(at: wanted.edge, height: wanted.fullHeight, on: output)
    if surface != 0 { (self.surface, made) = (surface, (wanted, output)) }
  }

  mutating func setSize(width: Int, height: Int, on screen: Screen) {
    size = (width, height)
    draw(on: screen)
  }

  /// The index of the label at a point of the surface, in the desktop's pixels. `nil` if there is no label.
  func label(x: Int, y: Int) -> Int? {
    guard let output = made?.output else { return nil }
    return layout.label(x: x * output.scale120 / 120, y: y * output.scale120 / 120)
  }

  /// Ends the surface. When the screens change, it is made again.
  mutating func end(on screen: Screen) {
    if let surface { screen.end(surface) }
    (surface, made, size) = (nil, nil, nil)
  }

  private mutating func draw(on screen: Screen) {
    guard let surface, let size, let wanted, let scale120 = made?.output.scale120 else { return }
    let painter = BarPainter(
      bar: wanted, style: style, width: size.width * scale120 / 120, height: size.height * scale120 / 120,
      scale120: scale120)
    layout = painter.layout
    screen.draw(surface, painter.pixels)
  }
}
