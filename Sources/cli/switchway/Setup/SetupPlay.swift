import Switchway
import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

// The games of the trial. If time moves the highlight, the person first chooses a star several times. Then comes
// noughts and crosses. At the end, setup proposes the pace that fits.
extension SetupTrial {
  /// How many times the person chooses a star. This gives five reactions in less than a minute.
  private static let stars = 5
  private static let row = 5
  private static let starWord: Phrase = "star"
  private static let stopWord: Phrase = "stop"

  func play() throws {
    var gauge = ReactionGauge()
    if setup.style?.movesInTime == true { try aim(&gauge) }
    try noughtsAndCrosses()
    guard let proposal = gauge.proposal, let mean = gauge.mean else { return }
    let interval = Microseconds(proposal.interval)
    let reaction = Microseconds(proposal.reaction)
    let prompt = SetupPrompt(
      name: "pace",
      text: "You chose \(number: LengthWords.measured(mean)) after the highlight arrived "
        + "(average of \(gauge.times.count)). "
        + "\(interval) per item would suit you, with \(reaction) allowed for your reaction.",
      choices: [
        SetupChoice(word: "yes", text: "use \(interval)"), SetupChoice(word: "no", text: "keep the pace as it is"),
      ], proposal: nil, canGoBack: false, hint: hint)
    var pointer: SetupPointer? = .page(newPage(2))
    guard case .word("yes") = try conversation.choose(prompt, by: &pointer) else { return }
    setPace(proposal.interval, reaction: proposal.reaction)
  }

  private func aim(_ gauge: inout ReactionGauge) throws {
    try voice.tell(
      "\nChoose the star * \(Self.stars) times. The highlight waits until you press: the first press starts it. "
        + "(Enter: skip this)")
    for round in 0..<Self.stars {
      // The first item is never the star, because it is highlighted before the person can look.
      let star = 2 + round * 2 % (Self.row - 2)
      var page = newPage(Self.row)
      let choice = try pick(&page, stop: nil) { item in
        let squares = (0..<Self.row).map { square in
          let text = square == star ? "*" : "."
          return square == item ? "[\(text)]" : " \(text) "
        }
        return ([Phrase(verbatim: squares.joined())], item == star ? "> \(Self.starWord)" : "> \(item + 1)")
      }
      guard let choice else { return }
      guard let reaction = page.reaction(of: choice, to: star), [star, (star + 1) % Self.row].contains(choice.item)
      else {
        try voice.tell("Not the star.")
        continue
      }
      gauge.add(reaction)
      try voice.tell(choice.item == star ? "Yes." : "A little late.")
    }
  }

  private func noughtsAndCrosses() throws {
    try voice.tell("\nNoughts and crosses: you are X, and you start. (Enter: skip this)")
    var game = NoughtsAndCrosses()
    while game.outcome == nil {
      let free = game.free
      // The last item ends the game, for people who have only the switch.
      var page = newPage(free.count + 1)
      let choice = try pick(&page, stop: free.count) { item in
        let square = free.indices.contains(item) ? free[item] : nil
        let stop: Phrase = square == nil ? "[\(Self.stopWord)]" : " \(Self.stopWord) "
        let board = game.lines(highlighted: square).map { Phrase(verbatim: $0) }
        return (board + [stop], square.map { "> \($0 + 1)" } ?? "> \(Self.stopWord)")
      }
      guard let choice else { break }
      game.play(free[choice.item])
    }
    let result: Phrase =
      switch game.outcome {
      case .won: "You win."
      case .lost: "O wins."
      case .drawn: "It is a draw."
      case nil: "You left the game."
      }
    let board = Phrase(verbatim: game.lines(highlighted: nil).joined(separator: "\n"))
    try voice.tell(game.outcome == nil ? result : .joined([board, result]))
  }

  /// Shows a page until an item is chosen, and returns the choice. Returns `nil` if the person typed a line, or chose
  /// the item `stop`.
  private func pick(
    _ page: inout SetupPage, stop: Int?, lines: (Int) -> (lines: [Phrase], spoken: Phrase)
  ) throws -> SetupPage.Choice? {
    try conversation.announce(page)
    func shown() -> (lines: [Phrase], spoken: Phrase) {
      let (lines, spoken) = lines(page.item)
      guard page.isResting, let last = lines.last else { return (lines, spoken) }
      return (
        lines.dropLast() + ["\(last)  (\(SetupPrompt.rest))"], "\(spoken)  (\(SetupPrompt.rest))"
      )
    }
    var drawn = shown()
    try voice.draw(drawn.lines, spoken: drawn.spoken)
    while true {
      switch try room.next(until: nil) {
      case .line(let line):
        if line.lowercased().hasPrefix("q") { throw SetupEnd.left }
        try voice.settle()
        return nil
      case .deadline, .arrow: break
      case .closed: try voice.closed(SetupPrompt(name: "play", text: ""))
      case .daemon(let line):
        conversation.note(line)
        let choice = Wire.Event(line.value).flatMap { page.take($0, for: conversation.clientName, style: setup.style) }
        let now = shown()
        if now != drawn { try voice.draw(now.lines, spoken: now.spoken) }
        drawn = now
        guard let choice else { continue }
        return choice.item == stop ? nil : choice
      }
    }
  }
}
