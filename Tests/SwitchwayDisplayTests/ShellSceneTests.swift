import SwitchwayProtocol
import SwitchwayScanning
import Testing

@testable import SwitchwayScreen

/// What the extension in GNOME's shell is asked to show.
@Suite struct ShellSceneTests {
  static let monitors = """
    {"version":2,"scale":1,"monitors":[{"x":800,"y":0,"width":1280,"height":800,"panel":32},\
    {"x":0,"y":100,"width":800,"height":600,"panel":0}]}
    """

  private static func scene(_ text: String = monitors) throws -> ShellScene {
    var scene = ShellScene()
    (scene.monitors, scene.scale120) = try #require(ShellDisplay.parse(text))
    return scene
  }

  private static func json(_ scene: ShellScene) throws -> JSONValue { try JSONValue.parse(Array(scene.text.utf8)) }

  /// The rectangle around pieces of a scene.
  private static func bounds(_ pieces: JSONValue?) -> Rect {
    (pieces?.arrayValue ?? []).reduce(Rect.zero) { sum, piece in
      let numbers = (piece.arrayValue ?? []).compactMap(\.integerValue).map(Int.init)
      return sum.union(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
  }

  private static func numbers(_ value: JSONValue?) -> [Int64] { (value?.arrayValue ?? []).compactMap(\.integerValue) }

  @Test("nothing is wanted") func empty() throws { #expect(try Self.scene().text == "{}") }

  @Test("a ring is around its item on its monitor, in pixels of the stage")
  func ring() throws {
    var scene = try Self.scene()
    let rect = Rect(x: 100, y: 200, width: 121, height: 47)
    for (output, place) in [("0", rect.moved(x: 800, y: 0)), ("1", rect.moved(x: 0, y: 100))] {
      scene.rings = Rings.Wanted(rects: [rect], look: .lit, output: output, style: RingStyle())
      #expect(Self.bounds(try Self.json(scene)["rings"]?["pieces"]) == place.grown(by: 8))
    }
    scene.rings?.output = "2"
    #expect(scene.text == "{}")
  }

  @Test("where the shell enlarges its surfaces, rings and bar are as much larger")
  func scaled() throws {
    var scene = try Self.scene(#"{"version":2,"scale":2,"monitors":[{"x":0,"y":0,"width":2560,"height":1600}]}"#)
    let rect = Rect(x: 100, y: 200, width: 242, height: 94)
    scene.rings = Rings.Wanted(rects: [rect], look: .lit, output: "0", style: RingStyle())
    scene.bar = Bar(labels: ["One"], lit: 0)
    #expect(Self.bounds(try Self.json(scene)["rings"]?["pieces"]) == rect.grown(by: 16))
    #expect(scene.barPlace?.area == Rect(x: 0, y: 1504, width: 2560, height: 96))
  }

  @Test("a rejected ring shakes, or shows its corners, and is lit again", arguments: [true, false])
  func rejected(moves: Bool) throws {
    var scene = try Self.scene()
    let rect = Rect(x: 100, y: 200, width: 120, height: 60)
    let style = RingStyle(moves: moves)
    scene.rings = Rings.Wanted(rects: [rect], look: .rejected, output: "1", style: style)
    let rings = try #require(try Self.json(scene)["rings"])
    #expect(Self.numbers(rings["offsets"]) == (moves ? [6, -6, 4, -4, 2, 0] : [0, 0, 0, 0, 0, 0]))
    #expect(rings["step"]?.integerValue == 50)
    scene.rings?.look = .lit
    #expect(rings["after"] == (try Self.json(scene)["rings"]?["pieces"]))
    #expect((rings["pieces"] == rings["after"]) == moves)
  }

  @Test("the bar is on the monitor furthest to the left, and its place is free to the edge")
  func bar() throws {
    var scene = try Self.scene()
    scene.bar = Bar(labels: ["One", "Two"], lit: 1, message: "Hello")
    let bottom = try #require(scene.barPlace)
    #expect(bottom.area == Rect(x: 0, y: 652, width: 800, height: 48) && bottom.strut == bottom.area)
    let bar = try #require(try Self.json(scene)["bar"])
    #expect(Self.numbers(bar["area"]) == [0, 652, 800, 48])
    // Measured from the bar's corner.
    #expect(Self.bounds(bar["pieces"]) == Rect(x: 0, y: 0, width: 800, height: 48))
    let texts = bar.list("lines").compactMap { $0.arrayValue?.last?.stringValue }
    #expect(texts == ["One", "Two", "Hello"])
    scene.monitors.removeLast()
    scene.bar?.edge = .top
    let top = try #require(scene.barPlace)
    #expect(top.area == Rect(x: 800, y: 32, width: 1280, height: 48))
    #expect(top.strut == Rect(x: 800, y: 0, width: 1280, height: 80))
    scene.monitors = []
    #expect(scene.barPlace == nil && scene.text == "{}")
  }

  @Test("a press finds its label, and none beside the bar")
  func press() throws {
    var scene = try Self.scene()
    scene.bar = Bar(labels: ["One", "Two"])
    #expect(scene.label(x: 5, y: 660) == 0)
    #expect(scene.label(x: 799, y: 660) == nil)
    for (x, y) in [(5, 651), (5, 700), (-1, 660), (800, 660)] { #expect(scene.label(x: x, y: y) == nil) }
  }

  @Test(
    "texts of any kind are JSON",
    arguments: ["\"\\", "a\u{0}b\n\u{1b}[2J", "\u{202e}😀", String(repeating: "w", count: 1 << 20)])
  func texts(_ text: String) throws {
    var scene = try Self.scene()
    scene.bar = Bar(labels: [text], lit: 0, message: text)
    let lines = try #require(try Self.json(scene)["bar"]).list("lines")
    #expect(lines.count == 2)
    #expect(scene.text.utf8.count < 10_000)
  }

  @Test("what is no description of monitors is none; odd numbers do no harm")
  func malformed() throws {
    for text in ["", "[]", "{}", #"{"version":3,"monitors":[]}"#, #"{"version":"1"}"#] {
      #expect(ShellDisplay.parse(text) == nil)
    }
    let odd = """
      {"version":2,"scale":-5,"monitors":[{"x":1,"y":1,"width":0,"height":5},{"x":9000000000000000000,"y":"a",\
      "width":9000000000000000000,"height":50,"panel":9000},7]}
      """
    let (monitors, scale120) = try #require(ShellDisplay.parse(odd))
    #expect(monitors.map(\.output.layout) == [Rect(x: 100_000, y: 0, width: 100_000, height: 50)])
    #expect(monitors.map(\.panel) == [12] && scale120 == 120)
  }
}
