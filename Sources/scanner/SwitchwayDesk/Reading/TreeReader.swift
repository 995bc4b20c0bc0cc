import SwitchwayBus
import SwitchwayScanning

/// Reads one window, once. Source of the ways to read and of their limits: docs/design/desktop.md, "Reading a window".
///
/// - `Collection.GetMatches`, if the window has it: everything that is visible in one request, then its parents.
/// - Otherwise a walk from the window down, through the objects that are showing. GTK reports most of it by
///   `Cache.GetItems`.
///
/// If an object is an item whatever its actions are, its actions are requested last. So a part of the tree that has all
/// items can be reported earlier.
final class TreeReader {
  enum Progress {
    case read(Tree, isWhole: Bool)
    /// The window has gone, or its program does not answer.
    case failed
    /// `Collection.GetMatches` took too long: the next reading should be a walk.
    case matchesFailed
  }

  /// If a list has more children than this, only its visible part is read.
  static let mostRows = 100
  /// If a node that is not a list has more children than this, only its visible part is read. A grid of buttons may
  /// have some hundred children; all of them are needed, but a search by points finds only one per row.
  static let mostChildren = 400
  /// The roles that matches must not have, because such objects only hold or show something: filler, label, panel, root
  /// pane, scroll pane, separator, viewport, paragraph, heading, static. If they contain a match, they are read as its
  /// parents. The numbers are those of ATK, because the bridge of ATK, which answers for GTK 3 and Chromium, compares
  /// these and not AT-SPI's numbers (seen: AT-SPI's number of separator excluded sliders, and its number of panel
  /// excluded passwords).
  private static let neverItems = [20, 28, 38, 45, 48, 49, 67, 71, 81, 117]
  /// The largest number of matches that are requested. Source: docs/design/desktop.md, "Reading a window".
  static let mostMatches: Int32 = 300
  /// The number of nodes that are read at once. It is large enough that a program never waits for the next call.
  private static let mostActive = 24
  /// The earliest time for a report of a part of the window, in microseconds: after the beginning, and after the
  /// previous part.
  private static let pauses: (first: UInt64, later: UInt64) = (150_000, 300_000)

  private let calls: ProgramCalls
  private let window: Window
  private let usesMatches: Bool
  private let now: () -> UInt64
  private let coordinates: ATSPI.Coordinates
  private var onProgress: ((Progress) -> Void)?

  private var root: Draft
  private var drafts: [Reference: Draft] = [:]
  /// The matches in their order, followed by the parents that were found later.
  private var matched: [Draft]?
  private var cache = NodeCache()
  /// The earlier result of reading the window.
  private let former: [Reference: Node]
  /// Pages whose tab is not selected, so that they cannot be seen. GTK 4 reports them as visible.
  private var hidden: Set<Reference> = []
  /// The objects to read; the last one comes first.
  private var stack: [Draft] = []
  private var active = 0
  /// Items whose interfaces and actions are requested last.
  private var undescribed: [Draft] = []
  private var nextPart: UInt64

