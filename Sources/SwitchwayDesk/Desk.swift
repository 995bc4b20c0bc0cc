import CLibsystemd
import Glibc
import SwitchwayScanning

/// Everything of the accessibility bus: which windows there are, which is in front, what they contain, and acting on
/// that.
///
/// Works on the caller's event loop, on its one thread, and never blocks: every call to a program is asynchronous and
/// ends after half a second at the latest. Nothing wakes the loop while no program sends anything.
@safe public final class Desk {
  /// All windows of all programs, in the order in which the registry names the programs.
  public private(set) var windows: [Window] = []
  /// The window, dialog or menu in front. nil: none that can be read.
  public private(set) var front: Window?

  /// What there is only while the accessibility bus is.
  private struct Connected {
    let address: String
    let connection: BusConnection
    let calls: ProgramCalls
    let programs: ProgramList
    let items: ItemCalls
    let events: EventRules
  }

  private let event: OpaquePointer
  private let priority: Int64
  private let limit: UInt64
  private let later: Later
  private let session: SessionBus
  private var onNews: ((News) -> Void)?

  private var connected: Connected?
  private var compositorWindow: CompositorWindow?
  private var areEventsOn = true
  private var hasReportedChange = false
  private var reader: TreeReader?
  private var lastTree: (window: Reference, nodes: [Node])?
  /// Programs whose `Collection.GetMatches` has failed. At most as many as there are programs.
  private var withoutMatches: Set<String> = []

  /// Connects to the session's accessibility bus; `News.connected` or `News.lost` follows from the loop.
  ///
  /// `event` is an `sd_event` that lives longer than the desk; `priority` is that of the desk's sources in it.
  /// Throws if there is no session bus, or no memory.
  public convenience init(
    event: OpaquePointer, priority: Int64 = 0, onNews: @escaping (News) -> Void
  ) throws(DeskFailure) {
    try unsafe self.init(event: event, priority: priority, sessionBus: nil, limit: ProgramCalls.limit, onNews: onNews)
  }

  /// `sessionBus`: the address of the session's bus; nil: that of the environment. `limit`: how long a program may take
  /// for an answer, in microseconds.
  init(
    event: OpaquePointer, priority: Int64, sessionBus: String?, limit: UInt64, onNews: @escaping (News) -> Void
  ) throws(DeskFailure) {
    unsafe self.event = event
    (self.priority, self.limit, self.onNews) = (priority, limit, onNews)
    later = try unsafe Later(event: event, priority: priority)
    session = SessionBus(try unsafe BusConnection(to: sessionBus, event: event, priority: priority, later: later))
    session.onAddress = { [unowned self] in connect(to: $0) }
    session.onAbsent = { [unowned self] in lose(reason: $0) }
    session.askAddress()
  }

  deinit { stop() }

  /// Ends everything: `IsEnabled` of the session is false again if it was before. No news come afterwards.
  public func stop() {
    onNews = nil
    disconnect()
    session.close()
  }

  /// Says which window is in front by the compositor's word. nil: the compositor does not tell, so the ACTIVE state of
  /// the windows decides. A window of no program on the accessibility bus makes `front` nil.
  public func setFront(_ window: CompositorWindow?) {
    compositorWindow = window
    if let connected, let window, window.process > 0 {
      for bus in connected.programs.programs(process: window.process) where connected.calls.isSilent(bus) {
        connected.programs.updateWindows(of: bus)
      }
    }
    later.run { [weak self] in self?.findFront() }
  }

  /// Switches the programs' events on (as in the beginning) or off. While they are off there is no
  /// `News.contentsChanged`, and new windows are found only by `updateWindows`.
  public func setEvents(on: Bool) {
    areEventsOn = on
    connected?.events.set(on: on)
    if on { updateWindows() }
  }

  /// Asks all programs for their windows. Needed only while events are off; `News.windowsChanged` follows if they are
  /// others than before.
  public func updateWindows() {
    connected?.programs.update()
    for bus in Set(windows.map(\.program.bus)) { connected?.programs.updateWindows(of: bus) }
  }

  /// Reads the window. `News.tree` follows, with growing parts for slow programs, or `News.unreadable`.
  ///
  /// A reading that is under way ends without more news.
  public func read(_ window: Reference) {
    reader?.cancel()
    reader = nil
    hasReportedChange = false
    guard let connected, let window = windows.first(where: { $0.reference == window }) else {
      return later.run { [weak self] in self?.onNews?(.unreadable(window: window)) }
    }
    let event = unsafe event
    let reader = TreeReader(
      connected.calls, window, former: lastTree?.window == window.reference ? lastTree?.nodes ?? [] : [],
      usesMatches: !withoutMatches.contains(window.program.bus),
      now: {
        var now: UInt64 = 0
        return unsafe sd_event_now(event, CLOCK_MONOTONIC, &now) >= 0 ? now : 0
      }, onProgress: { [weak self] in self?.report($0, of: window) })
    self.reader = reader
    reader.start()
  }

  private func report(_ progress: TreeReader.Progress, of window: Window) {
    switch progress {
    case .part(let tree): onNews?(.tree(window: window.reference, tree, isWhole: false))
    case .whole(let tree):
      lastTree = (window.reference, tree.nodes)
      onNews?(.tree(window: window.reference, tree, isWhole: true))
    case .failed: onNews?(.unreadable(window: window.reference))
    case .matchesFailed:
      withoutMatches.insert(window.program.bus)
      read(window.reference)
    }
  }
}

