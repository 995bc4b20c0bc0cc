import SwitchwayScanning

/// A screen.
public struct Output: Hashable, Sendable {
  /// The name, such as `HDMI-A-1`.
  public let name: String
  /// The screen's area in the layout of all screens, in the desktop's own pixels. Sway's `get_tree` and X11's root
  /// window have the same unit.
  public let layout: Rect
  /// The screen's width in real pixels.
  public let width: Int
  /// The screen's height in real pixels.
  public let height: Int
  /// The number of real pixels per 120 of the desktop's pixels: 120, 180 or 240 for the scales 1, 1.5 and 2; always 120
  /// on X11. Source: fractional-scale-v1, which counts scales in 120ths.
  public let scale120: Int
  /// The number that the display uses for this screen.
  let id: UInt32

  init(name: String, layout: Rect, width: Int, height: Int, id: UInt32) {
    (self.name, self.layout, self.width, self.height, self.id) = (name, layout, width, height, id)
    let scale = layout.width > 0 ? (width * 120 + layout.width / 2) / layout.width : 120
    scale120 = min(max(scale, 30), 1_200)
  }

  static func fromLeft(_ outputs: [Output]) -> [Output] {
    outputs.sorted { ($0.layout.x, $0.layout.y, $0.name) < ($1.layout.x, $1.layout.y, $1.name) }
  }

  /// The whole screen in its own real pixels; its left upper corner is 0, 0.
  public var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

  /// Converts an area from the desktop's pixels into real pixels of this screen. The result may be outside of the
  /// screen.
  public func real(_ area: Area) -> Area {
    let scale = Double(scale120) / 120
    return Area(
      x: (area.x - Double(layout.x)) * scale, y: (area.y - Double(layout.y)) * scale, width: area.width * scale,
      height: area.height * scale)
  }

  /// The smallest rectangle around `rect` whose edges are whole pixels of both kinds, the desktop's and real ones. So a
  /// surface there is shown pixel by pixel, without scaling. It is measured from the corner of this screen.
  func cover(_ rect: Rect) -> (logical: Rect, real: Rect) {
    // For a `scale120` of 180, for example, three real pixels are two of the desktop's pixels.
    let common = divisor(scale120, 120)
    let (realStep, logicalStep) = (scale120 / common, 120 / common)
    let (left, top) = (floored(rect.x, realStep), floored(rect.y, realStep))
    let (right, bottom) = (floored(rect.right + realStep - 1, realStep), floored(rect.bottom + realStep - 1, realStep))
    func scaled(_ step: Int) -> Rect {
      Rect(x: left * step, y: top * step, width: (right - left) * step, height: (bottom - top) * step)
    }
    return (scaled(logicalStep), scaled(realStep))
  }
}

private func floored(_ value: Int, _ divisor: Int) -> Int { value / divisor - (value % divisor < 0 ? 1 : 0) }

private func divisor(_ one: Int, _ other: Int) -> Int {
  other == 0 ? one : divisor(other, one % other)
}
