import CScanDisplay
import SwitchwayScanning

/// The rings and the bar as surfaces, on Wayland (layer shell) or X11.
///
/// An X11 connection raises SIGPIPE when it breaks, so the program must ignore that signal.
final class SurfaceDisplay: Display {
  var style = RingStyle()
  var onOutputs: (() -> Void)?
  var onChoose: ((Int) -> Void)?
  var onCover: (() -> Void)?
  private(set) var isBarCovered = false
  var canShow: Bool { true }

  private let screen: Screen
  /// The functions to call when the display answers, in the order of the questions.
  private var waiting: [() -> Void] = []
  private(set) var rings = Rings()
  private var panel = Panel()
  private(set) var lens = LensView()

  /// Whether the pictures that the display gives show all windows.
  private let givesPictures: Bool

  private init(_ screen: Screen, givesPictures: Bool) { (self.screen, self.givesPictures) = (screen, givesPictures) }

  /// Opens the display of WAYLAND_DISPLAY. If there is none, or it has no layer shell, opens the display of DISPLAY.
  ///
  /// Waits for the display. If neither can be used, throws what the first of them lacks. `patience`: how long a
  /// compositor may take for an answer, in ms.
  static func open(
    wayland: String?, x11: String?, patience: Int = displayPatience
  ) throws(DesktopFailure) -> SurfaceDisplay {
    var failure = DesktopFailure(.none, "neither WAYLAND_DISPLAY nor DISPLAY is set")
    if let wayland {
      do {
        return SurfaceDisplay(try Screen(.wayland, wayland, patience: patience), givesPictures: true)
      } catch { failure = error }
    }
    guard let x11 else { throw failure }
    // Pictures are used only from a real X server: one that runs in a Wayland session shows only the windows of X11
    // programs.
    do { return SurfaceDisplay(try Screen(.x11, x11), givesPictures: wayland == nil) } catch {
      throw failure.reason == .none ? error : failure
    }
  }

  var descriptor: Int32? { screen.descriptor }

  var outputs: [Output] { Output.fromLeft(screen.outputs) }

  func show(rings rects: [Rect], look: RingLook, on output: String) {
    rings.want(Rings.Wanted(rects: Array(rects.prefix(displayLimit)), look: look, output: output, style: style))
  }

  func hideRings() { rings.want(nil) }

  func show(lens: Lens?) { if givesPictures { self.lens.want(lens) } }

  /// It has no effect, because on these displays only the daemon has a pointer.
  var keepsPointer = false

  func point(_ wanted: PointRequest, _ done: @escaping (Bool) -> Void) -> Bool { false }

  func choose(shellItem item: Reference, steps: Int?, _ done: @escaping (Bool) -> Void) { done(false) }

  func show(bar: Bar?) { panel.want(bar, style: style) }

  func ask(_ body: @escaping () -> Void) {
    if screen.ask() { waiting.append(body) } else { body() }
  }

  func update() throws(DesktopFailure) {
    // Handling an event can make further requests, so there are several rounds. 16 are far more than needed.
    for _ in 0..<16 {
      guard try screen.flush() else {
        // Requests that are made now do not reach the display, so everything is requested again when it reads.
        rings.invalidate()
        panel.isStale = true
        return
      }
      let events = try screen.read()
      let wasCovered = isBarCovered
      for event in events { handle(event) }
      // If a screen changes, the bar leaves it and enters it again at once, so only the state after all events counts.
      if isBarCovered != wasCovered { onCover?() }
      if !apply() && events.isEmpty { return }
    }
  }

  private func handle(_ event: scan_event) {
    switch event.kind {
    case SCAN_OUTPUTS_CHANGED:
      panel.isStale = true
      rings.invalidate()
      lens.invalidate()
      onOutputs?()
    case SCAN_SIZED:
      if event.surface == panel.surface {
        panel.setSize(width: Int(event.x), height: Int(event.y), on: screen)
      } else if lens.draw(event.surface, on: screen) {
        // The rings must be above the picture, so they are made again after it.
        rings.invalidate()
      } else {
        rings.draw(event.surface, on: screen)
      }
    case SCAN_CAPTURED: lens.capture(event.x != 0, on: screen)
    case SCAN_CLOSED:
      if event.surface == panel.surface { return panel.end(on: screen) }
      screen.end(event.surface)
      rings.remove(event.surface)
      lens.remove(event.surface)
    case SCAN_PRESSED:
      let label = event.surface == panel.surface ? panel.label(x: Int(event.x), y: Int(event.y)) : nil
      if let label { onChoose?(label) }
    case SCAN_COVERED:
      if event.surface == panel.surface { isBarCovered = event.x != 0 }
    case SCAN_ANSWERED: if !waiting.isEmpty { waiting.removeFirst()() }
    default: rings.shake(on: screen)
    }
  }

  /// Returns whether a request was made.
  private func apply() -> Bool {
    guard rings.isStale || panel.isStale || lens.isStale else { return false }
    if lens.isStale {
      // Rings in the enlarged picture disappear together with it.
      if lens.shown != nil { rings.invalidate() }
      lens.apply(on: screen)
    }
    // While a picture is captured, rings are not shown, because they would be in it.
    let showsRings = rings.isStale && !lens.isCapturing
    // The bar is made before the rings, because later surfaces are above earlier ones.
    if panel.isStale { panel.apply(on: screen, outputs: outputs) }
    if showsRings { rings.apply(on: screen, lens: lens.shown) }
    return true
  }
}
