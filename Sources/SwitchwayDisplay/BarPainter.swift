import CLibpangocairo
import SwitchwayScanning

/// Paints a bar with the desktop's font.
struct BarPainter {
  /// White on nearly black: a contrast of 16 to 1.
  private static let ground = Color(rgb: 0x1E1E1E)
  private static let text = Color(rgb: 0xFFFFFF)
  /// Under the label that is lit.
  private static let litGround = Color(rgb: 0x3A3A46)

  let layout: BarLayout
  private(set) var pixels: Pixels

  /// `width` and `height` are real pixels.
  init(bar: Bar, style: RingStyle, width: Int, height: Int, scale120: Int) {
    pixels = Pixels(width: width, height: height)
    pixels.fill(Rect(x: 0, y: 0, width: width, height: height), with: Self.ground)
    // Room for a pressed ring, and a little air.
    let margin = 2 * style.width(of: .pressed, scale120: scale120) + height / 8
    // Chosen: with the margins of a line a little over half of the bar.
    let text = BarText(size: height * 2 / 5)
    func widthOf(_ label: String) -> Int { text.width(of: label) + 2 * margin }
    layout = BarLayout(
      width: width, height: height, message: bar.message.map(widthOf) ?? 0, labels: bar.labels.map(widthOf))
    var texts = zip(layout.cells, bar.labels).map { ($0, $1) }
    if let message = bar.message { texts.append((layout.message, message)) }
    if let lit = bar.lit, layout.cells.indices.contains(lit) {
      let cell = layout.cells[lit]
      pixels.fill(cell, with: Self.litGround)
      let inset = 2 * style.width(of: bar.look, scale120: scale120)
      var still = style
      still.moves = false
      if let ring = RingShape(
        around: cell.grown(by: -inset), in: cell, look: bar.look, style: still, scale120: scale120)
      {
        pixels.draw(ring.pieces, origin: (0, 0))
      }
    }
    text.draw(texts.map { ($0.0.grown(by: -margin, vertically: 0), $0.1) }, color: Self.text, on: &pixels)
  }
}

extension Rect {
  fileprivate func grown(by margin: Int, vertically other: Int) -> Rect {
    Rect(x: x - margin, y: y - other, width: width + 2 * margin, height: height + 2 * other)
  }
}

/// Lines of text of one size.
@safe private final class BarText {
  /// nil only without memory: no text then.
  private let layout: OpaquePointer?
  private let context: OpaquePointer?

  /// `size` is the font's, in real pixels.
  init(size: Int) {
    let map = unsafe pango_cairo_font_map_get_default()
    unsafe context = pango_font_map_create_context(map)
    unsafe layout = pango_layout_new(context)
    let font = unsafe pango_font_description_from_string("Sans")
    unsafe pango_font_description_set_absolute_size(font, Double(max(size, 6)) * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_font_description_free(font)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// In real pixels.
  func width(of text: String) -> Int {
    set(text, width: -1)
    return size().width
  }

  /// Draws each text in its rectangle, in the middle of its height.
  func draw(_ texts: [(rect: Rect, text: String)], color: Color, on pixels: inout Pixels) {
    let (width, height) = (Int32(pixels.width), Int32(pixels.height))
    unsafe pixels.values.withUnsafeMutableBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let surface = unsafe cairo_image_surface_create_for_data(start, CAIRO_FORMAT_ARGB32, width, height, width * 4)
      let cairo = unsafe cairo_create(surface)
      unsafe cairo_set_source_rgb(
        cairo, Double(color.rgb >> 16 & 255) / 255, Double(color.rgb >> 8 & 255) / 255, Double(color.rgb & 255) / 255)
      for (rect, text) in texts where !rect.isEmpty {
        set(text, width: rect.width)
        unsafe cairo_move_to(cairo, Double(rect.x), Double(rect.y + (rect.height - size().height) / 2))
        unsafe pango_cairo_show_layout(cairo, layout)
      }
      unsafe cairo_destroy(cairo)
      unsafe cairo_surface_finish(surface)
      unsafe cairo_surface_destroy(surface)
    }
  }

  /// Sets at most 200 characters; control characters become blanks. `width` -1: as wide as the text is.
  private func set(_ text: String, width: Int) {
    let scalars = text.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
    var shown = String(String.UnicodeScalarView(scalars))
    shown.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe pango_layout_set_text(layout, characters.baseAddress, Int32(characters.count))
      }
    }
    unsafe pango_layout_set_width(layout, width < 0 ? -1 : Int32(clamping: width * Int(PANGO_SCALE)))
  }

  private func size() -> (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    unsafe pango_layout_get_pixel_size(layout, &width, &height)
    return (Int(width), Int(height))
  }
}
