import CLibsystemd
import Glibc
import SwitchwayBus
import SwitchwayScanning

/// Does everything on the accessibility bus: lists the windows, finds the active one, reads contents, and acts on
/// items.
///
/// It works on the caller's event loop, on one thread, and never blocks: every call is asynchronous. A call to a
/// program ends after half a second at the latest, or after 2.5 s if a press waits for it. Nothing wakes the loop while
/// no program sends anything.
@safe public final class Desk {
  /// All windows of all programs, in the order in which the registry names the programs.
  public var windows: [Window] { connected?.programs.windows ?? [] }
  /// The active window, dialog or menu. `nil` if there is none that can be read.
  public private(set) var front: Window?
  /// The program that is active according to the compositor, if it does not answer, so that `front` is `nil`. Otherwise
  /// `nil`.
  public private(set) var silentInFront: Program?

  /// Whether accessibility (`IsEnabled`) was off in the session, so that this program has enabled it. This is known
  /// from `News.connected` on.
  public var hasEnabled: Bool { session.hasEnabled }

  /// Whether a screen lock reports on the session's bus that it is active.
  public var isScreenLocked: Bool { session.screenSavers.isActive }

  /// Whether any screen lock reports to the session's bus.
  public var tellsScreenLock: Bool { !session.screenSavers.telling.isEmpty }

  /// The shortest time between two reports of changes, in microseconds. A window has ten times as long to settle.
  private static let changeInterval: UInt64 = 50_000

  /// The parts that exist only while there is an accessibility bus.
  private struct Connected {
    let address: String
    let connection: BusConnection
    let calls: ProgramCalls
    let programs: ProgramList
    let events: EventRules
    let actions: ApartConnections
  }

  private let event: OpaquePointer
  private let limit: UInt64
  private let later: Later
  private let session: SessionBus
  private var onNews: ((News) -> Void)?

  private var connected: Connected?
  private var compositorFront = Front.unknown
  private var areEventsOn = true
  /// The time of the last report of changed contents, in microseconds of the loop's clock.
  private var lastChange: UInt64?
  private var reader: TreeReader?
  private var lastTree: (window: Reference, nodes: [Node])?
  /// Programs whose `Collection.GetMatches` has failed. There are at most as many as there are programs.
  private var withoutMatches: Set<String> = []

  /// Connects to the session's accessibility bus; `News.connected` or `News.lost` follows from the loop.
  ///
  /// `event` is an `sd_event` that lives longer than the desk. `sessionBus`: the address of the session's bus; `nil`
  /// means the address in the environment. `limit`: how long a program may take for an answer, in microseconds; `nil`
  /// means half a second. Throws if there is no session bus, or no memory.
  public init(
    event: OpaquePointer, sessionBus: String? = nil, limit: UInt64? = nil, onNews: @escaping (News) -> Void
  ) throws(DesktopFailure) {
    unsafe self.event = event
    (self.limit, self.onNews) = (limit ?? ProgramCalls.limit, onNews)
    do throws(BusFailure) {
      later = try unsafe Later(event: event)
      let address = sessionBus.map { BusConnection.Address.bus($0) } ?? .session
      session = SessionBus(try unsafe BusConnection(to: address, event: event, later: later))
    } catch {
      throw DesktopFailure(.none, error.message)
    }
    session.onAddress = { [unowned self] in connect(to: $0) }
    session.onAbsent = { [unowned self] in lose(reason: $0) }
    session.onNews = { [unowned self] in self.onNews?($0) }
    session.screenSavers.onChange = { [unowned self] in self.onNews?(.screenLocked(isScreenLocked)) }
    session.askAddress()
    session.askSettings()
  }

  deinit { stop() }

  /// Ends everything. `IsEnabled` of the session is set to false again if it was false before. No news come afterwards.
  public func stop() {
    onNews = nil
    disconnect()
    session.close()
  }

