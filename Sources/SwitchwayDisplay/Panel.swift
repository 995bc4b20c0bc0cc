import SwitchwayScanning

/// The bar that is shown.
struct Panel {
  /// Whether `apply` has something to do.
  var isStale = false
  /// The surface. nil: none.
  private(set) var id: Int?
  private var wanted: Bar?
  private var style = RingStyle()
  /// The bar of the surface: another edge or height needs another surface.
  private var made: (bar: Bar, output: Output)?
  /// In the desktop's pixels. nil: not known yet.
  private var size: (width: Int, height: Int)?
  private var layout = BarLayout(width: 0, height: 0, message: 0, labels: [])

  mutating func want(_ bar: Bar?, style: RingStyle) {
    guard bar != wanted || style != self.style else { return }
    (wanted, self.style, isStale) = (bar, style, true)
  }

  /// Makes the surface that is wanted, or draws the one that is there anew. The first of `outputs` gets it.
  mutating func apply(on backend: any Backend, outputs: [Output], newID: Int) {
    isStale = false
    guard let wanted, let output = outputs.first else { return end(on: backend) }
    if id != nil, let made, made.bar.edge == wanted.edge, made.bar.height == wanted.height, made.output == output {
      return draw(on: backend)
    }
    end(on: backend)
    (id, made) = (newID, (wanted, output))
    if let size = backend.add(newID, at: .edge(wanted.edge, height: wanted.height), on: output) {
      setSize(width: size.width, height: size.height, on: backend)
    }
  }

  mutating func setSize(width: Int, height: Int, on backend: any Backend) {
    size = (width, height)
    draw(on: backend)
  }

  /// The label at a place of the surface, in the desktop's pixels; nil: none.
  func label(x: Int, y: Int) -> Int? {
    guard let output = made?.output else { return nil }
    return layout.label(x: x * output.scale120 / 120, y: y * output.scale120 / 120)
  }

  /// The display has taken the surface away: it is made anew where a screen is left.
  mutating func remove(_ id: Int) {
    guard id == self.id else { return }
    (self.id, made, size, isStale) = (nil, nil, nil, true)
  }

  private mutating func end(on backend: any Backend) {
    if let id { backend.end(id) }
    (id, made, size) = (nil, nil, nil)
  }

  private mutating func draw(on backend: any Backend) {
    guard let id, let size, let wanted, let scale120 = made?.output.scale120 else { return }
    let painter = BarPainter(
      bar: wanted, style: style, width: size.width * scale120 / 120, height: size.height * scale120 / 120,
      scale120: scale120)
    layout = painter.layout
    backend.draw(id, painter.pixels, parts: [])
  }
}
