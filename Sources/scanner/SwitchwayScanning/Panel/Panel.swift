import SwitchwayClock

/// The state of the panel: its possible places, what the person has set there, and the path through the groups of its
/// pages.
///
/// The table of `PanelPlace` lists the panel's own places and their actions.
struct Panel {
  /// The facts that decide which places the panel has, in addition to its own state.
  struct Surroundings {
    var hasClock: Bool
    /// Whether the shown window has items.
    var hasItems: Bool
    /// Whether speech is on. `nil` if the scanner cannot speak.
    var isSpeaking: Bool?
  }

  /// Whether `Effect.volume` can be performed.
  let hasVolume: Bool
  /// Whether the keyboard is available while the screen is locked.
  let typesWhenLocked: Bool
  /// The grid of the page for pointing.
  let grid: PointGrid

  /// Whether the screen is locked. Then no part of a window is shown, and no item is operated.
  private(set) var isLocked = false
  /// Whether the person rests. Then there is only one place, "go on".
  private(set) var isResting = false
  /// Whether the clock is paused. Then the page `system` has "go on" instead of "pause".
  private(set) var isPaused = false
  private(set) var writing: Writing
  /// The windows of the desktop. `nil` if no program reports them.
  private(set) var windows: [OpenWindow]?
  /// The installed programs, sorted by their names. `nil` if they were not read yet.
  private(set) var programs: [InstalledProgram]?
  /// The `id`s of the programs that were started from the panel, the last one first. They are forgotten when the
  /// scanner ends.
  private var started: [String] = []
  /// Whether the daemon allows this client to point.
  private var mayPoint = false
  private(set) var pointing: Pointing
  /// Whether the speech server offers several voices.
  private(set) var hasVoices = false
  /// The groups that lead to the shown page, from the first page of the keyboard, the windows or the programs.
  private(set) var path: [Int] = []

  /// The number of recently started programs that come before all others. It leaves room for four groups of programs on
  /// the page.
  private static let maxLast = 3

  init(hasVolume: Bool, typesWhenLocked: Bool, grid: PointGrid, writing: Writing) {
    (self.hasVolume, self.typesWhenLocked, self.grid) = (hasVolume, typesWhenLocked, grid)
    (self.writing, pointing) = (writing, Pointing(grid, screens: []))
  }

  // MARK: Places

  var hasPrograms: Bool { programs?.isEmpty == false }
  var canPoint: Bool { mayPoint && !pointing.screens.isEmpty }

  /// The places of a page, in the group that `path` leads to.
  func places(of page: Session.PanelPage, in surroundings: Surroundings) -> [Place] {
    allPlaces(of: page, in: surroundings).filter { $0 != KeyPages.noWords }
  }

  /// The places of a page that the table contains.
  func tablePlaces(of sheet: PanelPlace.Sheet, in surroundings: Surroundings) -> [Place] {
    PanelPlace.allCases.filter { $0.row.sheets(self, surroundings).contains(sheet) }.map { .own($0) }
  }

  private func allPlaces(of page: Session.PanelPage, in surroundings: Surroundings) -> [Place] {
    let first: [Place] =
      switch page {
      case .keyboard: writing.places
      case .scroll: Scrolling.places.map { .scrolling($0) } + tablePlaces(of: .page(page), in: surroundings)
      case .point: mayPoint && !isLocked ? pointing.places : []
      case .windows: Group.of((windows ?? []).map { .window($0) }).places
      case .programs: programPlaces
      case .rest, .system, .sound, .ending, .locked: tablePlaces(of: .page(page), in: surroundings)
      }
    // These pages have no groups, and their places are always there.
    if page == .rest || page == .locked || page == .point { return first }
    return Group(places: first).group(at: path)?.places ?? []
  }

  /// The programs that were last started from the panel, then all programs by their first letters.
  private var programPlaces: [Place] {
    let all = programs ?? []
    let last = started.compactMap { id in all.first { $0.id == id } }.prefix(Self.maxLast).map { Place.program($0) }
    let room = Group.limit - 1 - last.count
    return last + Group.of(all.map { .program($0) }, room: room, named: Group.letters).places
  }

  // MARK: The path through the panel

  /// Opens a page. Returns the request for what the page shows, or `nil` if it needs none.
  mutating func open(_ page: Session.PanelPage) -> Session.Effect? {
    path = []
    switch page {
    case .windows: return .listWindows
    case .programs: return .listPrograms
    case .point: pointing = Pointing(grid, screens: pointing.screens)
    case .keyboard, .rest, .scroll, .system, .sound, .ending, .locked: break
    }
    return nil
  }