  /// Sets the window that is active according to the compositor. If that is unknown, the ACTIVE state of the windows
  /// decides. If the window belongs to no program on the accessibility bus, `front` becomes `nil`.
  public func setFront(_ compositor: Front) {
    compositorFront = compositor
    if let connected, case .window(let place) = compositor, let process = place.pid {
      for bus in connected.programs.programs(process: process) where connected.calls.isSilent(bus) {
        connected.programs.updateWindows(of: bus)
      }
    }
    later.run { [weak self] in self?.findFront() }
  }

  /// Asks again whether a screen lock is active, and calls `body` when `isScreenLocked` is up to date.
  public func askScreenLock(_ body: @escaping () -> Void) { session.screenSavers.ask(body) }

  /// Calls `body` in a later turn of the loop, when `front` matches the last call of `setFront`.
  public func whenFrontIsKnown(_ body: @escaping () -> Void) { later.run(body) }

  /// Switches the programs' events on (the default) or off. While they are off there is no `News.contentsChanged`, and
  /// new windows are not found.
  public func setEvents(on: Bool) {
    areEventsOn = on
    guard let connected else { return }
    connected.events.set(on: on)
    guard on else { return }
    connected.programs.update()
    for bus in Set(windows.map(\.program.bus)) { connected.programs.updateWindows(of: bus) }
  }

  /// Runs `body` in the next turn of the loop, so that no answer comes before a call returns. `body` gets `nil` if
  /// there is no accessibility bus.
  func withCalls(_ body: @escaping (ProgramCalls?) -> Void) {
    later.run { [weak self] in body(self?.connected?.calls) }
  }

  func toolkit(of item: Item) -> String { connected?.programs.program(item.reference.bus)?.toolkit ?? "" }

  /// Sends a call about an item before all other calls that wait for its program.
  func ask(_ call: Call, _ answer: @escaping (Answer) -> Void) {
    guard let connected else { return answer(.refused) }
    connected.calls.send(call, isUrgent: true, answer)
  }

  /// Sends a call that changes something at once, even if other calls to its program wait. An action of GTK 3 uses a
  /// separate connection, see `ApartConnections`.
  func change(_ call: Call, _ answer: @escaping (Session.Outcome) -> Void) {
    guard let connected else { return answer(.failed) }
    func send() { connected.calls.sendApart(call) { answer(Session.Outcome($0)) } }
    let bus = call.bus
    guard call.interface == ATSPI.action, connected.programs.program(bus)?.toolkit == "gtk" else { return send() }
    ask(Call(Reference(bus: bus, path: ATSPI.root), ATSPI.application, "GetApplicationBusAddress")) { [self] reply in
      let windows = Set(windows.map(\.reference).filter { $0.bus == bus })
      guard let address = reply.values?.string(),
        let connection = connected.actions.open(to: bus, at: address, windows: windows)
      else { return send() }
      connection.send(call, limit: limit) { answer(Session.Outcome($0)) }
    }
  }

  /// Reads the window. `News.tree` or `News.unreadable` follows. If a slow program's window is read for the first time,
  /// several `News.tree` come, with growing parts of the window.
  ///
  /// If an earlier reading is not finished, it ends without more news.
  public func read(_ window: Reference) {
    reader?.cancel()
    reader = nil
    guard let connected, let window = windows.first(where: { $0.reference == window }) else {
      return later.run { [weak self] in self?.onNews?(.unreadable(window: window)) }
    }
    let reader = TreeReader(
      connected.calls, window, former: lastTree?.window == window.reference ? lastTree?.nodes ?? [] : [],
      usesMatches: !withoutMatches.contains(window.program.bus),
      now: { [event = unsafe event] in unsafe Self.now(event) },
      onProgress: { [weak self] in self?.report($0, of: window) })
    self.reader = reader
    reader.start()
  }

  private static func now(_ event: OpaquePointer) -> UInt64 {
    var now: UInt64 = 0
    return unsafe sd_event_now(event, CLOCK_MONOTONIC, &now) >= 0 ? now : 0
  }

