import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The panel's page that points.
@Suite struct PointPageTests {
  private static let screen = Rect(x: 0, y: 0, width: 1_280, height: 800)

  /// At that page, which is beside scrolling.
  private func stage(_ screens: [Rect] = [screen], grid: PointGrid = PointGrid(columns: 4, rows: 2)) -> Stage {
    var stage = Stage(.auto)
    stage.session = Session(grid: grid)
    stage.tell(.window(Session.Window(id: windowID(1), kind: .window, program: "editor", pages: plain)))
    stage.connect(Session.Clock(style: .auto, state: .resting))
    stage.wait(1_000)
    stage.tell(.layout(.english))
    stage.tell(.pointing(true))
    stage.tell(.screens(screens))
    stage.choose("panel")
    stage.choose("scroll")
    stage.choose("point")
    _ = stage.take()
    return stage
  }

  private static let deeds = "[click] another point double click right click drag scroll here more finely out"

  @Test("a grid twice, by four presses, and a click at the middle of the cell; once more is one press")
  func click() {
    var stage = stage()
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    #expect(stage.light?.area == Rect(x: 0, y: 0, width: 320, height: 800))
    stage.steps(1)
    #expect(stage.light?.area == Rect(x: 320, y: 0, width: 320, height: 800))
    stage.choose("column 2")
    #expect(stage.shown == "[row 1] row 2 out" && stage.light?.area == Rect(x: 320, y: 0, width: 320, height: 400))
    stage.choose("row 2")
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    #expect(stage.light?.area == Rect(x: 320, y: 400, width: 80, height: 400))
    stage.choose("column 4")
    stage.choose("row 1")
    #expect(stage.shown == Self.deeds)
    #expect(stage.light?.area == Rect(x: 560, y: 400, width: 80, height: 200))
    _ = stage.take()
    for _ in 0..<2 {
      stage.choose("click")
      #expect(stage.take() == ["click \(600.5 / 1_280) \(500.5 / 800)"])
      stage.tell(.acted(attempt: stage.attempt, .done))
      #expect(stage.take().last?.hasPrefix("scan 8 page \(stage.page) at 0") == true)
      #expect(stage.shown == Self.deeds)
    }
  }

  @Test("what is divided for the last time is enlarged, until something is done there")
  func enlarged() {
    var stage = stage()
    #expect(stage.light?.enlarged == nil)
    stage.choose("column 2")
    #expect(stage.light?.enlarged == nil)
    let cell = Rect(x: 320, y: 400, width: 320, height: 400)
    for place in ["row 2", "column 4", "row 1"] {
      stage.choose(place)
      #expect(stage.light?.enlarged == cell, "\(place)")
    }
    stage.choose("more finely")
    #expect(stage.light?.enlarged == Rect(x: 560, y: 400, width: 80, height: 200))
    for place in ["column 1", "row 1", "click"] { stage.choose(place) }
    stage.tell(.acted(attempt: stage.attempt, .done))
    #expect(stage.light?.enlarged == nil, "what is there now may be something else")
    stage.choose("another point")
    #expect(stage.light?.enlarged == nil)
  }

  @Test("another point begins the way again, and remembers nothing")
  func other() {
    var stage = stage()
    for place in ["column 2", "row 2", "column 4", "row 1"] { stage.choose(place) }
    stage.choose("another point")
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    #expect(stage.light?.area == Rect(x: 0, y: 0, width: 320, height: 800))
    stage.choose("out")
    #expect(!stage.shown.contains("click") && !stage.shown.contains("column"))
  }

  @Test("three times, and once more by the page of what is done")
  func finer() {
    var stage = stage(grid: PointGrid(columns: 2, rows: 2, times: 3))
    for _ in 0..<3 {
      stage.choose("column 1")
      stage.choose("row 1")
    }
    #expect(stage.shown == Self.deeds && stage.light?.area == Rect(x: 0, y: 0, width: 160, height: 100))
    stage.choose("more finely")
    #expect(stage.shown == "[column 1] column 2 out")
    stage.choose("column 2")
    stage.choose("row 2")
    #expect(stage.shown == Self.deeds && stage.light?.area == Rect(x: 80, y: 50, width: 80, height: 50))
  }

  @Test(
    "what is done besides a click",
    arguments: [("double click", "double 0.4375"), ("right click", "right 0.4375")])
  func others(_ label: String, _ words: String) {
    var stage = stage([Rect(x: 0, y: 0, width: 8, height: 8)], grid: PointGrid(columns: 2, rows: 2))
    for place in ["column 1", "row 1", "column 2", "row 2"] { stage.choose(place) }
    _ = stage.take()
    stage.choose(label)
    #expect(stage.take().first?.hasPrefix(words) == true)
  }

  @Test("a drag chooses its end by the same way, and out leads back to its beginning")
  func drag() {
    var stage = stage([Rect(x: 0, y: 0, width: 8, height: 8)], grid: PointGrid(columns: 2, rows: 2))
    for place in ["column 1", "row 1", "column 1", "row 1", "drag"] { stage.choose(place) }
    #expect(stage.shown == "[column 1] column 2 out")
    stage.choose("out")
    #expect(stage.shown == Self.deeds)
    for place in ["drag", "column 2", "row 2", "column 2", "row 2"] { stage.choose(place) }
    #expect(stage.shown == "[drop here] more finely out")
    _ = stage.take()
    stage.choose("drop here")
    #expect(stage.take() == ["drag 0.1875 0.1875 to 0.9375 0.9375"])
    stage.tell(.acted(attempt: stage.attempt, .done))
    #expect(stage.shown == Self.deeds)
  }