  /// Opens the keyboard. `text`: the item of the window that the person writes in. `nil` if the keyboard is opened from
  /// the bar.
  mutating func openKeyboard(for text: Item?, in window: Reference?, focused: Node?) {
    path = []
    writing.open(for: text, isLocked: isLocked, window: window, focused: focused)
  }

  /// Opens this group of a page. Returns false if the page no longer has the group.
  mutating func enter(_ group: Group, of page: Session.PanelPage, in surroundings: Surroundings) -> Bool {
    let index = allPlaces(of: page, in: surroundings).firstIndex(where: Place.group(group).isSame)
    guard let index else { return false }
    path.append(index)
    return true
  }

  /// Leaves the innermost open group. Returns the index of the place on the page above that had opened the group. `nil`
  /// if no group is open.
  mutating func leaveGroup(of page: Session.PanelPage, in surroundings: Surroundings) -> Int? {
    guard let last = path.popLast() else { return nil }
    let all = allPlaces(of: page, in: surroundings)
    let left = all.indices.contains(last) ? places(of: page, in: surroundings).firstIndex(of: all[last]) : nil
    return left ?? 0
  }

  // MARK: Inputs

  mutating func windowsChanged(_ windows: [OpenWindow]?) { self.windows = windows }

  mutating func programsRead(_ programs: [InstalledProgram]) {
    let sorted = programs.map { (key: [$0.sortedName, $0.name, $0.id], program: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    self.programs = sorted.map(\.program)
  }

  mutating func programStarted(_ program: InstalledProgram) {
    started = [program.id] + started.filter { $0 != program.id }.prefix(Self.maxLast - 1)
  }

  mutating func pointingChanged(isAllowed: Bool) { mayPoint = isAllowed }

  mutating func voicesChanged(areSeveral: Bool) { hasVoices = areSeveral }

  /// The screens were reported. If they have changed, the path to a point begins again.
  mutating func screensChanged(_ screens: [Rect]) {
    let new = Pointing(grid, screens: screens)
    if new.screens != pointing.screens { pointing = new }
  }

  /// The connection to the daemon was made. `state`: the state of its clock. `nil` if there is no clock.
  mutating func connected(_ state: ClockState?, isKeyboardShown: Bool) {
    isPaused = state == .paused
    if isKeyboardShown { path = [] }
    writing.forgetWord()
  }

  mutating func clockChanged(_ state: ClockState) {
    switch state {
    case .paused: isPaused = true
    case .running, .frozen, .resting: isPaused = false
    case .off, .holding: break
    }
  }

  /// The person pauses the clock, rests, or continues.
  mutating func pause(isPaused: Bool, isResting: Bool) { (self.isPaused, self.isResting) = (isPaused, isResting) }

  /// The screen was locked or unlocked. Unfinished actions on the panel end.
  mutating func lockChanged(_ isLocked: Bool) {
    self.isLocked = isLocked
    path = []
    writing.close()
    pointing = Pointing(grid, screens: pointing.screens)
  }

  // MARK: Keys

  mutating func layoutChanged(_ layout: KeyboardLayout?, isShown: Bool) {
    if writing.layoutChanged(layout), isShown { path = [] }
  }

  mutating func shift(from shift: Key.Shift) {
    path = []
    writing.shift(from: shift)
  }

  /// A key was typed. `focused`: the object with the focus in the active window.
  mutating func keyTyped(_ key: Key, _ focused: Node?) {
    if !key.isRepeated { path = [] }
    writing.keyTyped(key, focused)
  }

  mutating func forgetWord() { writing.forgetWord() }

  mutating func windowRead(_ window: Reference?, focused: Node?) { writing.windowRead(window, focused: focused) }

  // MARK: Pointing

  /// Continues with this part of the screens. `part`: how far the gliding line has moved through the cell, from 0 to 1.
  /// `nil` if there is no line.
  mutating func choose(_ cell: PointCell, part: Double?) { pointing.choose(cell, part: part) }

  /// Begins an action at the chosen point. Returns the request to the daemon, or `nil` if the action first needs
  /// another page.
  mutating func begin(_ deed: PointDeed) -> PointRequest? { pointing.begin(deed) }

  /// The daemon has performed the action of the pointer.
  mutating func pointerFinished() { pointing.finish() }

  /// Goes back to the previous page for pointing. Returns false if there is none.
  mutating func pointBack() -> Bool { pointing.back() }
}
