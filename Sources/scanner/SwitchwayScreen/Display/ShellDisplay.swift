import CLibsystemd
import Glibc
import SwitchwayBus
import SwitchwayProtocol
import SwitchwayScanning

/// The rings and the bar as rectangles and labels that the extension in GNOME's shell shows.
///
/// The extension shows them until this connection ends, even if the program is killed. While the extension does not
/// run, as behind the lock screen, nothing is shown; when it runs again, it shows the present scene. If the person
/// switches the extension off, or the shell ends, `canShow` is false.
@safe final class ShellDisplay: Display {
  var style = RingStyle()
  var onOutputs: (() -> Void)?
  var onChoose: ((Int) -> Void)?
  var onCover: (() -> Void)?
  /// It is always false: behind a screen lock the extension does not run, so there is no bar.
  var isBarCovered: Bool { false }
  private(set) var canShow = true
  var descriptor: Int32? { nil }
  var outputs: [Output] { Output.fromLeft(scene.monitors.map(\.output)) }

  /// The time that the shell may take for an answer, in microseconds. A compositor has the same limit.
  private static let limit: UInt64 = 2_000_000
  /// The longest description of monitors, in bytes. The description of 16 monitors has 2,000.
  private static let longest = 1 << 16
  /// The largest number of monitors that are used.
  private static let maxMonitors = 16

  private let connection: BusConnection
  private let names: SharedOwner
  private var signals: Match?
  /// The shell's unique name on the bus, while the extension runs. It is empty if the extension does not run.
  private var owner = ""
  private var scene = ShellScene()
  /// The scene that the extension was last asked to show. `nil` if there was none since it started.
  private var shown: String?
  /// Whether the extension has not answered the request to show `shown` yet.
  private var isDrawing = false
  private var isLost = false

  /// Waits for the extension's answer. `nil` if the extension has another version, or does not run although the screen
  /// is not locked. `bus`: the address of the session's bus; `nil` means the address in the environment. `patience`:
  /// how long the shell may take for an answer, in ms.
  convenience init?(on event: OpaquePointer, bus: String? = nil, patience: Int = displayPatience) {
    let address = bus.map { BusConnection.Address.bus($0) } ?? .session
    switch Self.ask(address, limit: UInt64(patience) * 1_000) {
    case .there(let monitors): unsafe self.init(on: event, address, monitors: monitors)
    case .lockedAway: unsafe self.init(on: event, address, monitors: nil)
    case .gone: return nil
    }
  }

  /// Whether the extension runs. `there` has its description of the monitors. `lockedAway`: the screen is locked.
  /// `gone`: all other cases.
  enum Presence: Hashable { case there(monitors: String), lockedAway, gone }

  /// `monitors`: the extension's description of the monitors. `nil` if there is none yet, because the screen is locked.
  init?(on event: OpaquePointer, _ address: BusConnection.Address, monitors: String?) {
    guard let connection = try? unsafe BusConnection(to: address, event: event) else { return nil }
    self.connection = connection
    names = SharedOwner(connection, of: ShellObject.shell, and: ShellObject.name)
    if let monitors { read(monitors) }
    connection.onLost = { [unowned self] in isLost = true }
    connection.onSignal = { [unowned self] in receive($0) }
    names.onOwner = { [unowned self] in found($0) }
  }

  deinit {
    names.onOwner = nil
    signals = nil
    connection.close()
  }

  /// Looks for the extension, and waits for the result on a separate loop.
  private static func ask(_ address: BusConnection.Address, limit: UInt64) -> Presence {
    var made: OpaquePointer?
    guard unsafe sd_event_new(&made) >= 0, let event = unsafe made else { return .gone }
    defer { unsafe _ = sd_event_unref(event) }
    guard let connection = try? unsafe BusConnection(to: address, event: event) else { return .gone }
    defer { connection.close() }
    var found: Presence?
    let names = look(on: connection, limit: limit) { found = $0 }
    defer { names.onOwner = nil }
    // Every question to the shell ends at its limit, and the bus always answers, so this loop also ends.
    while found == nil, unsafe sd_event_run(event, 3 * limit) > 0 {}
    return found ?? .gone
  }

  /// Looks for the extension, as long as the caller keeps the returned object.
  static func look(
    on connection: BusConnection, limit: UInt64, _ done: @escaping (Presence) -> Void
  ) -> SharedOwner {
    let names = SharedOwner(connection, of: ShellObject.shell, and: ShellObject.name)
    names.onOwner = { [unowned names] owner in
      guard owner.isEmpty else {
        return connection.ask(ShellObject.call(owner, "Monitors"), limit: limit, for: names) { answer in
          let monitors = answer.values?.string(limit: longest).flatMap { parse($0) == nil ? nil : $0 }
          done(monitors.map { .there(monitors: $0) } ?? .gone)
        }
      }
      guard let (shell, holder) = names.owners, !shell.isEmpty, holder.isEmpty else { return done(.gone) }
      ShellObject.askIsLockedAway(connection, shell: shell, limit: limit) { done($0 ? .lockedAway : .gone) }
    }
    return names
  }

