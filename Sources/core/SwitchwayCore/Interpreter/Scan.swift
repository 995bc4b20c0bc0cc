import SwitchwayClock
import SwitchwayText
import SwitchwayTime

/// The scanning clock of an interpreter, and what is kept for it between inputs.
struct Scan: Sendable {
  var clock = ScanningClock(ClockSettings())
  private(set) var outputs: [ClockOutput] = []
  /// The items of the phases that were begun.
  var itemsOfPhases: [Command.PhaseOwner: PageItem] = [:]
  /// Phases whose `begin` was not published, so that their `end` is not published either.
  var dropped: Set<Command.PhaseOwner> = []
  /// The selection of the command that waits for a confirmation.
  var questionAim: ClockAim?
  /// Whether the next command that is published is a confirmed one.
  var isConfirming = false
  /// The switch whose release was just handled, if that release selects.
  var releasedToSelect: Int?
  /// A client in a replay that answers each choice with the next page.
  var pages: ReplayPages?

  /// The answers of a client in a replay.
  struct ReplayPages: Sendable {
    let items: Int
    var page = 0
    /// Choices that are not answered yet.
    var choices = 0
  }

  /// Passes an input to the clock.
  mutating func handle(_ input: ClockInput, at time: Instant) {
    clock.handle(input, at: time.microseconds, into: &outputs)
  }

  /// Passes a command to the clock. If it was confirmed, it selects the item that was found when the question was
  /// asked.
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

  /// Makes the array of `takeOutputs` available again, to reuse its memory.
  mutating func giveBack(_ buffer: inout [ClockOutput]) {
    buffer.removeAll(keepingCapacity: true)
    if outputs.isEmpty { swap(&buffer, &outputs) }
  }
}

extension ClockSettings {
  /// The settings of a profile.
  init(_ scan: ScanSettings) {
    self.init(
      style: scan.style, interval: scan.interval.value, firstItemPause: scan.firstItemPause.value, loops: scan.loops,
      steps: scan.steps, afterSelect: scan.afterSelect, reaction: scan.reaction.value)
  }
}

extension ClockCommand {
  /// A command of the vocabulary, as the clock sees it.
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