  init(
    _ calls: ProgramCalls, _ window: Window, former: [Node], usesMatches: Bool, now: @escaping () -> UInt64,
    onProgress: @escaping (Progress) -> Void
  ) {
    (self.calls, self.window, self.usesMatches, self.now) = (calls, window, usesMatches, now)
    self.onProgress = onProgress
    self.former = Dictionary(former.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    root = Draft(window.reference)
    coordinates = ATSPI.Coordinates(toolkit: window.program.toolkit)
    nextPart = now() &+ Self.pauses.first
  }

  /// Ends the reading. Progress is no longer reported.
  func cancel() {
    onProgress = nil
    stack = []
  }

  func start() {
    guard ["gtk", "GTK"].contains(window.program.toolkit) else { return readRoot() }
    let cache = Reference(bus: window.reference.bus, path: ATSPI.cachePath)
    calls.send(Call(cache, ATSPI.cache, "GetItems")) { [self] answer in
      if answer.isLate { return end(.failed) }
      if let reply = answer.values { self.cache = NodeCache(reply) }
      readRoot()
    }
  }

  private func readRoot() {
    root = add(window.reference, below: nil) ?? root
    read(root)
  }

  private func read(_ draft: Draft) {
    active += 1
    let group = AnswerGroup(calls)
    // All other properties come from the cache, which lacks the extents.
    if draft.hasInterfaces {
      NodeQuestions.askExtents(draft, coordinates, in: group)
    } else {
      let describe = matched == nil ? NodeQuestions.describe : NodeQuestions.describeWithParent
      describe(draft, coordinates, group)
      if draft === root { NodeQuestions.askInterfaces(draft, in: group) }
    }
    group.whenAnswered { [self] in group.isLate ? end(.failed) : readMore(of: draft) }
  }

  private func readMore(of draft: Draft) {
    guard onProgress != nil else { return }
    if draft === root, !draft.isKnown { return end(.failed) }
    if draft === root, usesMatches, window.program.toolkit != "gtk", draft.node.interfaces.contains(.collection) {
      return readMatches()
    }
    draft.addShowing(toolkit: window.program.toolkit)
    guard draft.isKnown, draft.node.states.contains(.showing) || draft === root else { return finish() }
    let group = AnswerGroup(calls)
    if draft.isItemAnyway(toolkit: window.program.toolkit) {
      undescribed.append(draft)
    } else {
      askUse(of: draft, in: group)
    }
    if window.program.toolkit == "GTK", draft.node.name.isEmpty, draft.node.role.isMenuEntry {
      NodeQuestions.askLabel(of: draft, in: group)
    }
    if window.program.toolkit == "GTK", draft.node.role == .pageTab, !draft.node.states.contains(.selected) {
      NodeQuestions.askControlled(by: draft, in: group) { [self] in hidden.insert($0) }
    }
    if matched == nil { askChildren(of: draft, in: group) }
    group.whenAnswered { [self] in group.isLate ? end(.failed) : finish() }
  }

  private func askUse(of draft: Draft, in group: AnswerGroup) {
    guard draft.hasInterfaces else {
      return NodeQuestions.askInterfaces(draft, in: group) { [self] in askUse(of: draft, in: group) }
    }
    if let former = former[draft.node.reference], former.hasSameActions(as: draft.node) {
      draft.node.actions = former.actions
    } else if draft.node.interfaces.contains(.action) {
      NodeQuestions.askActions(draft, toolkit: window.program.toolkit, in: group)
    }
    NodeQuestions.askLines(draft, coordinates, in: group)
  }

  private func finish() {
    active -= 1
    continueReading()
  }

  private func continueReading() {
    guard onProgress != nil else { return }
    while active < Self.mostActive, let next = stack.popLast() {
      if !isHiddenByCache(next) { read(next) }
    }
    if active == 0 {
      if matched != nil, readParents() { return continueReading() }
      describeItems()
    } else if tellsParts, matched == nil, now() >= nextPart {
      nextPart = now() &+ Self.pauses.later
      onProgress?(.read(tree(), isWhole: false))
    }
  }

  /// Whether the cache of GTK 3 shows that the object is not showing, so that nothing else about it is needed. These
  /// are mostly the entries of closed menus: of 900 objects of LibreOffice Calc, 640.
  private func isHiddenByCache(_ draft: Draft) -> Bool {
    window.program.toolkit == "gtk" && draft !== root && draft.hasInterfaces && !draft.node.states.contains(.showing)
  }

  private func describeItems() {
    let group = AnswerGroup(calls)
    for draft in undescribed { askUse(of: draft, in: group) }
    if tellsParts, group.isWaiting { onProgress?(.read(tree(), isWhole: false)) }
    group.whenAnswered { [self] in end(group.isLate ? .failed : .read(tree(), isWhole: true)) }
  }

  /// Whether parts of the window are reported before it is read completely: only if it was not read before. Otherwise a
  /// part would lack items that are still there, or the open menu.
  private var tellsParts: Bool { former.isEmpty }

  private func tree() -> Tree {
    if let matched { connect(matched, to: root) }
    let tree = Tree(of: root, in: window.program, hidden: hidden)
    return tree.openPart ?? tree
  }

  private func end(_ progress: Progress) {
    let report = onProgress
    cancel()
    report?(progress)
  }

  private func add(_ reference: Reference, below parent: Draft?) -> Draft? {
    guard drafts[reference] == nil, drafts.count < Tree.limit else { return nil }
    let draft = cache[reference] ?? Draft(reference)
    draft.seen = parent?.seen ?? .zero
    draft.isParentShowing = parent?.node.states.contains(.showing) ?? true
    drafts[reference] = draft
    parent?.children.append(draft)
    return draft
  }
}

// The walk
extension TreeReader {
  private func askChildren(of draft: Draft, in group: AnswerGroup) {
    let extents = draft.node.extents
    draft.seen = draft.seen.isEmpty ? extents : draft.seen.intersection(extents)
    if let count = draft.childCount { return askChildren(count, of: draft, in: group) }
    guard !draft.isLeaf(toolkit: window.program.toolkit) else { return }
    group.get(draft.node.reference, ATSPI.accessible, "ChildCount", as: "i") { [self] reply in
      askChildren(Int(reply.int() ?? 0), of: draft, in: group)
    }
  }

