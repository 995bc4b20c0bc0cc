import EngineFixtures
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime
import SwitchwayWorkbench
import Testing

@testable import switchway

/// A calibration with simulated people, in scripted time: the daemon's engine tells what they press.
@Suite("Calibration with a person") struct LiveCalibrationTests {
  /// A person at the box with two buttons, and the calibration that asks them.
  private struct Room {
    let profile: Profile
    let engine: Performer
    let sink = Collector()
    var live: LiveCalibration
    private let node = NodeID(rawValue: 1)

    init(_ text: String = Scene.profile()) throws {
      profile = try EngineFixtures.profile(text)
      engine = Performer(profile: profile, audience: .replay(.all), sink: sink)
      live = LiveCalibration(profile)
      engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
      _ = sink.take()
      engine.handle(.learning(true, events: true, at: Instant(1_000)))
      try tell()
    }

    /// Hands on what the daemon says.
    mutating func tell() throws { for line in sink.take() { try live.take(line.message) } }

    mutating func press(_ button: UInt16, _ isDown: Bool, at time: Instant) throws {
      let event = InputEvent(time: time, type: EventType.key, code: 0x100 + button, value: isDown ? 1 : 0)
      engine.handle(.frame([event][...], from: node))
      try tell()
    }

    mutating func unplug(at time: Instant) throws {
      engine.handle(.detached([node], at: time))
      try tell()
    }

    /// Lets time pass until all is asked, with these edges of switches on the way.
    mutating func run(_ edges: [(time: Instant, button: Int, isDown: Bool)]) throws {
      var edges = edges[...]
      while let course = live.state?.course, course.phase != .done {
        if let edge = edges.first, edge.time <= course.deadline {
          edges.removeFirst()
          try press(UInt16(edge.button), edge.isDown, at: edge.time)
          _ = live.advance(to: edge.time)
        } else {
          let isNew = live.advance(to: course.deadline)
          #expect(isNew)
        }
      }
    }
  }

  /// What a person of the steadying bench does in a calibration, as edges, from `start` on.
  private func edges(
    _ person: Person, from start: Instant
  ) -> (session: CalibrationSession, spans: [[ClosedSpan]], edges: [(time: Instant, button: Int, isDown: Bool)]) {
    let (session, scene) = person.calibration()
    let offset = start - Instant(0)
    let spans = scene.contacts.map { $0.map { ClosedSpan(start: $0.start + offset, end: $0.end + offset) } }
    let edges = spans.enumerated().flatMap { button, spans in
      spans.flatMap { [(time: $0.start, button: button, isDown: true), (time: $0.end, button: button, isDown: false)] }
    }
    return (session, spans, edges.sorted { ($0.time, $0.isDown ? 1 : 0) < ($1.time, $1.isDown ? 1 : 0) })
  }

  /// Calibrates a person live, and returns the reading of the files that this makes.
  private func calibrate(_ kind: PersonKind) throws -> (CalibrationReading, Calibration.Outcome) {
    var room = try Room()
    let person = Person(kind, seed: 1)
    let start = Instant(5_000_000)
    let (session, spans, edges) = edges(person, from: start)
    var plan = CalibrationCourse.Plan(switches: [0], lastRest: .zero)
    if !session.prompts.contains(where: { $0.count == 2 }) { plan = plan.withoutPairs }
    try room.live.begin(plan, at: start)
    try room.run(edges.filter { $0.button == 0 })
    let finished = room.live.finish(at: Instant(90_000_000))
    let made = try #require(finished)
    #expect(made.session.prompts.map(\.time) == session.prompts.map { $0.time + (start - Instant(0)) })
    #expect(made.session.prompts.map(\.count) == session.prompts.map(\.count))
    #expect(made.session.end == session.end + (start - Instant(0)))
    let recordings = try made.recordings.map { try Recording(Array($0.text.utf8), file: $0.name) }
    #expect(made.recordings.map(\.name) == ["box"])
    let contacts = RecordedContacts(recordings, profile: room.profile)
    #expect(contacts.spans[0] == spans[0].filter { $0.end <= made.session.end })
    let reading = try CalibrationReading(
      [.init(name: "", session: made.session, recordings: recordings, profile: room.profile)], profile: room.profile)
    let direct = try Calibration.propose(made.session, [.init(contacts: spans[0]), .init(contacts: [])])
    return (reading, direct[0])
  }

