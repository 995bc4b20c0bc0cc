import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The page that points, with a gliding line.
@Suite struct PointLineTests {
  private static let screen = Rect(x: 0, y: 0, width: 1_000, height: 400)
  /// A column takes 1 s for 250 pixels, and a row 1 s for 200.
  private static let grid = PointGrid(columns: 4, rows: 2, isLine: true)

  /// At that page, whose clock has just begun.
  private func stage(
    _ style: ClockStyle = .auto, _ screens: [Rect] = [screen], reaction: Int64 = 0, speech: Session.SpeechChoice? = nil
  ) -> Stage {
    var stage = Stage(style)
    stage.session = Session(grid: Self.grid, speech: speech)
    stage.connect(Session.Clock(style: style, state: .resting, interval: 1_000_000))
    stage.wait(1_000)
    stage.tell(.pace(firstItemPause: 500_000, reaction: reaction))
    stage.tell(.pointing(true))
    stage.tell(.screens(screens))
    // Nobody asked for the bar with this place.
    stage.wait(1_000)
    stage.choose("point")
    run(&stage, style)
    _ = stage.take()
    return stage
  }

  /// The clock runs, as it does after the answer to a choice.
  private func run(_ stage: inout Stage, _ style: ClockStyle = .auto) {
    for state in [ClockState.holding, .running] {
      stage.tell(
        .clock(
          Session.Clock(style: style, state: state, page: stage.page, interval: 1_000_000, time: stage.now)))
    }
  }

  /// The clock steps an interval after its last step, and a press comes so many µs after that.
  private func step(_ stage: inout Stage, _ item: Int, after wait: Int64 = 1_000) {
    stage.wait(wait)
    var command = stage.command("next", item: item)
    command.clock = .auto
    stage.tell(.command(command))
  }

  private func press(_ stage: inout Stage, _ item: Int, at time: Int64, decided later: Int64 = 0) {
    let end = time + later
    while let due = stage.session.nextDeadline, due <= end {
      stage.now = max(stage.now, due)
      stage.tell(.time)
    }
    stage.now = end
    stage.give("select", item: item, pressed: time)
    run(&stage)
  }

  private static let deeds = "[click] another point double click right click drag scroll here more finely out"

  @Test("two presses choose a pixel: the one at which the line was at the press, though it was decided later")
  func click() {
    var stage = stage()
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    #expect(stage.line == Rect(x: 0, y: 0, width: 1, height: 400) && stage.light?.area == nil)
    step(&stage, 1, after: 1_500)
    #expect(stage.line?.x == 250)
    press(&stage, 1, at: stage.now + 500_000, decided: 300_000)
    #expect(stage.shown == "[row 1] row 2 out")
    #expect(stage.light?.area == Rect(x: 375, y: 0, width: 1, height: 400))
    #expect(stage.line == Rect(x: 0, y: 0, width: 1_000, height: 1))
    press(&stage, 0, at: stage.now + 600_000)
    #expect(stage.shown == Self.deeds && stage.line == nil)
    #expect(stage.light?.area == Rect(x: 375, y: 20, width: 1, height: 1))
    _ = stage.take()
    stage.choose("click")
    #expect(stage.take() == ["click \(375.5 / 1_000) \(20.5 / 400)"])
  }

  @Test(
    "the pixel changes with the microsecond of the press",
    arguments: [(0, 250), (3_999, 250), (4_000, 251), (7_999, 251), (500_000, 375), (995_999, 498), (999_999, 499)])
  func pixel(after: Int64, x: Int) {
    var stage = stage()
    step(&stage, 1, after: 1_500)
    press(&stage, 1, at: stage.now + after)
    #expect(stage.light?.area?.x == x)
  }

  @Test("the person's reaction is taken off the press, also over a step", arguments: [(100_000, 225), (300_000, 275)])
  func reaction(after: Int64, x: Int) {
    var stage = stage(reaction: 200_000)
    step(&stage, 1, after: 1_500)
    press(&stage, after < 200_000 ? 0 : 1, at: stage.now + after)
    #expect(stage.light?.area?.x == x)
  }

  @Test("with inverse scanning the release counts")
  func inverse() {
    var stage = stage(.inverse)
    stage.wait(5_000)
    var command = stage.command("select", item: 0)
    // Held for 0.75 s after the pause of the first item, which began at the page.
    (command.pressed, command.released) = (stage.now - 4_999_900, stage.now - 3_750_000)
    stage.tell(.command(command))
    #expect(stage.light?.area?.x == 187)
  }

  @Test("it is drawn 30 times a second at most, and never while it stands")
  func frames() {
    var stage = stage()
    var (places, wakes) = (Set<Int>(), 0)
    let end = stage.now + 1_500_000
    while let due = stage.session.nextDeadline, due < end {
      stage.now = due
      stage.tell(.time)
      wakes += 1
      if let line = stage.line { places.insert(line.x) }
    }
    #expect((29...32).contains(wakes) && places.count >= 29, "\(wakes) wake-ups, \(places.count) places")
    stage.wait(10_000)
    #expect(stage.session.nextDeadline == nil && stage.line?.x == 249, "it waits at the end for a step that is late")
    step(&stage, 4, after: 0)
    #expect(stage.line == nil && stage.session.nextDeadline == nil, "out has no line")
    step(&stage, 0)
    stage.wait(300)
    stage.clock(.auto, .frozen)
    let place = stage.line
    #expect(stage.session.nextDeadline == nil)
    stage.wait(700)
    #expect(stage.line == place && place?.x == 75)
    stage.tell(.allowed(false))
    #expect(stage.line == nil && stage.light == nil)
  }

