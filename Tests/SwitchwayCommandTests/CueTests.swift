import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// The parts of `switchway feedback` that do no I/O.
@Suite("Cues of switchway feedback", .blocking) struct CueTests {
  // MARK: Which message gives which cue

  static let press = #"{"type":"press","switch":"left","down":true,"time":7,"accepted":9}"#
  static let release = #"{"type":"press","switch":"left","down":false,"time":8,"accepted":9}"#
  static let rejected = #"{"type":"rejected","switch":"left","pressed":7,"time":9,"reason":"too-short"}"#
  static let inRest = #"{"type":"rejected","switch":"left","pressed":7,"time":10,"reason":"rest"}"#
  static let attention = #"{"type":"attention","source":{"switch":"left"},"pressed":7}"#

  static let rows: [(name: String, lines: [String], given: [CueRules.Given])] = [
    (
      "a press is given once, when it was decided", [press, release], [.init(cue: .accepted, words: "left", decided: 9)]
    ),
    ("a rejection says why", [rejected], [.init(cue: .rejected, words: "too short to count", decided: 9)]),
    (
      "a press that then did nothing gives both", [press, inRest, release],
      [
        .init(cue: .accepted, words: "left", decided: 9),
        .init(cue: .rejected, words: "switches are paused", decided: 10),
      ]
    ),
    (
      "a press that is rejected twice is given once", [inRest, inRest],
      [.init(cue: .rejected, words: "switches are paused", decided: 10)]
    ),
    (
      "the next press of the switch is another", [rejected, rejected.replacing("7", with: "11")],
      Array(repeating: .init(cue: .rejected, words: "too short to count", decided: 9), count: 2)
    ),
    ("the session of somebody else is silent", [rejected.replacing("too-short", with: "inactive")], []),
    ("a call for help is never too late", [attention], [.init(cue: .attention, words: "help is needed", decided: nil)]),
    ("other messages give none", [#"{"type":"command","command":"select"}"#, "{}", "[]"], []),
  ]

  @Test("each message gives its cue", arguments: rows)
  func messages(name: String, lines: [String], given: [CueRules.Given]) {
    var rules = CueRules(Set(Cue.allCases))
    #expect(lines.compactMap { rules.cue(of: $0.event) } == given)
  }

  @Test("only what is wanted is observed, and given")
  func wanted() {
    var rules = CueRules([.rejected])
    #expect(rules.types == ["rejected"])
    #expect([Self.press, Self.attention].compactMap { rules.cue(of: $0.event) }.isEmpty)
    #expect(rules.cue(of: Self.rejected.event) != nil)
    #expect(CueRules(Set(Cue.allCases)).types == ["press", "rejected", "attention"])
  }

  // MARK: Sounds

  @Test("each sound is a WAV file of its length and loudness, and differs from the others")
  func sounds() {
    for cue in Cue.allCases {
      let wave = CueSound.wave(of: cue, volume: 50)
      let samples = Int(CueSound.length(of: cue)) * CueSound.rate / 1_000_000
      #expect(wave.count == 44 + 2 * samples)
      #expect(Array(wave[..<4]) == Array("RIFF".utf8) && Array(wave[8..<16]) == Array("WAVEfmt ".utf8))
      func number(at index: Int) -> Int { (0..<4).reduce(0) { $0 | Int(wave[index + $1]) << (8 * $1) } }
      #expect(number(at: 4) == wave.count - 8 && number(at: 24) == CueSound.rate && number(at: 40) == 2 * samples)
      func loudest(_ bytes: [UInt8]) -> Int {
        stride(from: 44, to: bytes.count, by: 2).map {
          abs(Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)))
        }.max() ?? 0
      }
      #expect((16_000...16_384).contains(loudest(wave)))
      #expect((32_000...32_767).contains(loudest(CueSound.wave(of: cue, volume: 100))))
    }
    #expect(Set(Cue.allCases.map { CueSound.wave(of: $0, volume: 50) }).count == 3)
  }

  // MARK: Schedule

  private static let player = CueProgram(name: "paplay", path: "/a")
  private static let other = CueProgram(name: "pw-play", path: "/b")
  private static let speaker = CueProgram(name: "spd-say", path: "/c")
  private static let click = CueSound.length(of: .accepted)

  private func schedule(_ programs: CueProgram..., alarm: Int64 = 6_000_000) -> CueSchedule {
    CueSchedule(programs: Dictionary(uniqueKeysWithValues: Cue.allCases.map { ($0, programs) }), alarm: alarm)
  }

  /// Starts all that is due. Returns the words, and the programs if there are several.
  private func start(_ schedule: inout CueSchedule, _ process: inout Int32, at now: Int64) -> [String] {
    var words: [String] = []
    while let run = schedule.next(at: now) {
      process += 1
      schedule.started(run, process: process, at: now)
      words.append("\(run.words) \(run.program.name)")
    }
    return words
  }

  @Test("of presses in a row one is heard at a time, and the newest waits")
  func oneAtATime() {
    var schedule = schedule(Self.player)
    var process: Int32 = 0
    for (time, word) in [(0, "a"), (10, "b"), (20, "c")] {
      schedule.offer(.accepted, words: word, decided: Int64(time), at: Int64(time))
      #expect(start(&schedule, &process, at: Int64(time)) == (word == "a" ? ["a paplay"] : []))
    }
    schedule.offer(.rejected, words: "r", decided: 30, at: 30)
    #expect(start(&schedule, &process, at: 30) == ["r paplay"], "another cue is heard beside it")
    #expect(schedule.deadline(at: 30) == Self.click)
    #expect(start(&schedule, &process, at: Self.click - 1) == [])
    #expect(start(&schedule, &process, at: Self.click) == ["c paplay"])
  }

