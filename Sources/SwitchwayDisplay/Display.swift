import CScanDisplay
import Glibc
import SwitchwayScanning

/// The rings and the bar on a person's screens, on Wayland (layer shell) or X11.
///
/// Nothing here waits. The caller's loop calls `update` when `descriptor` is readable, and before it sleeps: what was
/// asked for is sent then. While nothing changes the descriptor stays quiet. All that is shown ends with the process.
///
/// An X11 connection raises SIGPIPE when it breaks: the program has to ignore that signal.
public final class Display {
  /// The most rings at a time. Chosen: far more than a group has items; further ones are not drawn.
  public static let limit = 128

  /// How rings are drawn, in the bar too. It counts from the next `show`.
  public var style = RingStyle()
  /// A screen came, went or changed its size or scale. Rings on one that has gone are gone; the bar moves by itself.
  public var onOutputs: (() -> Void)?
  /// A label of the bar, by its index, was clicked or touched.
  public var onChoose: ((Int) -> Void)?

  /// `isBarCovered` has changed.
  public var onCover: (() -> Void)?
  /// Whether nothing of the bar can be seen, as behind a lock of the screen. Only a compositor that draws a scene, as
  /// sway does from 1.10 on, says so.
  public private(set) var isBarCovered = false

  private let screen: Screen
  /// Who waits for an answer of the display.
  private var waiting: [() -> Void] = []
  private var rings = Rings()
  private var panel = Panel()

  private init(_ screen: Screen) { self.screen = screen }

  /// Opens the display of WAYLAND_DISPLAY; where there is none, or it has no layer shell, that of DISPLAY.
  ///
  /// Throws what the first of them lacks if neither serves. It waits for the display, a compositor at most 2 s.
  public static func open() throws(DesktopFailure) -> Display {
    func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
    return try open(wayland: value("WAYLAND_DISPLAY"), x11: value("DISPLAY"))
  }

  static func open(wayland: String?, x11: String?) throws(DesktopFailure) -> Display {
    var failure = DesktopFailure(.none, "neither WAYLAND_DISPLAY nor DISPLAY is set")
    if let wayland {
      do { return Display(try Screen(.wayland, wayland)) } catch { failure = error }
    }
    guard let x11 else { throw failure }
    do { return Display(try Screen(.x11, x11)) } catch { throw failure.reason == .none ? error : failure }
  }

  /// Readable when `update` has something to do.
  public var descriptor: Int32 { screen.descriptor }

  /// The screens, from left to right.
  public var outputs: [Output] {
    screen.outputs.sorted { ($0.layout.x, $0.layout.y, $0.name) < ($1.layout.x, $1.layout.y, $1.name) }
  }

  /// The screen that shows the most of an area in the desktop's pixels. `nil` if no screen shows any of it.
  public func output(showing area: Area) -> Output? {
    let rect = area.rounded
    let best = outputs.max { $0.layout.intersection(rect).area < $1.layout.intersection(rect).area }
    guard let best, !best.layout.intersection(rect).isEmpty else { return nil }
    return best
  }

  /// Shows these rings, instead of those that are shown, around rectangles in the real pixels of a screen.
  ///
  /// The former rings go when the new ones are drawn. A screen that is not there: none are shown.
  public func show(rings rects: [Rect], look: RingLook, on output: String) {
    rings.want(Rings.Wanted(rects: Array(rects.prefix(Self.limit)), look: look, output: output, style: style))
  }

  /// Shows no ring.
  public func hideRings() { rings.want(nil) }

  /// Shows the bar, instead of the one that is shown; nil: none. It is on the screen furthest to the left.
  public func show(bar: Bar?) { panel.want(bar, style: style) }

  /// Asks the display, and calls `body` from `update` when it has answered: what it said before the question is known
  /// then. Where it does not tell what covers the bar, `body` is called at once.
  public func ask(_ body: @escaping () -> Void) {
    if screen.ask() { waiting.append(body) } else { body() }
  }

  /// Handles what has arrived, and sends what was asked for.
  ///
  /// Throws when the display has gone; nothing is shown any more then.
  public func update() throws(DesktopFailure) {
    // What is handled can ask for more. Chosen: far more rounds than that takes.
    for _ in 0..<16 {
      guard try screen.flush() else {
        // What is asked for meanwhile is not heard: it is asked for again then.
        (rings.isStale, panel.isStale) = (true, true)
        return
      }
      let events = try screen.read()
      for event in events { handle(event) }
      if !apply() && events.isEmpty { return }
    }
  }

  private func handle(_ event: scan_event) {
    switch event.kind {
    case SCAN_OUTPUTS_CHANGED:
      panel.isStale = true
      rings.isStale = true
      onOutputs?()
    case SCAN_SIZED:
      if event.surface == panel.surface {
        panel.setSize(width: Int(event.x), height: Int(event.y), on: screen)
      } else {
        rings.draw(event.surface, on: screen)
      }
    case SCAN_CLOSED:
      if event.surface == panel.surface { return panel.end(on: screen) }
      screen.end(event.surface)
      rings.remove(event.surface)
    case SCAN_PRESSED:
      let label = event.surface == panel.surface ? panel.label(x: Int(event.x), y: Int(event.y)) : nil
      if let label { onChoose?(label) }
    case SCAN_COVERED:
      guard event.surface == panel.surface, isBarCovered != (event.x != 0) else { return }
      isBarCovered.toggle()
      onCover?()
    case SCAN_ANSWERED: if !waiting.isEmpty { waiting.removeFirst()() }
    default: rings.shake(on: screen)
    }
  }

  /// Returns whether anything was asked for.
  private func apply() -> Bool {
    guard rings.isStale || panel.isStale else { return false }
    // What comes later lies above.
    if panel.isStale { panel.apply(on: screen, outputs: outputs) }
    if rings.isStale { rings.apply(on: screen) }
    return true
  }
}
