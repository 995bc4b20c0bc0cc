import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Calibration, step by step") struct CalibrationStepsTests {
  /// A person's contacts at 15 prompts and in the rest, and the expected parameters.
  struct Step: Sendable, CustomTestStringConvertible {
    var name: String
    /// After each prompt.
    var answer: String
    /// Other contacts, from the session's zero.
    var besides = ""
    /// After each of five prompts for two presses; empty: there are no such prompts.
    var twice = ""
    var isAxis = false
    var expected: [String: Int64]
    var testDescription: String { name }
  }

  static let steps: [Step] = [
    Step(
      name: "clean presses: the default, and quiet for 200 ms", answer: "600-760",
      expected: ["debounce": 30, "hold": 0, "ignore": 200, "override": 0, "rejoin": 0]),
    Step(
      name: "one unasked contact is to be guarded against, and a longer one, too", answer: "600-760",
      besides: "3000-3080",
      expected: ["hold": 111]),
    Step(
      name: "so are two", answer: "600-760", besides: "3000-3080 5000-5060", expected: ["hold": 111]),
    Step(
      name: "where presses are hardly longer, rather one touch comes through than a press is lost", answer: "600-700",
      besides: "3000-3080 5000-5060", expected: ["hold": 70]),
    Step(
      name: "at least 40 ms", answer: "600-760", besides: "3000-3010 5000-5008", expected: ["hold": 40]),
    Step(
      name: "an axis has 80 ms, or 0.4 of its short presses", answer: "600-900", isAxis: true,
      expected: ["hold": 80]),
    Step(name: "the latter", answer: "600-750", isAxis: true, expected: ["hold": 60]),
    Step(
      name: "openings of 12 ms are bouncing", answer: "600-650 662-800", expected: ["hold": 0, "ignore": 200]),
    Step(
      name: "after-contacts: 1.3 times the longest gap and 30 ms", answer: "600-760 980-1020 1250-1290",
      expected: ["ignore": 329]),
    Step(
      name: "after 600 ms it is no after-contact", answer: "600-760 1360-1400", expected: ["ignore": 810, "hold": 0]),
    Step(
      name: "a microsecond later it came by itself", answer: "600-760 1360.001-1400.001",
      expected: ["ignore": 200, "hold": 81]),
    Step(
      name: "at least 200 ms", answer: "600-760 800-830", expected: ["ignore": 200]),
    Step(
      name: "override: 1.35 times the longest after-contact", answer: "600-760 800-890", expected: ["override": 122]),
    Step(name: "at least 110 ms", answer: "600-760 800-830", expected: ["override": 110, "gap": 120]),
    Step(
      name: "up to nine tenths of the press in the middle", answer: "600-760 800-944",
      expected: ["override": 194, "gap": 120]),
    Step(
      name: "none where after-contacts are as long as presses", answer: "600-760 800-945",
      expected: ["override": 0, "gap": 130]),
    Step(
      name: "two presses: quiet for less than their gap, and not without a reason", answer: "600-760",
      twice: "600-700 800-900", expected: ["ignore": 0, "debounce": 30]),
    Step(
      name: "with after-contacts 0.8 of the gap", answer: "600-760 800-830", twice: "600-700 800-900 940-960",
      expected: ["ignore": 80, "debounce": 30]),
    Step(
      name: "what follows out of reach of that dead time needs a gate, and then none is needed",
      answer: "600-760 900-920",
      twice: "600-700 800-900", expected: ["ignore": 0, "hold": 41]),
    Step(
      name: "a second press that was asked for is nothing to keep out, however short", answer: "600-760",
      twice: "600-700 800-900 1000-1040", expected: ["hold": 0]),
    Step(
      name: "0.6 of the gap is the most for debounce", answer: "600-760", twice: "600-700 740-840",
      expected: ["debounce": 24]),
    Step(
      name: "a short contact beside a long one is no second press", answer: "600-760", twice: "600-700 800-849",
      expected: ["ignore": 200]),
    Step(
      name: "nor did one before it come by itself", answer: "600-760", twice: "600-640 800-900",
      expected: ["hold": 0, "ignore": 200]),
    Step(
      name: "more than a second before, it did", answer: "600-760", twice: "600-640 1640.001-1740.001",
      expected: ["hold": 70]),
    Step(
      name: "with hold on, debounce bridges openings in a press", answer: "600-640 690-900",
      besides: "3000-3030 5000-5030", expected: ["debounce": 60, "rejoin": 120, "hold": 61]),
    Step(
      name: "but not those of a train", answer: "600-640 690-900", besides: "3000-3030 3080-3110",
      expected: ["debounce": 30]),
    Step(
      name: "with hold on, 60 ms are the most", answer: "600-640 695-900", besides: "3000-3030 5000-5030",
      expected: ["debounce": 60]),
    Step(
      name: "with hold on, after-contacts of half the gate count", answer: "600-760 950-1006",
      besides: "3000-3058 5000-5058", expected: ["hold": 112, "ignore": 277]),
    Step(
      name: "override is not below the gate", answer: "600-900 1100-1170", besides: "3000-3100 5000-5100",
      expected: ["hold": 139, "override": 139]),
    Step(
      name: "nor below 1.35 times what follows presses", answer: "600-900 1100-1210",
      besides: "3000-3100 5000-5100", expected: ["hold": 139, "override": 149]),
    Step(
      name: "pulses have no hold-duration, also on an axis", answer: "600-659", besides: "3000-3045 5000-5045",
      isAxis: true, expected: ["hold": 0]),
    Step(
      name: "shorter ones do not", answer: "600-760 950-1005", besides: "3000-3058 5000-5058",
      expected: ["hold": 112, "ignore": 200]),
  ]

  static func parameters(_ step: Step) throws -> SteadyingParameters {
    let twice = step.twice.isEmpty ? 0 : 5
    var contacts = SessionText.answers(step.answer, to: 0..<15) + SessionText.spans(step.besides)
    contacts += SessionText.answers(step.twice, to: 15..<15 + twice)
    let outcomes = try Calibration.propose(
      SessionText.session(once: 15, twice: twice), [.init(contacts: contacts, isAxis: step.isAxis)])
    return try #require(outcomes[0].proposal).steadying
  }

  @Test("each step gives its parameters", arguments: steps)
  func step(step: Step) throws {
    let found = try Self.parameters(step)
    let values = [
      "debounce": found.debounce, "hold": found.holdDuration, "ignore": found.ignoreRepeat,
      "override": found.override, "rejoin": found.rejoin, "neighbour": found.neighbour, "gap": found.overrideGap,
    ]
    for (name, value) in step.expected.sorted(by: { $0.key < $1.key }) {
      #expect(values[name] == .milliseconds(value), "\(name)")
    }
  }

  @Test("a press belongs to a prompt from 100 ms after it to 100 ms after the next")
  func windows() throws {
    let session = SessionText.session(once: 6)
    // The first comes too early for its prompt; the last comes just before the next prompt's time.
    let contacts = SessionText.spans("18099.999-18300 21100-21300 27099.999-27300 33000-33200")
    let found = PromptReading.read(session, [ClosedSpan.tidy(contacts, from: Instant(0), to: session.end)])[0]
    #expect(found.presses.map(\.prompt) == [0, 2, 3, 5])
    #expect(found.prompts == 6)
    #expect(found.answered == 4)
  }

  @Test(
    "a contact within 350 ms of the window before belongs to the press before",
    arguments: [(350, "18490"), (351, "18401")])
  func tails(gap: Int, onset: String) throws {
    let session = SessionText.session(once: 2)
    let end = 18_050
    let contacts = SessionText.spans("17500-\(end) \(end + gap)-\(end + gap + 40) 18490-18900")
    let found = PromptReading.read(session, [contacts])[0]
    #expect(found.presses.map(\.onset) == [Sample.instant("17500"), Sample.instant(onset)])
    #expect(found.afters.map(\.gap) == (gap == 350 ? [.milliseconds(350)] : []))
  }

  @Test(
    "a contact after a press may be longer: the first that is nearly as long is the press",
    arguments: [("15600-15730 15900-16100", 130), ("15600-15729 15900-16100", 200)])
  func alike(contacts: String, width: Int64) throws {
    let session = SessionText.session(once: 1)
    let found = PromptReading.read(session, [SessionText.spans(contacts)])[0]
    #expect(found.presses.map(\.span.length) == [.milliseconds(width)])
    #expect(found.afters.count == (width == 130 ? 1 : 0))
    #expect(found.noiseLengths.count == (width == 130 ? 0 : 1))
  }

  @Test("on a switch that closed in the rest, a contact 400 ms after a press is unwanted", arguments: [400, 401])
  func restless(gap: Int) throws {
    let session = SessionText.session(once: 1)
    let contacts = SessionText.spans("2000-2050 15600-15800 \(15_800 + gap)-\(15_850 + gap)")
    let found = PromptReading.read(session, [contacts])[0]
    #expect(found.afters.count == (gap == 400 ? 1 : 0))
    #expect(found.noiseLengths.count == (gap == 400 ? 1 : 2))
  }

  @Test("a longer rest shows more contacts without making each weigh more", arguments: [(0, 84), (120_000, 0)])
  func rests(longer: Int, hold: Int64) throws {
    var session = SessionText.session(once: 20)
    let later = Microseconds.milliseconds(Int64(longer))
    (session.restEnd, session.end) = (session.restEnd + later, session.end + later)
    for index in session.prompts.indices { session.prompts[index].time = session.prompts[index].time + later }
    // Presses hardly longer than two touches: whether `hold-duration` is worth its delay depends on how often touches
    // come.
    let presses = (0..<20).flatMap { SessionText.spans("600-720", at: longer + SessionText.prompt($0)) }
    let contacts = SessionText.spans("3000-3100 9000-9100") + presses
    let proposal = try #require(try Calibration.propose(session, [.init(contacts: contacts)])[0].proposal)
    #expect(proposal.steadying.holdDuration == .milliseconds(hold))
  }

  @Test("a contact counts fully in a session of usual length, less in a longer one, but never nothing")
  func watched() {
    func share(_ seconds: Int64, _ prompts: Int) -> Int64 {
      WatchedTime(length: Microseconds(seconds * 500_000), prompts: prompts).share
    }
    #expect([share(155, 20), share(310, 20), share(155, 40), share(125, 20)] == [10_000, 5_000, 20_000, 12_400])
    #expect([share(0, 20), share(.max / 1_000_000, 1), share(0, 0)] == [100_000, 1, 1])
    var both = WatchedTime(length: .milliseconds(77_500), prompts: 20)
    both += WatchedTime(length: .milliseconds(182_500), prompts: 20)
    #expect(both.share == 5_961)
  }

  @Test("unwanted contacts of another switch count half", arguments: [(3, 0), (4, 102)])
  func others(count: Int, hold: Int64) throws {
    let session = SessionText.session(once: 16, switches: 2)
    let left = SessionText.answers("600-800", to: stride(from: 0, to: 16, by: 2))
    let touches = (0..<count).map { "\(2_000 + 1_000 * $0)-\(2_050 + 1_000 * $0)" }.joined(separator: " ")
    let right = SessionText.answers("600-800", to: stride(from: 1, to: 16, by: 2)) + SessionText.spans(touches)
    let proposals = try Calibration.propose(session, [.init(contacts: left), .init(contacts: right)])
      .map { try #require($0.proposal) }
    #expect(proposals.map(\.steadying.holdDuration) == [.milliseconds(hold), .milliseconds(102)])
    // A pressure sensor says nothing about a hand.
    let apart = try Calibration.propose(session, [.init(contacts: left), .init(contacts: right, isAxis: true)])
      .map { try #require($0.proposal) }
    #expect(apart[0].steadying.holdDuration == .zero)
  }

  @Test("two switches that are hit together wait for each other", arguments: [(40, 70), (64, 80), (100, 90)])
  func neighbours(offset: Int, neighbour: Int64) throws {
    let session = SessionText.session(once: 16, switches: 2)
    let left = SessionText.answers("600-900", to: stride(from: 0, to: 16, by: 2))
    let right =
      SessionText.answers("600-900", to: stride(from: 1, to: 16, by: 2))
      + SessionText.answers("\(600 + offset)-\(640 + offset)", to: [0, 4])
    let proposals = try Calibration.propose(session, [.init(contacts: left), .init(contacts: right)])
      .map { try #require($0.proposal) }
    #expect(proposals.map(\.steadying.neighbour) == [.milliseconds(neighbour), .milliseconds(neighbour)])
    #expect(proposals.map(\.steadying.neighbourMax) == [.milliseconds(250), .milliseconds(250)])
    #expect(proposals.map(\.steadying.holdDuration) == [.zero, .zero])
    #expect(proposals[0].figures.crosses == 2)
  }

  @Test("one unwanted contact gives all switches that wait for a neighbour a hold-duration", arguments: [0, 1])
  func neighbourGates(touches: Int) throws {
    let session = SessionText.session(once: 16, switches: 2)
    let left = SessionText.answers("600-900", to: stride(from: 0, to: 16, by: 2))
    let right =
      SessionText.answers("600-900", to: stride(from: 1, to: 16, by: 2)) + SessionText.answers("640-680", to: [0, 4])
    let touch = touches == 0 ? [] : SessionText.spans("3000-3020")
    let proposals = try Calibration.propose(session, [.init(contacts: left), .init(contacts: right + touch)])
      .map { try #require($0.proposal).steadying }
    #expect(proposals.map(\.neighbour) == [.milliseconds(70), .milliseconds(70)])
    let gate = Microseconds.milliseconds(touches == 0 ? 0 : 59)
    #expect(proposals.map(\.holdDuration) == [gate, gate])
  }

  @Test("slow answers in another switch's prompt time are found and lower the certainty")
  func late() throws {
    let session = SessionText.session(once: 16, switches: 2)
    let left =
      SessionText.answers("3200-3900", to: [0, 4]) + SessionText.answers("1600-2300", to: [2, 6, 8, 10, 12, 14])
    let right = SessionText.answers("1600-2300", to: stride(from: 1, to: 16, by: 2))
    let proposals = try Calibration.propose(session, [.init(contacts: left), .init(contacts: right)])
      .map { try #require($0.proposal) }
    #expect(proposals.map(\.figures.answered) == [8, 8])
    #expect(proposals.map(\.figures.noise) == [0, 0])
    #expect(proposals.map(\.sureness) == [.medium, .high])
  }
}