  @Test("a tremor hand and a steady one get different settings, equal to those of their contacts")
  func people() throws {
    var steadying: [SteadyingParameters] = []
    for kind in [PersonKind.clean, .restTremor] {
      let (reading, direct) = try calibrate(kind)
      let result = try #require(reading.results.first)
      #expect(reading.results.count == 1)
      #expect(result.outcome.proposal?.steadying == direct.proposal?.steadying)
      steadying.append(try #require(result.outcome.proposal?.steadying))
      let change = try #require(result.change)
      #expect(change.after.presses >= 19)
      #expect(change.after.others <= 1)
      let plot = try #require(CalibrationPlot(result, of: reading))
      #expect(plot.prompts.count == 20)
      #expect(plot.prompts.allSatisfy { !$0.contacts.isEmpty })
    }
    #expect(steadying[0].holdDuration == .zero)
    #expect(steadying[1].holdDuration >= .milliseconds(40))
    #expect(steadying[1].ignoreRepeat > steadying[0].ignoreRepeat)
  }

  @Test("another switch, a press too many and a held switch are seen while it goes on")
  func strays() throws {
    var room = try Room()
    try room.live.begin(.init(switches: [0]), at: Instant(5_000_000))
    let profile = room.profile
    try room.press(0, true, at: Instant(6_000_000))
    try room.press(0, false, at: Instant(6_100_000))
    #expect(room.live.state?.course.restContacts == 1)
    let isNew = room.live.advance(to: Instant(20_000_000))
    #expect(isNew)
    #expect(CourseWords.instruction(try #require(room.live.state?.course), profile) == "press 'left'")
    try room.press(1, true, at: Instant(20_500_000))
    _ = room.live.advance(to: Instant(20_500_000))
    let stray = CourseWords.warning(try #require(room.live.state), profile)
    #expect(stray?.hasPrefix("'right' was pressed") == true)
    try room.press(0, true, at: Instant(20_600_000))
    #expect(room.live.state?.course.isAnswered == true)
    _ = room.live.advance(to: Instant(25_000_000))
    let held = CourseWords.warning(try #require(room.live.state), profile)
    #expect(held?.hasPrefix("'left' has been down for 4 s: ") == true)
  }

  @Test("it stops when the switch is unplugged, and does not begin without it")
  func unplugged() throws {
    var room = try Room()
    try room.live.begin(.init(switches: [0]), at: Instant(5_000_000))
    let failure = #expect(throws: CommandFailure.self) { try room.unplug(at: Instant(6_000_000)) }
    #expect(failure?.message.hasPrefix("the device of 'left' was unplugged") == true)
    let nothing = room.live.finish(at: Instant(7_000_000))
    #expect(nothing?.recordings.count == nil)
    let absent = #expect(throws: CommandFailure.self) { try room.live.begin(.init(switches: [1]), at: Instant(8)) }
    #expect(absent?.message.hasPrefix("the device of 'right' is not plugged in\n") == true)
  }

  @Test("it stops when the screen is locked or the session goes to the background")
  func locked() throws {
    var room = try Room()
    #expect(throws: CommandFailure.self) {
      try room.live.take(#"{"type":"mode","mode":"locked","on":true,"time":1}"#.message)
    }
    #expect(throws: CommandFailure.self) {
      try room.live.take(#"{"type":"mode","mode":"active","on":false,"time":1}"#.message)
    }
    try room.live.take(#"{"type":"mode","mode":"rest","on":true,"time":1}"#.message)
  }

  @Test("a switch with a hold is held down, and the screen says when it was long enough")
  func holds() throws {
    var room = try Room(Scene.profile(left: "next, hold: {after: 800ms, do: menu}"))
    var plan = CalibrationCourse.Plan(switches: [0, 1], once: 2, twice: 0, lastRest: .zero)
    plan.addHolds(of: room.profile)
    #expect(plan.holds == .init(repeating: .init(index: 0, after: .milliseconds(800)), count: 3))
    try room.live.begin(plan, at: Instant(0))
    for _ in 0..<3 { _ = room.live.advance(to: try #require(room.live.state).course.deadline) }
    func shown() throws -> [String] {
      let state = try #require(room.live.state)
      return [
        CourseWords.progress(state.course), CourseWords.instruction(state.course, room.profile),
        CourseWords.seen(state, room.profile),
      ]
    }
    let asks = "hold 'left' down for 0.8 s or longer"
    #expect(try shown() == ["hold 1 of 3", asks, ""])
    let start = try #require(room.live.state).course.began + .seconds(1)
    try room.press(0, true, at: start)
    _ = room.live.advance(to: start + .milliseconds(799))
    #expect(try shown() == ["hold 1 of 3", asks, ""])
    _ = room.live.advance(to: start + .milliseconds(800))
    #expect(try shown() == ["hold 1 of 3", asks, "long enough; release it, and wait for the next prompt"])
    // The limit for a switch that is down too long begins after the hold.
    _ = room.live.advance(to: start + .milliseconds(4_799))
    #expect(CourseWords.warning(try #require(room.live.state), room.profile) == nil)
  }

  @Test("a stuck switch is refused in the end, and says so")
  func stuck() throws {
    var room = try Room()
    try room.live.begin(.init(switches: [0], lastRest: .zero), at: Instant(5_000_000))
    try room.run([(time: Instant(21_000_000), button: 0, isDown: true)])
    let finished = room.live.finish(at: Instant(90_000_000))
    let made = try #require(finished)
    let recordings = try made.recordings.map { try Recording(Array($0.text.utf8), file: $0.name) }
    let reading = try CalibrationReading(
      [.init(name: "", session: made.session, recordings: recordings, profile: room.profile)],
      profile: room.profile)
    #expect(reading.refusal?.message.contains("left: it stayed pressed for ") == true)
  }
}