  private func report(_ progress: TreeReader.Progress, of window: Window) {
    switch progress {
    case .read(let tree, let isWhole):
      if isWhole { lastTree = (window.reference, tree.nodes) }
      onNews?(.tree(window: window.reference, tree, isWhole: isWhole))
    case .failed: onNews?(.unreadable(window: window.reference))
    case .matchesFailed:
      withoutMatches.insert(window.program.bus)
      read(window.reference)
    }
  }
}

// The accessibility bus and the objects that depend on it.
extension Desk {
  private func connect(to address: String) {
    guard address != connected?.address else { return }
    disconnect()
    do throws(BusFailure) {
      let connection = try unsafe BusConnection(to: .bus(address), event: event, later: later)
      let calls = ProgramCalls(connection, later: later, limit: limit)
      let programs = ProgramList(calls)
      connected = Connected(
        address: address, connection: connection, calls: calls, programs: programs, events: EventRules(connection),
        actions: ApartConnections { [event = unsafe event, later] address throws(BusFailure) in
          try unsafe BusConnection(to: .program(address), event: event, later: later)
        })
      connection.onLost = { [unowned self] in lose(reason: "the accessibility bus has gone") }
      connection.onSignal = { [unowned self] in receive($0) }
      calls.onSilent = { [unowned self] bus in
        if let program = programs.program(bus) { onNews?(.notAnswering(program: program)) }
        later.run { [weak self] in self?.findFront() }
      }
      calls.onAnswering = { [unowned self] in askAgain($0) }
      programs.onChange = { [unowned self] in findFront() }
      connected?.events.set(on: areEventsOn)
      programs.update()
      onNews?(.connected)
    } catch {
      lose(reason: error.message)
    }
  }

  private func disconnect() {
    reader?.cancel()
    (reader, lastTree, withoutMatches) = (nil, nil, [])
    connected?.events.end()
    connected?.connection.close()
    (connected, front, silentInFront) = (nil, nil, nil)
  }

  private func lose(reason: String) {
    disconnect()
    onNews?(.lost(reason: reason))
  }

  private func receive(_ signal: Reply) {
    guard let programs = connected?.programs else { return }
    var bus = signal.sender
    if signal.interface == ATSPI.windowEvents, signal.member == "Deactivate" {
      onNews?(.windowLeft)
      if !areEventsOn { return }
    }
    switch (signal.interface, signal.member) {
    case ("org.freedesktop.DBus", "NameOwnerChanged"):
      // A program has left the bus.
      bus = signal.string() ?? ""
      connected?.calls.remove(bus)
      connected?.actions.remove(bus)
      withoutMatches.remove(bus)
      programs.remove(bus)
    // The program, or the registry, has other windows, or another of them is active.
    case (ATSPI.windowEvents, _),
      (ATSPI.objectEvents, "ChildrenChanged") where signal.path == ATSPI.root:
      if !programs.updateWindows(of: bus) { programs.update() }
    case (ATSPI.objectEvents, _): programs.update(window: Reference(bus: bus, path: signal.path))
    default: return
    }
    if let front, bus == front.program.bus { reportChange(of: front) }
  }

  private func reportChange(of window: Window) {
    let now = unsafe Self.now(event)
    guard areEventsOn, now >= lastChange.map({ $0 + Self.changeInterval }) ?? 0 else { return }
    lastChange = now
    onNews?(.contentsChanged(window: window.reference))
  }

  private func findFront() {
    let found = WindowInFront.choose(from: windows, compositor: compositorFront)
    let silent = found == nil ? silentByCompositor : nil
    let isOther = found?.reference != front?.reference || silent?.bus != silentInFront?.bus
    (front, silentInFront) = (found, silent)
    if isOther {
      lastChange = nil
      onNews?(.frontChanged(found))
    }
  }

  private var silentByCompositor: Program? {
    guard let connected, case .window(let place) = compositorFront, let process = place.pid else { return nil }
    let silent = connected.programs.programs(process: process).first { connected.calls.isSilent($0) }
    return silent.flatMap { connected.programs.program($0) }
  }

  private func askAgain(_ bus: String) {
    connected?.programs.updateWindows(of: bus)
    findFront()
    if let front, front.program.bus == bus { reportChange(of: front) }
  }
}
