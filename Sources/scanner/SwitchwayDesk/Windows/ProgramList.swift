import SwitchwayBus
import SwitchwayScanning

/// The programs on the accessibility bus, and their windows.
///
/// At most `mostPrograms` programs are listed, and at most `mostWindows` windows of each.
final class ProgramList {
  static let mostPrograms = 200
  static let mostWindows = 50

  /// It is called when `windows` may have changed.
  var onChange: (() -> Void)?

  private final class Entry {
    var program: Program
    let root: Reference
    var windows: [Window] = []
    /// The windows that the program listed last. Some of them may not have been described yet.
    var named: [Reference] = []
    var isIntroduced = false
    var isListing = false
    var isOutdated = false

    init(_ root: Reference) { (program, self.root) = (Program(bus: root.bus), root) }
  }

  private let calls: ProgramCalls
  private var entries: [Entry] = []
  private var isListing = false
  private var isOutdated = false

  init(_ calls: ProgramCalls) { self.calls = calls }

  var windows: [Window] { entries.flatMap(\.windows) }

  func program(_ bus: String) -> Program? { entry(bus)?.program }

  /// The names on the bus of the programs that run in the process with this number.
  func programs(process: Int32) -> [String] { entries.map(\.program).filter { $0.process == process }.map(\.bus) }

  private func entry(_ bus: String) -> Entry? { entries.first { $0.program.bus == bus } }

  func update() {
    isOutdated = isListing
    if !isListing { list(startsRegistry: true) }
  }

  /// Asks the registry for all programs. If it has just ended, it must not be started again and again.
  private func list(startsRegistry: Bool) {
    isListing = true
    var call = Call(Reference(bus: ATSPI.registry.bus, path: ATSPI.root), ATSPI.accessible, "GetChildren")
    call.startsService = startsRegistry
    calls.sendApart(call, limit: SessionBus.startLimit) { [weak self] answer in
      guard let self else { return }
      // Otherwise no program would be known until a new one starts.
      guard !answer.isLate else { return list(startsRegistry: false) }
      isListing = false
      if let roots = answer.values?.references(limit: Self.mostPrograms) { replace(roots) }
      if isOutdated { update() }
    }
  }

  private func replace(_ roots: [Reference]) {
    let gone = entries.filter { !roots.contains($0.root) }
    entries.removeAll { !roots.contains($0.root) }
    for root in roots where entry(root.bus) == nil {
      let entry = Entry(root)
      entries.append(entry)
      introduce(entry)
    }
    if gone.contains(where: { !$0.windows.isEmpty }) { onChange?() }
  }

  func remove(_ bus: String) {
    guard let index = entries.firstIndex(where: { $0.program.bus == bus }) else { return }
    entries.remove(at: index)
    onChange?()
  }

  /// Asks a program for its name and its windows.
  private func introduce(_ entry: Entry) {
    let group = AnswerGroup(calls)
    group.send(.aboutName(entry.root.bus, "GetConnectionUnixProcessID")) {
      entry.program.process = $0.unsigned().flatMap(Int32.init(exactly:)) ?? 0
    }
    group.get(entry.root, ATSPI.accessible, "Name", as: "s") { entry.program.name = $0.name() ?? "" }
    group.get(entry.root, ATSPI.application, "ToolkitName", as: "s") { entry.program.toolkit = $0.name() ?? "" }
    group.get(entry.root, ATSPI.application, "Version", as: "s") { entry.program.toolkitVersion = $0.name() ?? "" }
    group.whenAnswered { [weak self] in
      entry.isIntroduced = !group.isLate
      self?.updateWindows(of: entry)
    }
  }

  /// Asks a program for its windows. Returns false if the program is unknown.
  @discardableResult
  func updateWindows(of bus: String) -> Bool {
    guard let entry = entry(bus) else { return false }
    if entry.isIntroduced { updateWindows(of: entry) } else { introduce(entry) }
    return true
  }

  func update(window: Reference) {
    if let entry = entry(window.bus), entry.named.contains(window) { updateWindows(of: entry) }
  }

  private func updateWindows(of entry: Entry) {
    entry.isOutdated = entry.isListing
    guard !entry.isListing else { return }
    entry.isListing = true
    calls.send(Call(entry.root, ATSPI.accessible, "GetChildren"), isUrgent: true) { [weak self] answer in
      guard let found = answer.values?.references(limit: Self.mostWindows) else {
        self?.finish(entry, with: answer.isLate ? entry.windows : [])
        return
      }
      self?.describe(found, of: entry)
    }
  }

  private func describe(_ references: [Reference], of entry: Entry) {
    entry.named = references
    let drafts = references.map { Draft($0) }
    let group = AnswerGroup(calls, isUrgent: true)
    let coordinates = ATSPI.Coordinates(toolkit: entry.program.toolkit)
    for draft in drafts { NodeQuestions.describe(draft, coordinates, in: group) }
    group.whenAnswered { [weak self] in
      // A window that does not even report its role no longer exists.
      let known = drafts.filter { $0.isKnown && $0.node.role != .invalid }
      self?.finish(entry, with: known.map { Window($0.node, of: entry.program) })
    }
  }

  private func finish(_ entry: Entry, with windows: [Window]) {
    entry.isListing = false
    if entries.contains(where: { $0 === entry }), entry.windows != windows {
      entry.windows = windows
      onChange?()
    }
    if entry.isOutdated { updateWindows(of: entry) }
  }
}
