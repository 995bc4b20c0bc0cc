import SwitchwayClock
import SwitchwayCore
import SwitchwayTime

/// The last answered presses of switches, for `switchway why`: the outcome of each press, and the numbers that explain
/// it. They are kept only in memory. They contain no keys of keyboards, because only effects of switches are recorded
/// here.
///
/// A press is answered by a command or a rejection. The presses of one gesture or of one chord have one answer. If
/// there are more than `limit` answers, the oldest is dropped. While the profile stays the same, recording allocates no
/// memory.
public struct RecentPresses: Sendable {
  /// The number of answered presses that are kept. Source: switchway(1), `why`.
  public static let limit = 10

  /// The outcome of a press.
  public enum Outcome: Equatable, Sendable {
    /// The press made a command. `count` is 1 for the first command, and more if the command was repeated.
    case command(Gesture, ScanCommand, count: Int)
    /// The press made a command, which waits until the person answers a question.
    case question(Gesture, ScanCommand)
    case rejected(RejectionReason)
  }

  /// The item that a press has chosen from a page of a scanning program.
  public struct Choice: Equatable, Sendable {
    public var page: Int
    public var item: Int
    /// The item that was highlighted when the press was decided, which may be a later one than `item`.
    public var lit: Int
  }

  /// An answered press.
  public struct Entry: Equatable, Sendable {
    /// The name of the switch, or the chord as it is written in the profile.
    public var name: String
    public var label: String
    var origin: CommandOrigin
    /// The time of the press, as in the line that answers it.
    public var pressed: Instant
    /// The time when the press was decided.
    public var time: Instant
    /// The length of the press. `nil` while the press lasts, for several presses, or if it is unknown.
    public var length: Microseconds?
    /// The length that the press would have needed. For a press that was rejected as a repeat, the time after a release
    /// in which presses are ignored. `nil` if the outcome has another reason.
    public var needed: Microseconds?
    public var outcome: Outcome
    public var choice: Choice?
  }

  /// A press that is not answered yet.
  public struct Wait: Equatable, Sendable {
    public var pressed: Instant
    /// The latest time at which the press will be decided, if nothing else happens.
    public var until: Instant
    public var reason: PendingReason
  }

  /// A switch of the profile, with its present press.
  private struct Lane: Sendable {
    var name: String
    var label: String
    var steadying: SteadyingParameters
    var holdAfter: Microseconds?
    /// The setting `offset` of the switch's devices, or `nil` if the devices differ in it.
    var offset: Microseconds?
    var down: Instant?
    var up: Instant?
    var wait: Wait?
  }

  /// For each chord of the profile, the indices of its switches and its name.
  private var chords: [(parts: [Int], name: String)] = []
  private var lanes: [Lane] = []
  private var ring: [Entry] = []
  /// The index of the oldest entry, which the next entry replaces when the ring is full.
  private var next = 0

  /// Makes an empty list for the switches of `profile`.
  public init(profile: Profile) {
    use(profile)
    ring.reserveCapacity(RecentPresses.limit)
  }

  /// Continues with another profile. The presses that were answered before stay.
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

  /// The presses that are not answered yet, in the order of the profile's switches.
  public var waits: [(name: String, label: String, wait: Wait)] {
    lanes.compactMap { lane in lane.wait.map { (lane.name, lane.label, $0) } }
  }

  // MARK: Recording

  /// Records what an effect says about a press. Other effects change nothing.
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

  /// Records that a command was published. `pageItem` and `lit` are the values of `Effect.published`.
  mutating func note(_ command: Command, choosing pageItem: PageItem?, lit: Int?) {
    guard let press = command.press else { return }
    var choice: Choice?
    if let pageItem, let lit { choice = Choice(page: pageItem.page, item: pageItem.item, lit: lit) }
    answer(command, of: press, .command(press.gesture, command.word, count: command.count), choice)
  }

  /// Records that a command was refused.
  mutating func note(_ command: Command, refused reason: RejectionReason) {
    guard let press = command.press else { return }
    answer(command, of: press, .rejected(reason), nil)
  }

  /// Records that a command waits for the answer to a question.
  mutating func note(_ question: CommandGate.Question) {
    guard let press = question.command.press else { return }
    answer(question.command, of: press, .question(press.gesture, question.command.word), nil)
  }

  /// Records the outcome of a command of a press. The press may already have an entry: if its command repeats or ends,
  /// if a question was asked about the command, or if the command is `again`. The entry then keeps the first command's
  /// word.
  private mutating func answer(_ command: Command, of press: Command.Press, _ outcome: Outcome, _ choice: Choice?) {
    let entry = place(of: press.origin, pressed: command.pressed)
    // A later command of a press whose entry was dropped is not recorded, because the press is no longer among the last
    // ones.
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

  /// Changes the entry at `place`, whose press has another outcome now.
  private mutating func change(_ place: Int, to outcome: Outcome, _ choice: Choice?) {
    switch (ring[place].outcome, outcome) {
    case (_, .rejected): ring[place].outcome = outcome
    case (.command(let gesture, let word, _), .question): ring[place].outcome = .question(gesture, word)
    case (.command(let gesture, let word, let before), .command(_, let new, let count)):
      // If the scanning clock has converted the command, the new command says more, so it replaces the first one.
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
      // The filter has accepted the press. It was only too short for a `hold`.
      length = lane.up.map { $0 - pressed }
      if reason == .tooShort { needed = lane.holdAfter }
    } else if reason == .tooShort {
      needed = lane.steadying.holdDuration
      // The press was decided when the contact had been open for `debounce`, so its length is computed back from the
      // decision. A length that is too large is left out, because it includes short openings of the contact, which are
      // not known here.
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

  /// Returns the index of the entry of this press, or `nil` if there is none.
  private func place(of origin: CommandOrigin, pressed: Instant) -> Int? {
    // This is a loop, because a closure of `firstIndex` would get a copy of each entry.
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
