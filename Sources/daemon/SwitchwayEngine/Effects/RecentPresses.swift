import SwitchwayClock
import SwitchwayCore
import SwitchwayTime

/// The last answered presses of switches, for `switchway why`: the outcome of each press, and the numbers that explain
/// it. They are kept in memory only. They contain no typed keys, because keyboards produce none of the outputs that are
/// recorded here.
///
/// A press is answered by a command or a rejection. The presses of one gesture or of one chord have one answer. At the
/// limit the oldest answer is dropped. While a profile is active, recording an output allocates no memory.
public struct RecentPresses: Sendable {
  /// Source: switchway(1), `why`.
  public static let limit = 10

  /// The outcome of a press.
  public enum Outcome: Equatable, Sendable {
    /// `count`: 1 for the first command, more for its repeats.
    case command(Gesture, ScanCommand, count: Int)
    /// The command waits for the answer to a question.
    case question(Gesture, ScanCommand)
    case rejected(RejectionReason)
  }

  /// The item that a press chose from a page.
  public struct Choice: Equatable, Sendable {
    public var page: Int
    public var item: Int
    /// The item that was highlighted when the press was decided.
    public var lit: Int
  }

  /// An answered press.
  public struct Entry: Equatable, Sendable {
    /// The name of the switch, or the chord as it is written.
    public var name: String
    public var label: String
    var origin: CommandOrigin
    /// The same time as in the line of the answer.
    public var pressed: Instant
    /// The time when it was decided.
    public var time: Instant
    /// The length of the press, or `nil` while it lasts, for several presses, and if it is unknown.
    public var length: Microseconds?
    /// The length that the press needed; for `repeat`, the dead time after a release.
    public var needed: Microseconds?
    public var outcome: Outcome
    public var choice: Choice?
  }

  /// A press that is not answered yet.
  public struct Wait: Equatable, Sendable {
    public var pressed: Instant
    /// The latest time of the decision, if nothing changes.
    public var until: Instant
    public var reason: PendingReason
  }

  /// A switch of the profile, with its present press.
  private struct Lane: Sendable {
    var name: String
    var label: String
    var steadying: SteadyingParameters
    var holdAfter: Microseconds?
    /// The `offset` of its devices, or `nil` if they differ.
    var offset: Microseconds?
    var down: Instant?
    var up: Instant?
    var wait: Wait?
  }

  /// The parts of each chord of the profile, and its name.
  private var chords: [(parts: [Int], name: String)] = []
  private var lanes: [Lane] = []
  private var ring: [Entry] = []
  /// The index of the next entry once the ring is full.
  private var next = 0

  /// Starts without presses.
  public init(profile: Profile) {
    use(profile)
    ring.reserveCapacity(RecentPresses.limit)
  }

  /// Another profile became active. Answers of the old one stay.
  public mutating func use(_ new: Profile) {
    chords = new.chords.map { ($0.parts, $0.name) }
    lanes = RecentPresses.lanes(of: new)
  }

  private static func lanes(of profile: Profile) -> [Lane] {
    profile.switches.map { one in
      let offsets = Set(one.inputs.map { profile.devices[$0.device].offset })
      return Lane(
        name: one.name, label: one.label, steadying: one.steadying, holdAfter: one.gestures[.hold]?.after,
        offset: offsets.count > 1 ? nil : offsets.first ?? .zero)
    }
  }

  /// The answered presses, the oldest first.
  public var entries: [Entry] { Array(ring[next...] + ring[..<next]) }

  /// The presses that wait, in the order of the profile.
  public var waits: [(name: String, label: String, wait: Wait)] {
    lanes.compactMap { lane in lane.wait.map { (lane.name, lane.label, $0) } }
  }

  // MARK: Recording

  /// Records the outcome of a press. Other effects change nothing.
  public mutating func note(_ effect: Effect) {
    switch effect {
    case .press(let index, true, let time, _):
      lanes[index].down = time
      lanes[index].up = nil
      forgetWait(of: index, upTo: time)
    case .press(let index, false, let time, _): release(index, at: time)
    case .pending(let index, let pressed, let until, let reason):
      lanes[index].wait = Wait(pressed: pressed, until: until, reason: reason)
    case .rejected(let index, let pressed, let time, let reason):
      forgetWait(of: index, upTo: pressed)
      reject(index, pressed, time, reason)
    case .performed(let command), .attention(let command): note(command, choosing: nil, lit: nil)
    default: break
    }
  }

  /// A command was published. `pageItem`, `lit`: see `Effect.published`.
  mutating func note(_ command: Command, choosing pageItem: PageItem?, lit: Int?) {
    guard let press = command.press else { return }
    var choice: Choice?
    if let pageItem, let lit { choice = Choice(page: pageItem.page, item: pageItem.item, lit: lit) }
    answer(command, of: press, .command(press.gesture, command.word, count: command.count), choice)
  }

