import SwitchwayCore
import SwitchwayTime

/// What is true of all that is decided about switches: order of time, an end to all that began, and one answer
/// to each press. Contacts of a switch begin at different times, until a clock has gone back.
struct SwitchRules {
  private let profile: Profile
  private struct Provisional: Hashable {
    var origin: CommandOrigin
    var pressed: Instant
  }

  private var latest = Instant(.min)
  private var down: Set<Int> = []
  private var begun: Set<CommandOrigin> = []
  /// Of each switch, by the time of the press: how many presses there were, and how many were answered.
  private var presses: [[Instant: (seen: Int, answered: Int)]]
  /// Presses whose command Switchway acts on itself or asks about. Something may be published for them, too.
  private var provisional: Set<Provisional> = []
  /// How many presses of each switch were answered, those of chords and of taps before the last, too.
  private var counts: [Int]
  /// A press can be told from another by its time.
  private var isExact = true

  init(_ profile: Profile) {
    self.profile = profile
    presses = Array(repeating: [:], count: profile.switches.count)
    counts = Array(repeating: 0, count: profile.switches.count)
  }

  mutating func take(_ outputs: [Effect]) {
    for output in outputs { take(output) }
  }

  private mutating func take(_ output: Effect) {
    switch output {
    case .press(let index, let isDown, let time, let accepted):
      told(at: accepted)
      if down.contains(index) == isDown { found("switch \(index) goes \(isDown ? "down" : "up") twice") }
      if isDown {
        down.insert(index)
        presses[index][time, default: (0, 0)].seen += 1
      } else {
        down.remove(index)
      }
    case .rejected(let index, let pressed, let time, let reason):
      told(at: time)
      // A contact that never became a press is rejected, too: of these there was no line.
      if presses[index][pressed] != nil {
        answer(index, pressed)
      } else if isExact, [.noGesture, .chordBroken].contains(reason) {
        found("\(reason) answers a press of switch \(index) that never was")
      }
    case .published(let command, _, _, _, _):
      phase(of: command)
      answer(command)
    case .performed(let command):
      phase(of: command)
      answer(command, isProvisional: true)
    case .refused(let command, _), .attention(let command): answer(command)
    case .asked(let question): answer(question.command, isProvisional: true)
    case .stuck(_, _, let time), .muted(_, _, let time), .unmuted(_, _, let time), .recalibrate(_, let time):
      told(at: time)
    case .clockWentBack(_, let time):
      told(at: time)
      isExact = false
    default: break
    }
  }

  private mutating func phase(of command: Command) {
    guard let press = command.press else { return }
    switch command.phase {
    case .begin: if !begun.insert(press.origin).inserted { found("a phase of \(press.origin) begins twice") }
    case .end: if begun.remove(press.origin) == nil { found("a phase of \(press.origin) ends without a begin") }
    case .once: break
    }
  }

  private mutating func answer(_ command: Command, isProvisional: Bool = false) {
    guard let press = command.press else { return }
    let one = Provisional(origin: press.origin, pressed: command.pressed)
    if provisional.contains(one) { return }
    if isProvisional { provisional.insert(one) }
    guard command.phase != .end, command.count == 1 else { return }
    switch press.origin {
    case .chord(let chord): for part in profile.chords[chord].parts { counts[part] += 1 }
    case .single(let index):
      if isExact, presses[index][command.pressed] == nil { found("a command of switch \(index) without a press") }
      answer(index, command.pressed)
      counts[index] += press.gesture.presses - 1
    }
  }

  private mutating func answer(_ index: Int, _ pressed: Instant) {
    counts[index] += 1
    presses[index][pressed, default: (0, 0)].answered += 1
    if isExact, let press = presses[index][pressed], press.answered > press.seen {
      found("a press of switch \(index) is answered twice")
    }
  }

  private mutating func told(at time: Instant) {
    if time < latest { found("what is told at \(time) comes after \(latest)") }
    latest = time
  }

  /// Nothing more comes.
  func end() {
    if !down.isEmpty { found("down at the end: switches \(down.sorted())") }
    if !begun.isEmpty { found("\(begun.count) phases are not ended") }
    for index in counts.indices {
      let seen = presses[index].values.reduce(0) { $0 + $1.seen }
      if isExact, counts[index] != seen { found("switch \(index): \(seen) presses, \(counts[index]) answered") }
    }
  }
}
