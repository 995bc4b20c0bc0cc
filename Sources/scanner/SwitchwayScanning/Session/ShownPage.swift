import SwitchwayClock

/// The shown page: its places, the highlighted one, and the rounds without a choice.
struct ShownPage {
  /// A choice this soon after a page that the person did not request does nothing, µs.
  private static let reaction: Int64 = 400_000

  private(set) var number = 1
  private(set) var content = Session.Content.bar
  /// The list is never empty.
  private(set) var places: [Place] = [.help, .own(.back), .own(.system)]
  /// The index of the highlighted place.
  private(set) var lit = 0
  /// The page that was shown before the question.
  private(set) var covered = Session.Content.window
  /// Whether the highlight has just come back to its beginning.
  private(set) var isRoundOver = false
  /// Rounds of this page, and of the same group before it was made again, without a choice.
  private(set) var rounds = 0
  /// Steps of the clock in this round.
  private var steps = 0
  /// Whether the person requested it by a choice.
  private var isAsked = false
  private var shown: Int64 = 0
  /// The time since which the daemon scans it.
  private var scanned: Int64?

  var litPlace: Place { places[lit] }

  /// The place that was highlighted at the press of a command. Steps may have come since then.
  func litPlace(of command: Session.Command) -> Place {
    let item = command.page == number ? command.item ?? lit : lit
    return places[places.indices.contains(item) ? item : lit]
  }

  /// Whether the press came before the page, or sooner after it than anybody can react.
  func isTooSoon(_ pressed: Int64, hasClock: Bool) -> Bool {
    if isAsked { return pressed < scanned ?? shown }
    guard let since = hasClock ? scanned : shown else { return true }
    return pressed < since &+ Self.reaction
  }

  /// Whether a page is the same for the person: the same references in the same order.
  func isSame(as other: Session.Content, _ places: [Place]) -> Bool {
    let isSameContent =
      switch (content, other) {
      case (.value(let shown), .value(let new)), (.actions(let shown), .actions(let new)):
        shown.reference == new.reference
      default: content == other
      }
    return isSameContent && self.places.elementsEqual(places) { $0.isSame(as: $1) }
  }

  /// Whether the highlighted items no longer exist in other contents of the window.
  func isLitGone(in new: Session.Window) -> Bool {
    let mine: Set<Reference>
    switch (content, litPlace) {
    case (.value(let item), _), (.actions(let item), _), (.window, .item(let item)): mine = [item.reference]
    case (.window, .group(let group)): mine = group.references
    case (.window, _): return !Reading.hasItems(new)
    case (.bar, _), (.panel, _), (.question, _): return false
    }
    return mine.isDisjoint(with: new.pages?.references ?? [])
  }

  // MARK: Showing

  /// Shows a page. If it is the same page, it keeps its number. Returns whether it is another page.
  mutating func show(
    _ content: Session.Content, _ places: [Place], lit: Int, isAsked: Bool, rounds: Int, at now: Int64
  ) -> Bool {
    let isNew = !isSame(as: content, places)
    (self.content, self.places) = (content, places)
    self.lit = min(max(0, lit), places.count - 1)
    if isNew {
      number += 1
      (self.isAsked, shown, scanned) = (isAsked, now, nil)
    }
    self.rounds = rounds
    (steps, isRoundOver) = (0, false)
    return isNew
  }

  /// The page is the same, but its contents were read later.
  mutating func refresh(_ content: Session.Content, _ places: [Place]) {
    (self.content, self.places) = (content, places)
  }

  /// A question will cover it.
  mutating func cover() { covered = content }

  /// The next page begins at this place.
  mutating func leaveOnly(_ place: Place) { (places, lit) = ([place], 0) }

  // MARK: Steps

  /// The highlight has moved to an item. `style`: the style of the clock that made the step. `nil` if a person made it.
  mutating func step(to item: Int, isForward: Bool, by style: ClockStyle?) {
    isRoundOver = ClockRound.begins(from: lit, to: item, isForward: isForward)
    lit = item
    if style?.movesAlone == true {
      steps += 1
    } else {
      (steps, rounds) = (0, 0)
    }
  }

  /// The person has chosen this place.
  mutating func choose(_ item: Int) { lit = item }

  /// Counts the round that has ended, if there is one.
  mutating func countRounds() {
    guard steps >= ClockRound.steps(items: places.count) else { return }
    rounds += 1
    steps = 0
  }

  /// The beginning of a round was used.
  mutating func beginRound() { isRoundOver = false }

  // MARK: The daemon

  /// There is another daemon: it was not asked for the page, and the page's time is that of this daemon. Returns
  /// whether no daemon has scanned it yet.
  mutating func connected(at now: Int64) -> Bool {
    let isFirst = scanned == nil
    (isAsked, shown, scanned) = (false, now, nil)
    return isFirst
  }

  /// The daemon has scanned it since `time`.
  mutating func scanBegan(at time: Int64) { scanned = scanned ?? time }
}