  @Test("where the person moves the highlight, columns and rows are chosen", arguments: [ClockStyle.step, nil])
  func grid(style: ClockStyle?) {
    var stage = Stage(style)
    stage.session = Session(grid: Self.grid)
    stage.connect(style.map { Session.Clock(style: $0, state: .running, interval: 1_000_000) })
    stage.wait(1_000)
    stage.tell(.pointing(true))
    stage.tell(.screens([Self.screen]))
    stage.wait(1_000)
    for place in ["point", "column 2"] { stage.choose(place) }
    #expect(stage.line == nil && stage.light?.area?.width == 250)
    for place in ["row 1", "column 1", "row 1"] { stage.choose(place) }
    #expect(stage.shown.contains("another point") && stage.session.nextDeadline == nil)
  }

  @Test("a place of the bar that is touched is a whole column")
  func touched() {
    var stage = stage()
    stage.wait(1_000)
    stage.tell(.touched(place: 2))
    run(&stage)
    #expect(stage.shown == "[row 1] row 2 out" && stage.light?.area == Rect(x: 500, y: 0, width: 250, height: 400))
  }

  @Test("more finely is as much around the point as one column and one row, inside the screen")
  func finer() {
    var stage = stage()
    press(&stage, 0, at: stage.now + 510_000)
    press(&stage, 0, at: stage.now + 1_000_000)
    #expect(stage.light?.area == Rect(x: 2, y: 100, width: 1, height: 1))
    stage.choose("more finely")
    run(&stage)
    #expect(stage.light?.area == Rect(x: 0, y: 0, width: 250, height: 200))
    #expect(stage.line == Rect(x: 0, y: 0, width: 1, height: 200))
    press(&stage, 0, at: stage.now + 1_000_000)
    #expect(stage.line == Rect(x: 0, y: 0, width: 250, height: 1))
    press(&stage, 0, at: stage.now + 1_000_000)
    #expect(stage.light?.area == Rect(x: 31, y: 50, width: 1, height: 1) && stage.shown == Self.deeds)
    stage.choose("out")
    run(&stage)
    #expect(stage.shown == "[row 1] row 2 out")
  }

  @Test("a drag ends at another point of the line")
  func drag() {
    var stage = stage()
    press(&stage, 0, at: stage.now + 1_000_000)
    press(&stage, 0, at: stage.now + 1_000_000)
    stage.choose("drag")
    run(&stage)
    #expect(stage.shown == "[column 1] column 2 column 3 column 4 out")
    press(&stage, 0, at: stage.now + 750_000)
    press(&stage, 0, at: stage.now + 750_000)
    _ = stage.take()
    stage.choose("drop here")
    #expect(stage.take() == ["drag \(125.5 / 1_000) \(100.5 / 400) to \(62.5 / 1_000) \(50.5 / 400)"])
  }

  @Test("of several screens one is chosen first, and the line glides over that one")
  func screens() {
    var stage = stage(.auto, [Self.screen, Rect(x: 1_000, y: 100, width: 400, height: 300)])
    #expect(stage.shown == "[screen 1] screen 2 out" && stage.line == nil)
    stage.choose("screen 2")
    run(&stage)
    #expect(stage.line == Rect(x: 1_000, y: 100, width: 1, height: 300))
    press(&stage, 0, at: stage.now + 1_000_000)
    #expect(stage.line == Rect(x: 1_000, y: 100, width: 400, height: 1))
    #expect(stage.light?.area == Rect(x: 1_050, y: 100, width: 1, height: 300))
  }

  @Test("before the daemon has the new page, the line stands at its beginning")
  func unanswered() {
    var stage = stage()
    step(&stage, 1, after: 1_500)
    stage.wait(400)
    stage.answer = nil
    stage.give("select", item: 1)
    #expect(stage.shown == "[row 1] row 2 out" && stage.line == Rect(x: 0, y: 0, width: 1_000, height: 1))
    stage.wait(700)
    #expect(stage.line?.y == 0 && stage.session.nextDeadline == nil)
  }

  @Test("screens that change while it glides begin the way again")
  func changed() {
    var stage = stage()
    press(&stage, 0, at: stage.now + 1_000_000)
    stage.tell(.screens([Rect(x: 0, y: 0, width: 500, height: 300)]))
    #expect(stage.shown.contains("column 1") && stage.line == Rect(x: 0, y: 0, width: 1, height: 300))
    stage.tell(.screens([]))
    #expect(stage.line == nil && stage.session.nextDeadline == nil)
  }

  @Test("speech says each column, and the line does not wait for it")
  func speech() {
    var stage = stage(speech: Session.SpeechChoice(isOn: true, wait: 3_000_000))
    step(&stage, 1, after: 1_500)
    #expect(stage.said.suffix(2) == ["column 1", "column 2"])
    #expect(!stage.take().contains { $0.contains("stands") } && stage.line?.x == 250)
  }

  @Test("a refused press begins the column again, as the clock does")
  func refused() {
    var stage = stage()
    step(&stage, 1, after: 1_500)
    stage.wait(200)
    stage.isKeyboardUntold = true
    stage.give("select", item: 1)
    stage.wait(3_000)
    run(&stage)
    #expect(stage.shown == "column 1 [column 2] column 3 column 4 out" && stage.line?.x == 250)
    stage.isKeyboardUntold = false
    press(&stage, 1, at: stage.now + 1_000_000)
    #expect(stage.light?.area?.x == 375)
  }
}
