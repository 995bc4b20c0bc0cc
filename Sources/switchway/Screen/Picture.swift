/// A picture as SVG, for reports. Colours are chosen to be told apart without colour vision; patterns and texts say the
/// same.
struct Picture {
  /// How something is drawn. `light` is also striped, so that it differs from `full` in print.
  enum Paint: String {
    case full = "#1f5fa8"
    case light = "url(#stripes)"
    case line = "#555555"
    case limit = "#b3261e"
    case text = "#111111"
  }

  /// In pixels.
  let width: Int
  let height: Int
  private var body = ""

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ paint: Paint = .full) {
    guard width > 0, height > 0 else { return }
    body += "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
    body += "fill=\"\(paint.rawValue)\"/>\n"
  }

  /// - Parameter isDashed: for limits.
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ paint: Paint = .line, isDashed: Bool = false
  ) {
    body += "<line x1=\"\(number(start.x))\" y1=\"\(number(start.y))\" x2=\"\(number(end.x))\" y2=\"\(number(end.y))\" "
    body += "stroke=\"\(paint.rawValue)\"\(isDashed ? " stroke-dasharray=\"4 3\"" : "")/>\n"
  }

  mutating func dot(x: Double, y: Double, radius: Double = 3, _ paint: Paint = .full) {
    body += "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(paint.rawValue)\"/>\n"
  }

  /// `y` is the base line. `anchor`: `start`, `middle` or `end`.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: String = "start", size: Int = 12, isBold: Bool = false
  ) {
    body += "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\" font-size=\"\(size)\""
    body += "\(isBold ? " font-weight=\"bold\"" : "")>\(Picture.escaped(text))</text>\n"
  }

  /// The whole file.
  var svg: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
    font-family="sans-serif" fill="\(Paint.text.rawValue)">
    <defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill="#f6d6a8"/><rect width="3" height="6" fill="#c9791a"/></pattern></defs>
    <rect width="100%" height="100%" fill="#ffffff"/>
    \(body)</svg>

    """
  }

  /// Control characters are not allowed in XML.
  private static func escaped(_ text: String) -> String {
    Terminal.printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// With one decimal at most.
  private func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1_000_000 else { return "0" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