// Acting.
extension Desk {
  /// Compares the item with what its program says now: role, name, showing, sensitive, checked, expanded, and extents
  /// within 4 pixels. Source: the design's "Choosing and acting" 1.
  public func check(_ item: Item, _ answer: @escaping (Check) -> Void) {
    guard let connected else { return later.run { answer(.gone) } }
    let toolkit = connected.programs.program(item.reference.bus)?.toolkit ?? ""
    connected.items.check(item, toolkit: toolkit, answer)
  }

  /// Does what choosing the item means, without a check before. Source: the design's "Choosing and acting" 2.
  ///
  /// Of a value it only answers `done`: `changeValue` is what the page of less and more does.
  public func act(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    withItems(answer) { $0.act(item, answer) }
  }

  /// Lets the program itself light an item of an open menu: its parent selects it, and no action runs.
  public func lightInMenu(_ item: Item) { connected?.items.select(item) { _ in } }

  /// Runs the item's action of this name, one of `Node.actions`.
  public func doAction(_ name: String, of item: Item, _ answer: @escaping (Outcome) -> Void) {
    withItems(answer) { items in
      guard let index = item.node.actions.firstIndex(of: name) else { return answer(.failed) }
      items.doAction(index, of: item, answer)
    }
  }

  /// Gives the item the focus; answers `focused`.
  public func focus(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    withItems(answer) { $0.focus(item, answer) }
  }

  /// Reads the value of a slider or spin button. nil: it has none, or its program does not answer.
  public func value(of item: Item, _ answer: @escaping (ItemValue?) -> Void) {
    guard let connected else { return later.run { answer(nil) } }
    connected.items.value(of: item, answer)
  }

  /// Moves the value by steps of its increment, or of 1/20 of its range. Less is negative.
  public func changeValue(of item: Item, by steps: Int, _ answer: @escaping (Outcome) -> Void) {
    withItems(answer) { $0.changeValue(of: item, by: steps, answer) }
  }

  /// Asks the program to scroll until the item is seen.
  public func scrollIntoView(_ item: Item, _ answer: @escaping (Outcome) -> Void) {
    withItems(answer) { $0.scroll(item, answer) }
  }

  /// In the next turn of the loop, so that no answer comes from inside the call.
  private func withItems(_ answer: @escaping (Outcome) -> Void, _ body: @escaping (ItemCalls) -> Void) {
    later.run { [weak self] in
      guard let items = self?.connected?.items else { return answer(.failed) }
      body(items)
    }
  }
}

// The accessibility bus and what comes from it.
extension Desk {
  private func connect(to address: String) {
    guard address != connected?.address else { return }
    disconnect()
    do throws(DeskFailure) {
      let connection = try unsafe BusConnection(to: address, event: event, priority: priority, later: later)
      let calls = ProgramCalls(connection, later: later, limit: limit)
      let programs = ProgramList(calls)
      connected = Connected(
        address: address, connection: connection, calls: calls, programs: programs, items: ItemCalls(calls),
        events: EventRules(connection))
      connection.onLost = { [unowned self] in lose(reason: "the accessibility bus has gone") }
      connection.onSignal = { [unowned self] in receive(BusEvent($0)) }
      calls.onSilent = { [unowned self] in reportSilence(of: $0) }
      calls.onAnswering = { [unowned self] in reportAnswering($0) }
      programs.onChange = { [unowned self] in takeWindows() }
      connected?.events.set(on: areEventsOn)
      programs.update()
      onNews?(.connected)
    } catch {
      lose(reason: error.what)
    }
  }

  private func disconnect() {
    reader?.cancel()
    (reader, lastTree, withoutMatches) = (nil, nil, [])
    connected?.events.set(on: false)
    connected?.connection.close()
    (connected, windows, front) = (nil, [], nil)
  }

  private func lose(reason: String) {
    disconnect()
    onNews?(.lost(reason: reason))
  }

  private func receive(_ event: BusEvent?) {
    guard let event, let programs = connected?.programs else { return }
    switch event {
    case .left(let bus):
      connected?.calls.remove(bus)
      withoutMatches.remove(bus)
      programs.remove(bus)
    case .windows(let bus): if !programs.updateWindows(of: bus) { programs.update() }
    case .contents(let object):
      if windows.contains(where: { $0.reference == object }) { programs.updateWindows(of: object.bus) }
    }
    if let front, event.bus == front.program.bus { reportChange(of: front) }
  }

  private func reportChange(of window: Window) {
    guard !hasReportedChange, areEventsOn else { return }
    hasReportedChange = true
    onNews?(.contentsChanged(window: window.reference))
  }

  private func takeWindows() {
    guard let now = connected?.programs.windows, now != windows else { return }
    windows = now
    onNews?(.windowsChanged)
    findFront()
  }

  private func findFront() {
    let found = WindowInFront.choose(from: windows, compositor: compositorWindow)
    let isOther = found?.reference != front?.reference
    front = found
    if isOther {
      hasReportedChange = false
      onNews?(.frontChanged(found))
    }
  }

  private func reportSilence(of bus: String) {
    if let program = connected?.programs.program(bus) { onNews?(.notAnswering(program: program)) }
  }

  private func reportAnswering(_ bus: String) {
    guard let program = connected?.programs.program(bus) else { return }
    onNews?(.answering(program: program))
    connected?.programs.updateWindows(of: bus)
    if let front, front.program.bus == bus { reportChange(of: front) }
  }
}
