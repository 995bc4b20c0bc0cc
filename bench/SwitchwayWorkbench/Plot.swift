/// A plot of the scores of every kind for the documentation. The same rows give the same bytes.
public struct Plot: Sendable {
  private let rows: [Bench.Row]

  /// `rows`: the machine's first, then others. Only as many as there are colours are shown.
  public init(_ rows: [Bench.Row]) { self.rows = Array(rows.prefix(Plot.colours.count)) }

  /// Distinguishable with red-green colour blindness (Okabe and Ito).
  private static let colours = ["#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#cc79a7", "#999999"]
  private static let left = 150
  private static let width = 600
  private static let line = 26
  private static let top = 90

  /// SVG with one row of dots for each kind. Scores below 0 are shown at 0.
  public var text: String {
    let kinds = PersonKind.allCases
    let bottom = Plot.top + kinds.count * Plot.line
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Plot.left + Plot.width + 30) \(bottom + 40)\" "
        + "font-family=\"sans-serif\" font-size=\"12\">",
      "<title>Scores of steadying on simulated people, by kind</title>",
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
    ]
    for (index, row) in rows.enumerated() {
      let x = Plot.left + (index % 2) * 300
      let y = 18 + (index / 2) * 20
      lines.append("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\" fill=\"\(Plot.colours[index])\"/>")
      lines.append("<text x=\"\(x + 10)\" y=\"\(y + 4)\">\(row.name): mean \(Table.fixed(row.mean, 1))</text>")
    }
    for score in stride(from: 0, through: 100, by: 20) {
      let x = Plot.place(Double(score))
      lines.append("<line x1=\"\(x)\" y1=\"\(Plot.top - 8)\" x2=\"\(x)\" y2=\"\(bottom)\" stroke=\"#dddddd\"/>")
      lines.append("<text x=\"\(x)\" y=\"\(bottom + 18)\" text-anchor=\"middle\">\(score)</text>")
    }
    for (place, kind) in kinds.enumerated() {
      let y = Plot.top + place * Plot.line + Plot.line / 2
      lines.append("<text x=\"\(Plot.left - 12)\" y=\"\(y + 4)\" text-anchor=\"end\">\(kind.rawValue)</text>")
      // The machine's own dots are drawn last, on top.
      for (index, row) in rows.enumerated().reversed() where row.kinds.indices.contains(place) {
        lines.append(
          "<circle cx=\"\(Plot.place(row.kinds[place].score))\" cy=\"\(y)\" r=\"5\" fill=\"\(Plot.colours[index])\"/>")
      }
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func place(_ score: Double) -> Int {
    left + Int((min(max(score, 0), 100) * Double(width) / 100).rounded())
  }
}