  @Test("the wheel has four directions, and stays for more of it")
  func scroll() {
    var stage = stage([Rect(x: 0, y: 0, width: 8, height: 8)], grid: PointGrid(columns: 2, rows: 2))
    for place in ["column 1", "row 1", "column 1", "row 1", "scroll here"] { stage.choose(place) }
    #expect(stage.shown == "[up] down left right out")
    _ = stage.take()
    for label in ["down", "down", "right"] {
      stage.choose(label)
      #expect(stage.take() == ["scroll 0.1875 0.1875 \(label)"])
      stage.tell(.acted(attempt: stage.attempt, .done))
      _ = stage.take()
      #expect(stage.shown == "up down left right out".replacing(label, with: "[\(label)]"))
    }
    stage.choose("out")
    #expect(stage.shown == Self.deeds)
  }

  @Test("of several screens one comes first, and no cell lies outside of them; the point is a part of all of them")
  func screens() {
    var stage = stage([Rect(x: 0, y: 0, width: 960, height: 600), Rect(x: 960, y: 200, width: 800, height: 400)])
    #expect(stage.shown == "[screen 1] screen 2 out")
    stage.choose("screen 2")
    #expect(stage.light?.area == Rect(x: 960, y: 200, width: 200, height: 400))
    for place in ["column 4", "row 2", "column 4", "row 2"] { stage.choose(place) }
    _ = stage.take()
    stage.choose("click")
    #expect(stage.take() == ["click \(1_735.5 / 1_760) \(550.5 / 600)"])
  }

  @Test("screens that change begin the way again; those that stay do not")
  func changed() {
    var stage = stage()
    stage.choose("column 2")
    stage.tell(.screens([Self.screen]))
    #expect(stage.shown == "[row 1] row 2 out")
    stage.tell(.screens([Rect(x: 0, y: 0, width: 640, height: 480)]))
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    #expect(stage.light?.area == Rect(x: 0, y: 0, width: 160, height: 480))
    stage.tell(.screens([]))
    #expect(stage.light?.area == nil && stage.shown == "[tools] text help panel")
  }

  @Test("a cell that was chosen before the screens changed does nothing")
  func late() {
    var stage = stage()
    stage.isKeyboardUntold = true
    stage.choose("column 2")
    stage.tell(.screens([Rect(x: 0, y: 0, width: 640, height: 480)]))
    stage.tell(.looked(attempt: stage.look, .window(windowID(1))))
    #expect(stage.shown.contains("column 1"))
    #expect(stage.light?.area.map { $0.width <= 160 } == true)
    stage.isKeyboardUntold = false
    for place in ["column 1", "row 1", "column 1", "row 1"] { stage.choose(place) }
    stage.isKeyboardUntold = true
    stage.choose("click")
    stage.tell(.screens([Self.screen]))
    stage.tell(.looked(attempt: stage.look, .window(windowID(1))))
    #expect(!stage.take().contains { $0.hasPrefix("click") } && stage.shown.contains("column 1"))
  }

  @Test("a refusal of the daemon is told, and the page stays")
  func refused() {
    var stage = stage()
    for place in ["column 1", "row 1", "column 1", "row 1", "click"] { stage.choose(place) }
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("busy", reason: "too-many-strokes")))
    #expect(stage.message == .pointingRefused("busy", reason: "too-many-strokes") && stage.shown == Self.deeds)
  }

  @Test("no answer within three seconds: the page stays, and nothing is done twice")
  func silent() {
    var stage = stage()
    for place in ["column 1", "row 1", "column 1", "row 1", "click"] { stage.choose(place) }
    _ = stage.take()
    stage.wait(3_000)
    #expect(stage.shown == Self.deeds && stage.take().allSatisfy { $0.hasPrefix("scan") })
  }

  @Test("it is not there without the daemon's leave, nor without a screen, and never on the locked screen")
  func notThere() {
    var stage = stage()
    stage.choose("column 1")
    stage.tell(.locked(true))
    #expect(!stage.shown.contains("row") && stage.light?.area == nil)
    stage.tell(.locked(false))
    #expect(stage.shown == "[tools] text help panel")
    for input: Session.Input in [.pointing(false), .screens([])] {
      stage.tell(.pointing(true))
      stage.tell(.screens([Self.screen]))
      // Nobody asked for the page.
      stage.wait(1_000)
      stage.choose("panel")
      stage.choose("scroll")
      #expect(stage.shown.contains("point"))
      stage.tell(input)
      #expect(!stage.shown.contains("point"))
      stage.wait(1_000)
      stage.choose("out")
      stage.choose("out")
    }
  }

  @Test("where nothing can be typed, it stands in the bar")
  func bar() {
    var stage = Stage(.auto)
    stage.tell(.pointing(true))
    stage.tell(.screens([Self.screen]))
    stage.choose("panel")
    #expect(stage.shown == "[call for help] point back system out")
    stage.choose("point")
    stage.choose("out")
    #expect(stage.shown == "call for help [point] back system out")
  }

  @Test(
    "every pixel is in one cell, and every cell has one, whatever the size", arguments: [1, 2, 3, 5, 6, 7, 97, 1_080])
  func cells(size: Int) {
    for count in PointGrid.sizes {
      let pointing = Pointing(
        PointGrid(columns: count), screens: [Rect(x: -3, y: 5, width: size, height: size)])
      let areas = pointing.places.compactMap { place in if case .cell(let cell) = place { cell.area } else { nil } }
      #expect(areas.first?.x == -3 && areas.last?.right == size - 3 && areas.count == min(count, size))
      #expect(zip(areas, areas.dropFirst()).allSatisfy { $0.right == $1.x } && areas.allSatisfy { !$0.isEmpty })
    }
  }
}