  private func askChildren(_ count: Int, of draft: Draft, in group: AnswerGroup) {
    guard count > 0 else { return }
    if count > (draft.isList ? Self.mostRows : Self.mostChildren) {
      guard !draft.seen.isEmpty else { return }
      return RowSearch(draft, coordinates, in: group) { [self] in
        guard let row = add($0, below: draft) else { return false }
        stack.append(row)
        return true
      }.step()
    }
    if let known = cache.children(of: draft.node.reference, count: count) { return push(known, draft) }
    group.send(Call(draft.node.reference, ATSPI.accessible, "GetChildren")) { [self] reply in
      push(reply.references(limit: Self.mostChildren) ?? [], draft)
    }
  }

  private func push(_ children: [Reference], _ parent: Draft) {
    let added = children.compactMap { add($0, below: parent) }
    stack.append(contentsOf: added.reversed())
  }
}

// Matches
extension TreeReader {
  private func readMatches() {
    let states: States = [.showing, .sensitive]
    calls.send(
      .matches(in: window.reference, states, without: Self.neverItems, limit: Self.mostMatches)
    ) { [self] answer in
      if answer.isLate { return end(.matchesFailed) }
      guard let found = answer.values?.references(limit: Int(Self.mostMatches)) else {
        return end(.matchesFailed)
      }
      let added = found.compactMap { add($0, below: nil) }
      matched = added
      stack = added.reversed()
      finish()
    }
  }

  /// Reads the parents that are not known yet. Returns false if there are none.
  private func readParents() -> Bool {
    let missing = (matched ?? []).compactMap(\.parent).compactMap { add($0, below: nil) }
    matched?.append(contentsOf: missing)
    stack = missing
    return !missing.isEmpty
  }
}

extension Node {
  /// Whether the actions that were read earlier can be used again, because the object is unchanged. This saves most of
  /// the requests. Before an action runs, its name is requested again. The state "showing" is compared, because the
  /// actions of an object that was not showing, such as an entry of a closed menu, were not requested.
  fileprivate func hasSameActions(as now: Node) -> Bool {
    let compared: States = [.showing, .checked, .expanded, .pressed, .sensitive]
    return role == now.role && interfaces == now.interfaces
      && states.intersection(compared) == now.states.intersection(compared)
  }
}