  func show(rings rects: [Rect], look: RingLook, on output: String) {
    scene.rings = Rings.Wanted(rects: Array(rects.prefix(displayLimit)), look: look, output: output, style: style)
  }

  func hideRings() { scene.rings = nil }

  /// Does nothing, because the shell gives no picture of its screens.
  func show(lens: Lens?) {}

  var keepsPointer: Bool {
    get { scene.hasPointer }
    set { scene.hasPointer = newValue }
  }

  /// Asks the shell to move its pointer, which it does only for the program that draws.
  func point(_ wanted: PointRequest, _ done: @escaping (Bool) -> Void) -> Bool {
    guard keepsPointer, !owner.isEmpty else { return false }
    let call = ShellObject.call(owner, "Point", "s", [ShellScene.text(of: wanted)])
    connection.ask(call, limit: Self.limit, for: self) { done($0.values != nil) }
    return true
  }

  /// Asks the shell to choose one of its items, which it does only for the program that draws.
  func choose(shellItem item: Reference, steps: Int?, _ done: @escaping (Bool) -> Void) {
    guard !owner.isEmpty, item.isOfShell else { return done(false) }
    let call =
      if let steps {
        ShellObject.call(owner, "Change", "si", [item.path], numbers: [Int32(truncatingIfNeeded: steps)])
      } else {
        ShellObject.call(owner, "Choose", "s", [item.path])
      }
    connection.ask(call, limit: Self.limit, for: self) { done($0.values?.bool() == true) }
  }

  func ask(_ body: @escaping () -> Void) { body() }

  func show(bar: Bar?) { (scene.bar, scene.barStyle) = (bar, style) }

  func update() throws(DesktopFailure) {
    guard !isLost else { throw DesktopFailure(.gone, "the session's bus has gone") }
    draw()
  }

  /// Sends the present scene when the previous one was answered. Therefore a shell that has hung gets only the latest
  /// scene.
  private func draw() {
    guard !owner.isEmpty, !isDrawing else { return }
    let text = scene.text
    guard text != shown else { return }
    (shown, isDrawing) = (text, true)
    let asked = owner
    let call = ShellObject.call(owner, "Draw", "s", [text])
    connection.ask(call, limit: Self.limit, for: self) { [unowned self] answer in
      isDrawing = false
      guard asked == owner else { return draw() }
      if answer.values != nil { return draw() }
      // If the answer is late, the scene may be shown or not, so it is sent again. If the extension has refused it,
      // because another program draws, only the next change is sent.
      shown = nil
      if answer.isLate { draw() }
    }
  }

  private func found(_ owner: String) {
    if !owner.isEmpty { change(canShow: true) } else if names.owners?.first == "" { change(canShow: false) }
    guard owner != self.owner else { return }
    (self.owner, shown) = (owner, nil)
    signals = owner.isEmpty ? nil : connection.match(ShellObject.rule(owner))
    if !owner.isEmpty { askMonitors() }
  }

  private func askMonitors() {
    let asked = owner
    connection.ask(ShellObject.call(owner, "Monitors"), limit: Self.limit, for: self) { [unowned self] answer in
      guard asked == owner else { return }
      if let text = answer.values?.string(limit: Self.longest) { change(text) } else if answer.isLate { askMonitors() }
    }
  }

  private func receive(_ signal: Reply) {
    if names.take(signal) { return }
    guard !owner.isEmpty, signal.sender == owner else { return }
    switch signal.member {
    case "Off": change(canShow: false)
    case "MonitorsChanged": if let text = signal.string(limit: Self.longest) { change(text) }
    case "Pressed":
      guard let x = signal.int(), let y = signal.int(), let label = scene.label(x: Int(x), y: Int(y)) else { return }
      onChoose?(label)
    default: break
    }
  }

  private func change(canShow: Bool) {
    guard canShow != self.canShow else { return }
    self.canShow = canShow
    onCover?()
  }

  private func change(_ text: String) {
    read(text)
    onOutputs?()
    draw()
  }

  private func read(_ text: String) {
    if let (monitors, scale120) = Self.parse(text) { (scene.monitors, scene.scale120) = (monitors, scale120) }
  }

  /// Reads the extension's description of the monitors. `nil` if the text does not describe monitors, or has another
  /// version.
  static func parse(_ text: String) -> (monitors: [ShellScene.Monitor], scale120: Int)? {
    guard let state = try? JSONValue.parse(Array(text.utf8), depth: 8), state.number("version") == ShellObject.version
    else { return nil }
    let monitors = state.list("monitors").prefix(maxMonitors).enumerated().compactMap { index, monitor in
      func number(_ key: String) -> Int { Int(min(max(monitor.number(key), -100_000), 100_000)) }
      let layout = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
      guard layout.width > 0, layout.height > 0 else { return ShellScene.Monitor?.none }
      let output = Output(
        name: "\(index)", layout: layout, width: layout.width, height: layout.height, id: UInt32(index))
      return ShellScene.Monitor(output: output, panel: min(max(number("panel"), 0), layout.height / 4))
    }
    return (monitors, 120 * Int(min(max(state.number("scale"), 1), 8)))
  }
}
