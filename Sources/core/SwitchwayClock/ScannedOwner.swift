/// The scanning state of one owner, with its page or without one (`unknown`).
struct ScannedOwner: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    /// The number of items is unknown.
    case unknown
    case page
    /// No item of this owner is scanned.
    case nothing
  }
  var owner: ClockOwner
  var content = Content.unknown
  var page = 0
  var items = 1
  /// The item of the page with which scanning begins.
  var firstItem = 0
  var announced: Int64
  /// The highlighted item. Without a page, the number of moves so far.
  private(set) var lit = 0
  /// The number of times that the positions were reset.
  private(set) var epoch = 0
  /// Whether the client received a selection and has not answered it yet.
  var choiceWaits = false
  /// Whether the clock waits for a press on the page that answers the selection.
  var restsNext = false
  var saidHold = false
  private(set) var isResting = false
  /// The number of the clock's own steps since the last selection, start or step by a person.
  var steps = 0
  private var lights: MomentHistory
  private var rests: MomentHistory

  init(_ owner: ClockOwner, at time: Int64) {
    self.owner = owner
    announced = time
    isResting = true
    lights = MomentHistory(0, at: time)
    rests = MomentHistory(1, at: time)
  }

  var isHolding: Bool { choiceWaits || saidHold }

  /// The highlighted item, or `nil` without a page.
  var pageItem: PageItem? { pageItem(of: lit) }

  func pageItem(of item: Int) -> PageItem? { content == .page ? PageItem(page: page, item: item) : nil }

  /// The target of a selection made at this time.
  func aim(at moment: Int64) -> ClockAim {
    let found = lights.value(at: moment)
    return ClockAim(
      owner: owner, pageItem: pageItem(of: found), announced: content == .page ? announced : nil, moves: found,
      epoch: epoch)
  }

  func wasResting(at moment: Int64) -> Bool { rests.value(at: moment) == 1 }

  /// Begins a new page, on which the highlight moves. If the page answers a selection, the caller may then let the
  /// clock wait.
  mutating func begin(_ new: ClockPage, at time: Int64) {
    content = .page
    page = new.page
    items = new.items
    firstItem = new.item
    announced = time
    choiceWaits = false
    saidHold = new.hold
    steps = 0
    lit = new.item
    lights.begin(lit, at: time)
    isResting = false
    rests.begin(0, at: time)
  }

  /// Whether a `scan` request repeats the present page while no selection waits.
  func isSame(as other: ClockPage) -> Bool {
    content == .page && !choiceWaits && page == other.page && items == other.items
  }

  /// Handles a step of the clock.
  mutating func step(_ moves: Int, at time: Int64) {
    lit = moved(by: moves)
    lights.append(lit, at: time)
    steps += 1
  }

  /// Moves the highlight. The history is kept, so earlier presses still find the item that was highlighted then.
  mutating func light(_ item: Int, at time: Int64) {
    lit = item
    lights.append(lit, at: time)
  }

  /// Handles a move by a person. The history is reset, because nobody reacts to a step of their own.
  mutating func personMoves(to item: Int, at time: Int64) {
    lit = item
    steps = 0
    lights.begin(lit, at: time)
  }

  /// The item after this many moves. After the last item of a page, the first one follows.
  func moved(by moves: Int) -> Int {
    guard content == .page else { return lit &+ moves }
    let item = (lit + moves % items) % items
    return item < 0 ? item + items : item
  }

  /// Resets the history to the present position.
  mutating func forgetSteps(at time: Int64) {
    epoch += 1
    lights.begin(lit, at: time)
  }

  /// Takes back a step that was not sent to an owner without a page.
  mutating func takeBack(_ moves: Int, from time: Int64) {
    guard content == .unknown else { return }
    lit = lit &- moves
    lights.add(0 &- moves, from: time)
  }

  mutating func setResting(_ isNow: Bool, at time: Int64) {
    guard isResting != isNow else { return }
    isResting = isNow
    rests.append(isNow ? 1 : 0, at: time)
  }

  /// Sets whether the clock waits under a new style, and drops the history of the old one.
  mutating func restAnew(_ isNow: Bool, at time: Int64) {
    isResting = isNow
    rests.begin(isNow ? 1 : 0, at: time)
  }
}

/// All owners that sent anything or were scanned, at most 33: 32 clients and a bridge. At the limit the oldest owner is
/// dropped, but never the owner that is scanned now.
///
/// Both arrays have their full length from the beginning, so no memory is allocated later, unless a copy of the clock
/// is changed. An `InlineArray` was tried: its 12 KB were copied at each access, 3 µs per step or edge instead of 0.3.
struct OwnerTable: Equatable, Sendable {
  static let capacity = 33

  private(set) var slots = Array(repeating: ScannedOwner(.nobody, at: 0), count: OwnerTable.capacity)
  /// For each slot, the value of `calls` when it was assigned: a larger number is a later assignment.
  private var given = Array(repeating: 0, count: OwnerTable.capacity)
  private var calls = 0

  subscript(index: Int) -> ScannedOwner {
    _read { yield slots[index] }
    _modify { yield &slots[index] }
  }

  func index(of owner: ClockOwner) -> Int? {
    guard owner != .nobody else { return nil }
    for index in slots.indices where slots[index].owner == owner { return index }
    return nil
  }

  /// Returns the slot of an owner other than `nobody`. Assigns a slot if the owner has none.
  mutating func slot(for owner: ClockOwner, sparing current: Int?, at time: Int64) -> Int {
    if let index = index(of: owner) { return index }
    var choice = current == 0 ? 1 : 0
    for index in slots.indices where index != current {
      if slots[index].owner == .nobody {
        choice = index
        break
      }
      if given[index] < given[choice] { choice = index }
    }
    calls += 1
    given[choice] = calls
    slots[choice] = ScannedOwner(owner, at: time)
    return choice
  }

  mutating func remove(at index: Int) { slots[index].owner = .nobody }
}
