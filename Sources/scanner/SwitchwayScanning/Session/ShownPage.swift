import SwitchwayClock

/// The shown page: its places, the highlighted one, and the rounds without a choice.
struct ShownPage {
  /// For this time after a page has appeared that the person did not request, choices do nothing, µs.
  private static let reaction: Int64 = 400_000

  private(set) var number = 1
  private(set) var content = Session.Content.bar
  /// The places of the page. The list is never empty.
  private(set) var places: [Place] = [.help, .own(.back), .own(.system)]
  /// The index of the highlighted place.
  private(set) var lit = 0
  /// The page that was shown before the question.
  private(set) var covered = Session.Content.window
  /// Whether the highlight has just come back to the place at which the round began.
  private(set) var isRoundOver = false
  /// The number of rounds without a choice on this page, and before that on earlier pages of the same group.
  private(set) var rounds = 0
  /// The number of steps of the clock in the present round.
  private var steps = 0
  /// Whether the person requested the page by a choice.
  private var isAsked = false
  private var shown: Int64 = 0
  /// The time since which the daemon scans the page. `nil` if it has not begun.
  private var scanned: Int64?

  var litPlace: Place { places[lit] }

  /// The place that was highlighted when the switch was pressed for a command. The highlight may have moved since then.
  func litPlace(of command: Session.Command) -> Place {
    let item = command.page == number ? command.item ?? lit : lit
    return places[places.indices.contains(item) ? item : lit]
  }

  /// Whether the press came before the page, or so soon after it that nobody can have reacted to it.
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

  /// Replaces the contents of the page by contents that were read later, but are the same for the person.
  mutating func refresh(_ content: Session.Content, _ places: [Place]) {
    (self.content, self.places) = (content, places)
  }

  /// Remembers the shown page, because a question will cover it.
  mutating func cover() { covered = content }

  /// Keeps only this place, so that the next page begins at it.
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

  /// A new round has begun, after changes that waited for the end of a round were shown.
  mutating func beginRound() { isRoundOver = false }

  // MARK: The daemon

  /// A new connection to a daemon was made. The page now counts as one that the person has not requested, and that is
  /// shown from now on. Returns whether no daemon has scanned it yet.
  mutating func connected(at now: Int64) -> Bool {
    let isFirst = scanned == nil
    (isAsked, shown, scanned) = (false, now, nil)
    return isFirst
  }

  /// The daemon scans the page since `time`.
  mutating func scanBegan(at time: Int64) { scanned = scanned ?? time }
}
