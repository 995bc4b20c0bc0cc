import Testing

@testable import SwitchwayScanning

/// Which part of a window a program's frame is. The cases were seen on KWin 5.27 and 6.3 and on mutter 43 and 48.
@Suite struct WindowPlaceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The size that the program reports of its frame.
    let size: (width: Int, height: Int)
    var content: Area?
    let frame: Area
    var buffer: Area?
    var scale = 1.0
    let expected: Area
    var visible: Area?
    var isExact = true
  }

  static let cases = [
    Case(
      testDescription: "Qt 6 with KWin's title bar: the content", size: (640, 480),
      content: area(100, 128, 640, 480), frame: area(100, 100, 640, 508), buffer: area(100, 128, 640, 480),
      expected: area(100, 128, 640, 480)),
    Case(
      testDescription: "Qt 5 on KWin 5.27, which reports no content: the buffer, which is inside the frame",
      size: (640, 480), content: area(100, 100, 640, 508), frame: area(100, 100, 640, 508),
      buffer: area(100, 128, 640, 480), expected: area(100, 128, 640, 480)),
    Case(
      testDescription: "GTK 3 with its own title bar: the buffer with its shadow", size: (852, 652),
      content: area(126, 123, 800, 600), frame: area(126, 123, 800, 600), buffer: area(100, 100, 852, 652),
      expected: area(100, 100, 852, 652), visible: area(126, 123, 800, 600)),
    Case(
      testDescription: "GTK 4 with its own title bar: the window without its shadow", size: (800, 600),
      content: area(114, 112, 800, 600), frame: area(114, 112, 800, 600), buffer: area(100, 100, 828, 628),
      expected: area(114, 112, 800, 600)),
    Case(
      testDescription: "GTK 4 on mutter at scale 2 in the physical layout", size: (800, 600),
      content: area(228, 224, 1600, 1200), frame: area(228, 224, 1600, 1200), buffer: area(200, 200, 1656, 1256),
      scale: 2, expected: area(228, 224, 1600, 1200)),
    Case(
      testDescription: "GTK 3 on KWin at scale 1.5, which reports fractions", size: (852, 652),
      content: area(176.33, 123, 800.67, 600), frame: area(176.33, 123, 800.67, 600),
      buffer: area(150.33, 100, 852.67, 652.67), expected: area(150.33, 100, 852.67, 652.67),
      visible: area(176.33, 123, 800.67, 600)),
    Case(
      testDescription: "Qt 6.8 with its own title bar on mutter", size: (640, 480),
      content: area(100, 100, 642, 519), frame: area(100, 100, 642, 519), buffer: area(90, 90, 662, 539),
      expected: area(101, 138, 640, 480)),
    Case(
      testDescription: "Qt 5.15 with its own title bar on mutter", size: (640, 480),
      content: area(100, 100, 646, 516), frame: area(100, 100, 646, 516), buffer: area(90, 90, 666, 536),
      expected: area(103, 133, 640, 480)),
    Case(
      testDescription: "a frame of no known size is guessed", size: (300, 200),
      content: area(100, 100, 640, 480), frame: area(100, 100, 640, 480), buffer: area(90, 90, 660, 500),
      expected: area(100, 100, 640, 480), isExact: false),
    Case(
      testDescription: "borders of 8 pixels are Qt's", size: (640, 480), frame: area(0, 0, 656, 548),
      expected: area(8, 60, 640, 480)),
    Case(
      testDescription: "borders of 9 pixels are not", size: (640, 480), frame: area(0, 0, 658, 549),
      expected: area(0, 0, 658, 549), isExact: false),
    Case(
      testDescription: "a title bar of 80 pixels is Qt's", size: (640, 480), frame: area(0, 0, 642, 561),
      expected: area(1, 80, 640, 480)),
    Case(
      testDescription: "a title bar of 81 pixels is not", size: (640, 480), frame: area(0, 0, 642, 562),
      expected: area(0, 0, 642, 562), isExact: false),
  ]

  private static func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Area {
    Area(x: x, y: y, width: width, height: height)
  }

  private static func place(
    content: Area, frame: Area?, buffer: Area? = nil, scale: Double = 1, popups: [WindowPlace.Popup]? = nil
  ) -> WindowPlace {
    WindowPlace(pid: 1, title: "", content: content, frame: frame, buffer: buffer, scale: scale, popups: popups)
  }

  private func extents(_ width: Int, _ height: Int) -> Rect { Rect(x: 7, y: 9, width: width, height: height) }

  @Test("the program's frame is", arguments: cases)
  func part(_ row: Case) {
    let place = Self.place(
      content: row.content ?? row.frame, frame: row.frame, buffer: row.buffer, scale: row.scale)
    let part = place.part(for: extents(row.size.width, row.size.height))
    #expect(part == .init(area: row.expected, visible: row.visible ?? row.expected, isExact: row.isExact))
  }

  @Test("where a desktop reports one rectangle, shadow and borders are guessed as before")
  func single() {
    let place = WindowPlace(pid: 1, title: "", layout: Rect(x: 1, y: 2, width: 300, height: 200))
    #expect(place.part(for: extents(300, 200)).isExact == false)
    #expect(place.part(for: extents(300, 200)).area == Self.area(1, 2, 300, 200))
    #expect(place.popup(for: extents(300, 200)) == nil)
  }

  @Test("a menu is the topmost popup of its size, with or without its shadow")
  func popups() {
    let popups = [
      WindowPlace.Popup(frame: Self.area(10, 10, 79, 114), buffer: Self.area(7, 7, 85, 120)),
      WindowPlace.Popup(frame: Self.area(50, 60, 200, 300), buffer: Self.area(50, 60, 200, 300)),
      WindowPlace.Popup(frame: Self.area(90, 60, 200, 300), buffer: Self.area(90, 60, 200, 300)),
    ]
    let window = Self.area(0, 0, 800, 600)
    let place = Self.place(content: window, frame: window, popups: popups)
    let shadowed = place.popup(for: extents(85, 120))
    #expect(shadowed?.area == popups[0].buffer)
    #expect(shadowed?.visible == popups[0].frame)
    #expect(place.popup(for: extents(200, 300))?.area == popups[2].frame)
    #expect(place.popup(for: extents(88, 120)) == nil)
    #expect(Self.place(content: window, frame: window).popup(for: extents(85, 120)) == nil)
  }

  /// Where a button is that the program reports at 30,40 of its frame, at 200,120 of a screen of this scale.
  @Test(
    "an item of a frame with a shadow is where it is drawn, at each scale",
    arguments: [(1.0, Rect(x: 130, y: 140, width: 60, height: 30)), (1.5, Rect(x: 195, y: 210, width: 90, height: 45))])
  func item(scale: Double, expected: Rect) throws {
    let frame = Self.area(126, 123, 800, 600)
    let place = Self.place(content: frame, frame: frame, buffer: Self.area(100, 100, 852, 652))
    var tree = Sketch.window([])
    tree.nodes[0].extents = rect(0, 0, 852, 652)
    let part = place.part(for: tree.nodes[0].extents).mapped {
      Self.area($0.x * scale, $0.y * scale, $0.width * scale, $0.height * scale)
    }
    let screen = rect(0, 0, 2_000, 2_000)
    let placement = try #require(Placement(tree: tree, part: part, screen: screen))
    #expect(placement.rect(of: rect(30, 40, 60, 30)) == expected)
    // The shadow is no part of the window.
    #expect(placement.rect(of: rect(0, 0, 20, 20)).isEmpty)
  }

  @Test("numbers that make no sense do no harm")
  func limits() {
    let wild = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1, 0]
    for value in wild {
      let area = Self.area(value, value, value, value)
      #expect(area.width >= 0 && area.x.isFinite && area.rounded.width >= 0)
      let place = Self.place(content: area, frame: area, buffer: area, scale: value, popups: [])
      #expect(place.scale > 0 && place.scale.isFinite)
      _ = place.part(for: Rect(x: .min, y: .max, width: .max, height: .max))
    }
  }
}
