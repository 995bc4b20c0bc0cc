/// The contents of the desktop that were read: the shown window, its group that is the present page, and later contents
/// that are not shown yet.
///
///     windowRead ────> news ──adoptFront, adoptContents──> window, path
///     windowChanged ──> settling ──quiet──> settled: the window is to be read again
///
/// Source: docs/design/desktop.md, "Pages in time".
struct Reading {
  /// What is not shown yet: another active window, or other contents of the shown window.
  private enum News { case front(Session.Window?), contents(Session.Window) }

  /// The shown window, with the shown contents.
  private(set) var window: Session.Window?
  /// The indices of the places that lead from the window's first page to the shown group.
  private(set) var path: [Int] = []
  private var news: News?
  /// Whether later contents are shown as soon as no switch is busy, without waiting for the end of a round.
  private(set) var isOutdated = false
  /// The window that has changed and must be read again.
  private var settling: (window: Reference, quiet: QuietTime)?
  /// The number of times that the name of an item has changed by itself, up to `maxNameChanges`.
  private(set) var nameChanges: [Reference: Int] = [:]

  /// After this many changes by itself, the name of an item is no longer compared.
  private static let maxNameChanges = 2

  // MARK: The present contents

  var hasNews: Bool { news != nil }
  var hasItems: Bool { Self.hasItems(window) }
  /// Whether another window than the shown one has become active.
  var isFrontOther: Bool { if case .front = news { true } else { false } }
  /// Whether another window has become active that has no items, or no window is active. A slow program may report no
  /// items for a moment. Then only the bar could be shown, and a press would choose its first place, the call for help.
  var isFrontEmpty: Bool { if case .front(let new) = news { !Self.hasItems(new) } else { false } }
  /// Other contents of the shown window.
  var newContents: Session.Window? { if case .contents(let new) = news { new } else { nil } }
  /// The active window, as it was last read.
  var latest: Session.Window? {
    switch news {
    case .front(let new): new
    case .contents(let new): new
    case nil: window
    }
  }
  /// The object with the focus in `latest`.
  var focused: Node? { latest?.pages?.items.first { $0.node.states.contains(.focused) }?.node }

  static func hasItems(_ window: Session.Window?) -> Bool { window?.pages?.places.contains { $0 != .panel } ?? false }

  /// Whether a new name of this item counts as a change.
  func comparesName(of item: Item) -> Bool { nameChanges[item.reference, default: 0] < Self.maxNameChanges }

  /// Whether the menu of a chosen entry is still open. Qt 5 runs the action of the entry, but leaves the menu open.
  func isOpenMenu(of entry: Item?) -> Bool {
    guard news != nil, let shown = latest, shown.kind == .menu, let entry, let items = shown.pages?.items
    else { return false }
    return entry.node.role.isMenuEntry
      && !entry.node.actions.contains { $0.lowercased() == "showmenu" }
      && items.contains { $0.reference == entry.reference }
  }

  // MARK: Inputs

  /// - Parameter countsNames: whether a changed name counts as one that has changed by itself.
  mutating func windowRead(_ new: Session.Window?, countsNames: Bool) {
    if let new, new.id == window?.id {
      countNames(in: new, asChanges: countsNames)
      news = .contents(new)
    } else if new == nil, window == nil {
      news = nil
    } else {
      (news, settling) = (.front(new), nil)
    }
  }

  mutating func windowChanged(_ id: Reference, at now: Int64) {
    guard id == latest?.id else { return }
    if settling?.window != id { settling = (id, QuietTime(500_000, atMost: 1_000_000, from: now)) }
    settling?.quiet.change(at: now)
  }

  /// The time when the window has been quiet for long enough after a change. `nil` if nothing has changed.
  var nextDeadline: Int64? { settling?.quiet.deadline }

  /// The time has advanced. Returns the window that must be read again now.
  mutating func advance(to time: Int64) -> Reference? {
    guard let (id, quiet) = settling, quiet.deadline <= time else { return nil }
    settling = nil
    return id
  }

  /// The window is being read again for another reason, so the end of changes is not waited for.
  mutating func endSettling() { settling = nil }

  /// Programs sent no events for a while, so the shown contents may be outdated, and the next ones are shown soon.
  mutating func outdate() { isOutdated = true }

  /// Counts the names that have changed by themselves since the window was last read.
  private mutating func countNames(in new: Session.Window, asChanges countsNames: Bool) {
    let names = Dictionary(
      (newContents ?? window)?.pages?.items.map { ($0.reference, $0.node.name) } ?? [],
      uniquingKeysWith: { first, _ in first })
    var counts: [Reference: Int] = [:]
    for item in new.pages?.items ?? [] {
      let hasChanged = countsNames && names[item.reference] ?? item.node.name != item.node.name
      counts[item.reference] = min(Self.maxNameChanges, nameChanges[item.reference, default: 0] + (hasChanged ? 1 : 0))
    }
    nameChanges = counts.filter { $0.value > 0 }
  }

  // MARK: The shown contents

  /// Shows the window that has become active. Returns whether there is one.
  mutating func adoptFront() -> Bool {
    guard case .front(let new) = news else { return false }
    show(new)
    path = []
    return true
  }

  /// Shows the other contents of the window, if there are any, with the same group if it still exists.
  mutating func adoptContents() {
    guard let new = newContents else { return }
    path = pathOfGroup(in: new)
    show(new)
  }

  private mutating func show(_ new: Session.Window?) { (window, news, isOutdated) = (new, nil, false) }

  /// The position of the shown group in other contents of its window.
  func pathOfGroup(in new: Session.Window) -> [Int] {
    guard let old = window?.pages, let pages = new.pages else { return [] }
    return old.path(path, in: pages)
  }

  mutating func enterGroup(at index: Int) { path.append(index) }

  mutating func go(to path: [Int]) { self.path = path }
}
