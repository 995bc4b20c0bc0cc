import Glibc
import SwitchwayScanning

/// The largest number of rings at a time. This is far more than a group has items; further rings are not drawn.
public let displayLimit = 128

/// The rings and the bar on a person's screens.
///
/// No function waits after `openDisplay`. The caller's loop calls `update` when `descriptor` is readable, and before
/// it sleeps, because requests are sent then. While nothing changes, the descriptor is not readable. Everything shown
/// disappears when the process ends.
public protocol Display: AnyObject {
  /// The way in which rings are drawn, also in the bar. It takes effect with the next `show`.
  var style: RingStyle { get set }
  /// A screen was added, was removed, or changed its size or scale. Rings on a removed screen have gone; the bar moves
  /// by itself.
  var onOutputs: (() -> Void)? { get set }
  /// A label of the bar, by its index, was clicked or touched.
  var onChoose: ((Int) -> Void)? { get set }
  /// `isBarCovered` or `canShow` has changed.
  var onCover: (() -> Void)? { get set }
  /// Whether no part of the bar is visible, as behind a screen lock. Only a compositor that draws a scene reports this,
  /// such as sway from 1.10 on.
  var isBarCovered: Bool { get }
  /// Whether the person can see the rings and the bar, now or when the screen is unlocked. False while GNOME's
  /// extension is switched off, and while no shell runs.
  var canShow: Bool { get }
  /// The descriptor is readable when `update` has something to do. `nil` if the caller's loop does all the work.
  var descriptor: Int32? { get }
  /// The screens, from left to right.
  var outputs: [Output] { get }

  /// Shows these rings instead of the present ones, around rectangles in the real pixels of a screen.
  ///
  /// The former rings disappear when the new ones are drawn. If the screen does not exist, none are shown.
  func show(rings rects: [Rect], look: RingLook, on output: String)
  /// Shows this part of a screen enlarged, with the rings in it, instead of the present one; shows nothing for `nil`,
  /// or if the desktop gives no picture of itself.
  func show(lens: Lens?)
  /// Shows no ring.
  func hideRings()
  /// Shows the bar instead of the present one, or no bar if `nil`. It is on the leftmost screen.
  func show(bar: Bar?)
  /// Whether the desktop keeps a pointer ready for `point`, if it can: then programs know it before the first click.
  var keepsPointer: Bool { get set }
  /// Moves that pointer and clicks, and calls `done` with the success. Returns false if there is no such pointer.
  func point(_ wanted: PointRequest, _ done: @escaping (Bool) -> Void) -> Bool
  /// Chooses an item of the desktop's own shell, or changes its value by `steps` if there are any. Calls `done` with
  /// whether the item was there.
  func choose(shellItem item: Reference, steps: Int?, _ done: @escaping (Bool) -> Void)
  /// Asks the display, and calls `body` from `update` when it has answered; all its earlier reports are known then. If
  /// the display does not report that the bar is covered, `body` is called at once.
  func ask(_ body: @escaping () -> Void)
  /// Handles the data that has arrived, and sends the requests.
  ///
  /// Throws when the display has gone; then nothing is shown any more.
  func update() throws(DesktopFailure)
}

extension Display {
  /// The screen that shows the largest part of an area in the desktop's pixels. `nil` if no screen shows any of it.
  public func output(showing area: Area) -> Output? {
    let rect = area.rounded
    let best = outputs.max { $0.layout.intersection(rect).area < $1.layout.intersection(rect).area }
    guard let best, !best.layout.intersection(rect).isEmpty else { return nil }
    return best
  }
}

/// The time that a display may take for an answer while it is opened, in ms. Arbitrary.
public let displayPatience = 2_000

/// Opens the display: the extension in GNOME's shell if it runs, otherwise that of WAYLAND_DISPLAY, otherwise (if there
/// is none, or it has no layer shell) that of DISPLAY.
///
/// `event`: the caller's loop. If none can be used, throws what is missing. It waits for the display. `patience`: how
/// long the display may take for an answer, in ms. There are several answers, one after the other.
@safe public func openDisplay(
  on event: OpaquePointer, patience: Int = displayPatience
) throws(DesktopFailure) -> any Display {
  func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
  let (wayland, desktops) = (value("WAYLAND_DISPLAY"), value("XDG_CURRENT_DESKTOP") ?? "")
  let isGNOME = desktops.split(separator: ":").contains("GNOME")
  if wayland != nil, isGNOME, let shell = unsafe ShellDisplay(on: event, patience: patience) { return shell }
  return try SurfaceDisplay.open(wayland: wayland, x11: value("DISPLAY"), patience: patience)
}
