import SwitchwayProtocol
import SwitchwayScanning

/// The scene that the extension in GNOME's shell shows: rectangles and labels on the shell's stage, in the pixels of
/// the stage.
struct ShellScene {
  /// A monitor as the shell describes it.
  struct Monitor: Hashable {
    var output: Output
    /// The height of the shell's own panel at the monitor's upper edge.
    var panel: Int
  }

  var monitors: [Monitor] = []
  /// The factor by which the shell enlarges its own surfaces, times 120.
  var scale120 = 120
  var rings: Rings.Wanted?
  var bar: Bar?
  var barStyle = RingStyle()
  var hasPointer = false

  /// How far a ring is moved at each step while it shakes after a rejection, as by `Rings`, which draws the rings on
  /// other desktops.
  private static let offsets = Rings.offsets
  private static let stepMilliseconds = Rings.stepMilliseconds

  private var barMonitor: Monitor? {
    monitors.min { ($0.output.layout.x, $0.output.layout.y) < ($1.output.layout.x, $1.output.layout.y) }
  }

  /// The area of the bar, and the area that the desktop keeps free for it. The second one begins at the monitor's edge,
  /// because otherwise the desktop would not keep it free. `nil` if there is no bar.
  var barPlace: (area: Rect, strut: Rect)? {
    guard let bar, let monitor = barMonitor else { return nil }
    let screen = monitor.output.layout
    let height = min(bar.fullHeight * scale120 / 120, screen.height / 2)
    let isTop = bar.edge == .top
    let y = isTop ? screen.y + monitor.panel : screen.bottom - height
    let area = Rect(x: screen.x, y: y, width: screen.width, height: height)
    let strutTop = isTop ? screen.y : y
    return (area, Rect(x: screen.x, y: strutTop, width: screen.width, height: area.bottom - strutTop))
  }

  private var barPlan: BarPlan? {
    guard let bar, let area = barPlace?.area else { return nil }
    return BarPlan(bar: bar, style: barStyle, width: area.width, height: area.height, scale120: scale120)
  }

  /// The index of the bar's label at a point of the stage. `nil` if there is none.
  func label(x: Int, y: Int) -> Int? {
    guard let area = barPlace?.area, area.contains(x: x, y: y) else { return nil }
    return barPlan?.layout.label(x: x - area.x, y: y - area.y)
  }

  /// The scene for the extension, as JSON. Source: gnome/drawing.js.
  var text: String {
    var members: [String] = []
    if let rings, let monitor = monitors.first(where: { $0.output.name == rings.output }) {
      members.append("\"rings\":" + text(of: rings, on: monitor.output))
    }
    if let place = barPlace, let plan = barPlan {
      let lines = plan.lines.map { line in
        let quoted = String(decoding: EscapedText(BarText.shown(line.text)).bytes, as: UTF8.self)
        return "[\(Self.numbers(line.room)),\(line.font.size),\(line.color),\(quoted)]"
      }
      members.append(
        """
        "bar":{"area":[\(Self.numbers(place.area))],"strut":[\(Self.numbers(place.strut))],\
        "pieces":\(Self.text(of: plan.pieces)),"lines":[\(lines.joined(separator: ","))]}
        """)
    }
    if hasPointer { members.append("\"pointer\":true") }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// The request for the pointer as JSON, with the members of the daemon's request `point`. Source: gnome/pointer.js.
  static func text(of wanted: PointRequest) -> String {
    var members = ["\"action\":\"\(wanted.action)\"", "\"x\":\(wanted.x)", "\"y\":\(wanted.y)"]
    if let end = wanted.end { members += ["\"to-x\":\(end.x)", "\"to-y\":\(end.y)"] }
    if let direction = wanted.direction { members.append("\"direction\":\"\(direction)\"") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func text(of wanted: Rings.Wanted, on output: Output) -> String {
    let origin = output.layout
    func pieces(_ look: RingLook) -> String {
      let shapes = wanted.rects.compactMap {
        RingShape(around: $0, in: output.bounds, look: look, style: wanted.style, scale120: scale120)
      }
      return Self.text(
        of: shapes.flatMap(\.pieces).map { Piece(rect: $0.rect.moved(x: origin.x, y: origin.y), color: $0.color) })
    }
    guard wanted.look == .rejected else { return "{\"pieces\":\(pieces(wanted.look))}" }
    // A rejected ring shakes, or shows only its corners. Afterwards it is an ordinary ring.
    let offsets = wanted.style.moves ? Self.offsets : Self.offsets.map { _ in 0 }
    return """
      {"pieces":\(pieces(.rejected)),"offsets":[\(offsets.map(String.init).joined(separator: ","))],\
      "step":\(Self.stepMilliseconds),"after":\(pieces(.lit))}
      """
  }

  private static func text(of pieces: [Piece]) -> String {
    "[" + pieces.map { "[\(numbers($0.rect)),\($0.color)]" }.joined(separator: ",") + "]"
  }

  private static func numbers(_ rect: Rect) -> String { "\(rect.x),\(rect.y),\(rect.width),\(rect.height)" }
}
