import ProgramFixtures
import SwitchwayCore
import SwitchwayTime
import Testing

@testable import switchway

@Suite("The course of a calibration", .blocking) struct CalibrationCourseTests {
  private static let plan = CalibrationCourse.Plan(
    switches: [2, 5], once: 2, twice: 1, rest: .seconds(10), spacing: .seconds(3), lastSpacing: .seconds(4),
    lastRest: .seconds(60))

  private static func at(_ seconds: Int64) -> Instant { Instant(seconds * 1_000_000) }

  @Test("rest, prompts in turn, rest, end")
  func whole() {
    var course = CalibrationCourse(Self.plan, at: Self.at(100))
    var seen: [String] = []
    while course.phase != .done {
      seen.append("\(course.phase) \(course.asked ?? -1) \(course.count)")
      let early = course.advance(to: Instant(course.deadline.microseconds - 1))
      #expect(!early)
      let isNew = course.advance(to: course.deadline)
      #expect(isNew)
    }
    #expect(seen == ["rest -1 1", "prompt(0) 2 1", "prompt(1) 5 1", "prompt(2) 2 2", "lastRest -1 1"])
    let session = course.session
    #expect(
      session
        == CalibrationSession(
          restStart: Self.at(100), restEnd: Self.at(110), end: Self.at(180),
          prompts: [
            .init(time: Self.at(110), switchIndex: 2, count: 1), .init(time: Self.at(113), switchIndex: 5, count: 1),
            .init(time: Self.at(116), switchIndex: 2, count: 2),
          ], lastRest: Self.at(120)..<Self.at(180)))
    #expect(session.fault(switches: 6) == nil)
    let isAgain = course.advance(to: Self.at(1_000))
    #expect(!isAgain)
  }

  @Test("the last rest can be cut short, and nothing else")
  func cut() {
    var course = CalibrationCourse(Self.plan, at: Self.at(0))
    course.cutLastRest(at: Self.at(1))
    #expect(course.phase == .rest)
    while course.phase != .lastRest { _ = course.advance(to: course.deadline) }
    course.cutLastRest(at: Self.at(25))
    #expect(course.phase == .done)
    #expect(course.session.end == Self.at(25))
    #expect(course.session.lastRest == Self.at(20)..<Self.at(25))
  }

  @Test("without a last rest, nobody is asked to rest for 0 s, and none is told of")
  func noLastRest() {
    var plan = Self.plan
    plan.lastRest = .zero
    var course = CalibrationCourse(plan, at: Self.at(0))
    while course.phase != .done {
      #expect(course.phase != .lastRest)
      _ = course.advance(to: course.deadline + .milliseconds(2))
    }
    #expect(course.session.lastRest == nil)
    #expect(course.session.end == Self.at(20) + .milliseconds(2))
    #expect(course.session.fault(switches: 6) == nil)
  }

  @Test("a little lateness does not add up; after a long one, time starts anew, and a prompt counts from its cue")
  func late() {
    var course = CalibrationCourse(Self.plan, at: Self.at(0))
    _ = course.advance(to: Self.at(10) + .milliseconds(100))
    #expect(course.deadline == Self.at(13))
    _ = course.advance(to: Self.at(60))
    #expect(course.deadline == Self.at(63))
    #expect(course.began == Self.at(60))
    while course.phase != .done { _ = course.advance(to: course.deadline) }
    #expect(course.session.prompts[0].time == Self.at(10) + .milliseconds(100))
    #expect(course.session.prompts[1].time == Self.at(60))
    #expect(course.session.fault(switches: 6) == nil)
  }

  @Test("a prompt is answered by its own switch, two by two presses")
  func answers() {
    var course = CalibrationCourse(Self.plan, at: Self.at(0))
    course.press(of: 2)
    #expect(course.restContacts == 1)
    _ = course.advance(to: Self.at(10))
    course.press(of: 5)
    #expect(!course.isAnswered)
    #expect(course.stray == 5)
    course.press(of: 2)
    #expect(course.isAnswered)
    _ = course.advance(to: Self.at(13))
    #expect(course.stray == nil)
    _ = course.advance(to: Self.at(16))
    course.press(of: 2)
    #expect(!course.isAnswered)
    course.press(of: 2)
    #expect(course.isAnswered)
  }

  @Test("a person who never presses twice gets as many prompts")
  func withoutPairs() {
    #expect(Self.plan.withoutPairs.once == 3)
    #expect(Self.plan.withoutPairs.twice == 0)
  }

  /// The plan with a `hold` of switch 5 after 2 s.
  private static var planWithHolds: CalibrationCourse.Plan {
    var plan = Self.plan
    plan.holds = .init(repeating: .init(index: 5, after: .seconds(2)), count: 2)
    return plan
  }

  @Test("a switch with a hold is held down before the last rest, for as long as the hold takes and 4 s more")
  func holds() {
    var course = CalibrationCourse(Self.planWithHolds, at: Self.at(0))
    while course.phase != .hold(0) { _ = course.advance(to: course.deadline) }
    #expect(course.began == Self.at(20))
    #expect(course.asked == 5 && course.holdAfter == .seconds(2))
    course.press(of: 2)
    #expect(course.stray == 2)
    _ = course.advance(to: course.deadline)
    #expect(course.phase == .hold(1) && course.began == Self.at(26))
    _ = course.advance(to: course.deadline)
    #expect(course.phase == .lastRest && course.holdAfter == nil)
    course.cutLastRest(at: Self.at(40))
    let session = course.session
    #expect(
      session.holds == [.init(time: Self.at(20), switchIndex: 5), .init(time: Self.at(26), switchIndex: 5)])
    #expect(session.lastRest == Self.at(32)..<Self.at(40))
    #expect(session.fault(switches: 6) == nil)
    var plan = Self.planWithHolds.withoutHolds
    #expect(plan == Self.plan)
    plan.lastRest = .zero
    plan.holds = Self.planWithHolds.holds
    var short = CalibrationCourse(plan, at: Self.at(0))
    while short.phase != .done { _ = short.advance(to: short.deadline) }
    #expect(short.session.end == Self.at(32) && short.session.fault(switches: 6) == nil)
  }

  @Test("what the file of a session says is read back", arguments: [false, true])
  func file(hasHolds: Bool) throws {
    let scene = try Scene()
    var course = CalibrationCourse(hasHolds ? Self.planWithHolds : Self.plan, at: Self.at(100))
    while course.phase != .done { _ = course.advance(to: course.deadline) }
    let names = ["a", "b", "left", "d", "e", "right"]
    let path = try scene.file("session.json", SessionFile.text(course.session, switches: names))
    #expect(try SessionFile.read(path, switches: names) == course.session)
    #expect(SessionFile.switches(in: path) == ["left", "right"])
  }
}