  @Test("a cue is dropped after half a second", arguments: [(499_999, true), (500_000, false)])
  func stale(late: Int64, isGiven: Bool) {
    var schedule = schedule(Self.player)
    schedule.offer(.accepted, words: "a", decided: 1_000, at: 1_000 + late)
    let run = schedule.next(at: 1_000 + late)
    #expect((run != nil) == isGiven)
    #expect(isGiven || schedule.deadline(at: 1_000 + late) == nil, "nothing is left to wait for")
  }

  @Test("what is spoken is spoken to its end, and the newest word is next")
  func speech() {
    var schedule = schedule(Self.speaker)
    var process: Int32 = 0
    schedule.offer(.accepted, words: "a", decided: 0, at: 0)
    #expect(start(&schedule, &process, at: 0) == ["a spd-say"])
    schedule.offer(.accepted, words: "b", decided: 300_000, at: 300_000)
    #expect(start(&schedule, &process, at: 300_000) == [])
    #expect(schedule.deadline(at: 300_000) == 800_000)
    let spoken = schedule.ended(1)
    #expect(spoken?.words == "a")
    #expect(start(&schedule, &process, at: 400_000) == ["b spd-say"])
  }

  @Test("the alarm is repeated until its time is over, and a second call extends it")
  func alarm() {
    var schedule = schedule(Self.player)
    var process: Int32 = 0
    let length = CueSound.length(of: .attention)
    schedule.offer(.attention, words: "help", decided: 0, at: 0)
    var starts: [Int64] = []
    var now: Int64 = 0
    while let next = { () -> Int64? in
      if !start(&schedule, &process, at: now).isEmpty { starts.append(now) }
      if let run = schedule.ended(process) { schedule.succeeded(run) }
      if now == 2 * length { schedule.offer(.attention, words: "help", decided: now, at: now) }
      return schedule.deadline(at: now)
    }() {
      #expect(next > now)
      now = next
    }
    #expect(starts == [0, 1, 2, 3, 4].map { $0 * length })
    #expect(now == 2 * length + 6_000_000)
  }

  @Test("a failed player is reported once, replaced at once, and tried again when the next one fails")
  func failures() throws {
    var schedule = schedule(Self.player, Self.other)
    var process: Int32 = 0
    func fail(at now: Int64) throws -> Bool {
      let run = schedule.ended(process)
      return schedule.failed(try #require(run), at: now)
    }
    schedule.offer(.accepted, words: "a", decided: 0, at: 0)
    #expect(start(&schedule, &process, at: 0) == ["a paplay"])
    #expect(try fail(at: 1_000))
    #expect(start(&schedule, &process, at: 1_000) == ["a pw-play"])
    #expect(try fail(at: 2_000))
    #expect(start(&schedule, &process, at: 2_000) == [], "both are left alone")
    #expect(schedule.deadline(at: 2_000) == CueSchedule.patience)
    let later = 1_000 + CueSchedule.pause
    schedule.offer(.accepted, words: "b", decided: later, at: later)
    #expect(start(&schedule, &process, at: later) == ["b paplay"])
    #expect(try !fail(at: later), "it has failed all the time")
    schedule.offer(.accepted, words: "c", decided: later + 1_000, at: later + 1_000)
    #expect(start(&schedule, &process, at: later + 1_000) == ["c pw-play"])
    let run = schedule.ended(process)
    schedule.succeeded(try #require(run))
    schedule.offer(.accepted, words: "d", decided: 10 * later, at: 10 * later)
    #expect(start(&schedule, &process, at: 10 * later) == ["d pw-play"], "the one that works stays")
  }

  @Test("a program that does not end is given up at its limit, and processes do not pile up")
  func hanging() {
    var schedule = schedule(Self.player)
    var process: Int32 = 0
    var now: Int64 = 0
    while now < 2_000_000 {
      schedule.offer(.accepted, words: "a", decided: now, at: now)
      _ = start(&schedule, &process, at: now)
      now += 50_000
    }
    #expect(schedule.runs.count == CueSchedule.mostRuns && process == CueSchedule.mostRuns)
    let end = Self.click + CueSchedule.limit
    let early = schedule.overdue(at: end - 1)
    let late = schedule.overdue(at: end)
    #expect(early.isEmpty && late.map(\.process) == [1])
    let reaped = schedule.ended(1)
    #expect(reaped == nil, "it is reaped without a word")
  }

  @Test("nothing wakes it while nothing happens")
  func idle() throws {
    var schedule = schedule(Self.player)
    #expect(schedule.deadline(at: 0) == nil)
    var process: Int32 = 0
    schedule.offer(.accepted, words: "a", decided: 0, at: 0)
    _ = start(&schedule, &process, at: 0)
    let run = schedule.ended(process)
    schedule.succeeded(try #require(run))
    #expect(schedule.deadline(at: 1) == nil)
  }

  // MARK: Programs

  @Test("words are one argument, whatever they look like")
  func words() {
    #expect(
      Self.speaker.arguments(for: .accepted, words: "-x y").suffix(3) == ["--priority=notification", "--", "-x y"])
    #expect(Self.speaker.arguments(for: .attention, words: "help").contains("--priority=important"))
  }
}
