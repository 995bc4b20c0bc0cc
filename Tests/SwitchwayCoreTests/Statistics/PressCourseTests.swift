import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Presses in the course of a day") struct PressCourseTests {
  private static let profile = Profile(
    name: "test",
    switches: (0..<64).map { SwitchDefinition(name: "s\($0)", inputs: [], gestures: GestureBindings()) })

  private func statistics() -> PressStatistics {
    var statistics = PressStatistics()
    statistics.use(Self.profile)
    return statistics
  }

  private func press(_ all: inout PressStatistics, _ index: Int = 0, day: Int = 1, hour: Int, length: Int64 = 100) {
    for (isDown, time) in [(true, 0), (false, length)] {
      let time = Instant(time * 1_000)
      all.note(
        .press(switchIndex: index, down: isDown, time: time, accepted: time), on: CalendarDay(number: day), hour: hour)
    }
  }

  private func reject(_ all: inout PressStatistics, _ reason: RejectionReason, hour: Int) {
    let rejected = Effect.rejected(switchIndex: 0, pressed: Instant(0), time: Instant(1), reason: reason)
    all.note(rejected, on: CalendarDay(number: 1), hour: hour)
  }

  @Test("presses and rejections are counted in their hour, in order, and in no other")
  func hours() throws {
    var all = statistics()
    for hour in [9, 9, 11, 10, 9, 23, 0, 24, -1] { press(&all, hour: hour) }
    reject(&all, .tooShort, hour: 11)
    reject(&all, .inactive, hour: 12)
    let row = try #require(all.days.first?.rows.first)
    #expect(row.presses == 9)
    #expect(row.hours.map(\.hour) == [0, 9, 10, 11, 12, 23])
    #expect(row.hours.map(\.presses) == [1, 3, 1, 1, 0, 1])
    #expect(row.hours.map { $0.rejected.reduce(0, +) } == [0, 0, 0, 1, 1, 0])
    // A person has nothing to do with an inactive session.
    #expect(row.course.parts.reduce(0) { $0 + $1.rejected } == 1)
  }

  @Test("hours are limited; those of the oldest day are dropped first")
  func limited() {
    var all = statistics()
    for day in 1...3 {
      for hour in 0..<24 { for index in 0..<64 { press(&all, index, day: day, hour: hour) } }
    }
    #expect(
      all.days.map { $0.rows.allSatisfy { $0.hours.isEmpty && $0.course == PressCourse() } } == [true, true, false])
    #expect(all.days.map { $0.rows.map(\.presses).reduce(0, +) } == [1_536, 1_536, 1_536])
    #expect(PressStatistics(days: all.days).days == all.days)
    var double = all.days
    double[0].rows = double[2].rows
    #expect(PressStatistics(days: double).days[0].rows[0].hours.isEmpty)
    #expect(PressStatistics(days: double).days[2] == all.days[2])
  }

  @Test(
    "the parts are limited, have equal numbers of tries, and contain all", arguments: [1, 23, 24, 25, 30, 1_000, 4_097])
  func parts(count: Int) {
    var all = statistics()
    for number in 0..<count { press(&all, hour: 9, length: Int64(number)) }
    let course = all.days[0].rows[0].course
    #expect(course.parts.count <= PressCourse.most)
    #expect(course.parts.map(\.presses).reduce(0, +) == Int64(count))
    #expect(course.parts.map(\.lengths).reduce(0, +) == Int64(count))
    #expect(Set(course.parts.dropLast().map(\.presses)).count <= 1)
    #expect(course.parts.map(\.mean) == course.parts.map(\.mean).sorted())
    #expect((course.thirds == nil) == (count < 30))
  }

  @Test("the first and the last third differ where the day makes tired")
  func thirds() throws {
    var all = statistics()
    for number in 0..<48 {
      press(&all, hour: 9, length: number < 24 ? 100 : 200)
      if number >= 36 { reject(&all, .repeated, hour: 9) }
    }
    let (first, last) = try #require(all.days[0].rows[0].course.thirds)
    #expect(first.mean == 100_000 && first.rejected == 0)
    #expect(last.mean == 200_000 && last.rejected > 6)
  }

  @Test("impossible saved parts are refused, and large numbers do not overflow")
  func kept() {
    #expect(PressCourse(parts: []) == PressCourse())
    #expect(PressCourse(parts: Array(repeating: PressCourse.Part(presses: 1), count: 25)) == nil)
    #expect(PressCourse(parts: [PressCourse.Part(sum: -1)]) == nil)
    let large = PressCourse.Part(presses: .max, rejected: .max, lengths: 1, sum: .max)
    var course = PressCourse(parts: Array(repeating: large, count: 24)) ?? PressCourse()
    course.add(PressCourse.Part(presses: 1))
    course.add(length: Microseconds(.max))
    course.add(length: Microseconds(-1))
    #expect(course.parts.count == 13)
    #expect(course.thirds?.first.presses == .max)
  }
}
