import SwitchwayClock
import SwitchwayText
import SwitchwayTime

/// The scanning clock of an interpreter, with the data that the interpreter keeps for it between inputs.
struct Scan: Sendable {
  var clock = ScanningClock(ClockSettings())
  private(set) var outputs: [ClockOutput] = []
  /// The items that were published with the `begin` of a phase, for its `end`.
  var itemsOfPhases: [Command.PhaseOwner: PageItem] = [:]
  /// Phases whose `begin` was not published, so that their `end` is not published either.
  var dropped: Set<Command.PhaseOwner> = []
  /// The item that the command of the open question selects. `nil` if it selects none.
  var questionAim: ClockAim?
  /// Whether the next command that is published was confirmed by the person.
  var isConfirming = false
  /// The switch whose release was just handled, if its release selects, otherwise `nil`.
  var releasedToSelect: Int?
  /// The pages of a replay's simulated client. `nil` if there is no such client.
  var pages: ReplayPages?

  /// The pages of a simulated client, which answers each choice with the next page.
  struct ReplayPages: Sendable {
    let items: Int
    var page = 0
    /// The number of choices that the client has not answered yet.
    var choices = 0
  }

  /// Passes an input to the clock.
  mutating func handle(_ input: ClockInput, at time: Instant) {
    clock.handle(input, at: time.microseconds, into: &outputs)
  }

  /// Passes a command to the clock. A confirmed command selects the item that was found when the question was asked.
  mutating func handleCommand(_ command: ClockCommand, by press: ClockPress) {
    if isConfirming {
      isConfirming = false
      clock.confirm(command, aim: questionAim, by: press, at: press.accepted, into: &outputs)
    } else {
      clock.handleCommand(command, by: press, into: &outputs)
    }
  }

  mutating func advance(to time: Instant) { clock.advance(to: time.microseconds, into: &outputs) }

  mutating func endEvent(at time: Instant) { clock.endEvent(at: time.microseconds, into: &outputs) }

  /// Exchanges `buffer`, which must be empty, for the outputs since the last call.
  mutating func takeOutputs(into buffer: inout [ClockOutput]) { swap(&buffer, &outputs) }

  /// Gives the array of `takeOutputs` back, so that its memory is used again.
  mutating func giveBack(_ buffer: inout [ClockOutput]) {
    buffer.removeAll(keepingCapacity: true)
    if outputs.isEmpty { swap(&buffer, &outputs) }
  }
}

extension ClockSettings {
  /// Makes the clock's settings from the settings of a profile.
  init(_ scan: ScanSettings) {
    self.init(
      style: scan.style, interval: scan.interval.value, firstItemPause: scan.firstItemPause.value, loops: scan.loops,
      steps: scan.steps, afterSelect: scan.afterSelect, reaction: scan.reaction.value)
  }
}

extension ClockCommand {
  /// Makes the clock's form of a command from the command.
  init(_ word: ScanCommand) {
    let first = word.arguments.first
    switch word.name {
    case "next", "previous":
      let by = word.arguments.first { $0.hasPrefix("by=") }
      let count = word.arguments.last.flatMap { Int($0) } ?? 1
      self = by == nil || by == "by=item" ? .move(word.name == "next" ? count : -count) : .moveElsewhere
    case "move": self = .moveElsewhere
    case "edge": self = .edge(isEnd: first == "end")
    case "select": self = .select
    case "choose", "enter", "leave": self = .choice
    case "scan": self = first.flatMap(ScanWord.init).map { .scan($0) } ?? .other
    case "scan-rate":
      switch first {
      case "faster": self = .rate(.faster)
      case "slower": self = .rate(.slower)
      case let text: self = text.flatMap { try? DurationText.parse($0) }.map { .rate(.interval($0.value)) } ?? .other
      }
    case "scan-style": self = .style(first.flatMap(ClockStyle.init(argument:)))
    default: self = [.act, .text, .gesture].contains(word.group) ? .choice : .other
    }
  }
}