  /// A command was refused.
  mutating func note(_ command: Command, refused reason: RejectionReason) {
    guard let press = command.press else { return }
    answer(command, of: press, .rejected(reason), nil)
  }

  /// A command waits for the answer to a question.
  mutating func note(_ question: CommandGate.Question) {
    guard let press = question.command.press else { return }
    answer(question.command, of: press, .question(press.gesture, question.command.word), nil)
  }

  /// Records the outcome of a command of a press, which may already have an answer: its command repeats or ends, it was
  /// asked about, or it is `again`, whose own word is kept.
  private mutating func answer(_ command: Command, of press: Command.Press, _ outcome: Outcome, _ choice: Choice?) {
    let entry = place(of: press.origin, pressed: command.pressed)
    // Its entry was dropped, and the press is no longer among the last ones.
    if entry == nil, command.isLater { return }
    switch press.origin {
    case .single(let index):
      forgetWait(of: index, upTo: press.gesture.presses == 1 ? command.pressed : command.accepted)
    case .chord(let index): for part in chords[index].parts { lanes[part].wait = nil }
    }
    var length = command.released.map { $0 - command.pressed }
    if press.gesture.presses > 1 { length = nil }
    if let entry {
      if let length { ring[entry].length = length }
      change(entry, to: outcome, choice)
      return
    }
    let name: String
    let label: String
    switch press.origin {
    case .single(let index):
      (name, label) = (lanes[index].name, lanes[index].label)
      if length == nil, lanes[index].down == command.pressed, let up = lanes[index].up { length = up - command.pressed }
    case .chord(let index): (name, label) = (chords[index].name, chords[index].name)
    }
    append(
      Entry(
        name: name, label: label, origin: press.origin, pressed: command.pressed, time: command.accepted,
        length: length, needed: nil, outcome: outcome, choice: choice))
  }

  /// Another answer comes to the press of the entry at `place`.
  private mutating func change(_ place: Int, to outcome: Outcome, _ choice: Choice?) {
    switch (ring[place].outcome, outcome) {
    case (_, .rejected): ring[place].outcome = outcome
    case (.command(let gesture, let word, _), .question): ring[place].outcome = .question(gesture, word)
    case (.command(let gesture, let word, let before), .command(_, let new, let count)):
      // The command that the scanning clock makes of a command says more than the command itself.
      let isOfClock = choice != nil || new.group == .scan && new.name == "scan"
      ring[place].outcome = .command(gesture, isOfClock ? new : word, count: max(before, count))
      if choice != nil { ring[place].choice = choice }
    case (.question, .command), (.question, .question), (.rejected, .command), (.rejected, .question): break
    }
  }

  private mutating func reject(_ index: Int, _ pressed: Instant, _ time: Instant, _ reason: RejectionReason) {
    let lane = lanes[index]
    var length: Microseconds?
    var needed: Microseconds?
    if lane.down == pressed {
      // The press was accepted. It was too short only for its binding.
      length = lane.up.map { $0 - pressed }
      if reason == .tooShort { needed = lane.holdAfter }
    } else if reason == .tooShort {
      needed = lane.steadying.holdDuration
      // The decision came after the contact had been open for `debounce`. Openings inside the press do not count, and
      // are not known here.
      let span = lane.offset.map { time - lane.steadying.debounce - (pressed - $0) }
      length = span.flatMap { $0 >= .zero && $0 < lane.steadying.holdDuration ? $0 : nil }
    } else if reason == .repeated {
      needed = lane.steadying.ignoreRepeat
    }
    append(
      Entry(
        name: lane.name, label: lane.label, origin: .single(index), pressed: pressed, time: time, length: length,
        needed: needed, outcome: .rejected(reason)))
  }

  private mutating func release(_ index: Int, at time: Instant) {
    lanes[index].up = time
    guard let down = lanes[index].down, let place = place(of: .single(index), pressed: down),
      ring[place].length == nil
    else { return }
    if case .command(let gesture, _, _) = ring[place].outcome, gesture.presses > 1 { return }
    ring[place].length = time - down
  }

  private mutating func forgetWait(of index: Int, upTo pressed: Instant) {
    if let wait = lanes[index].wait, wait.pressed <= pressed { lanes[index].wait = nil }
  }

  /// The index of the entry of this press.
  private func place(of origin: CommandOrigin, pressed: Instant) -> Int? {
    // Members are read in place: a closure would get a copy of each entry.
    var place = ring.count
    while place > 0 {
      place -= 1
      if ring[place].pressed == pressed, ring[place].origin == origin { return place }
    }
    return nil
  }

  private mutating func append(_ entry: consuming Entry) {
    guard ring.count == RecentPresses.limit else {
      ring.append(entry)
      return
    }
    ring[next] = entry
    next = (next + 1) % RecentPresses.limit
  }
}
