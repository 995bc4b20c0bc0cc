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
  /// How rings are drawn, also in the bar. A new style takes effect with the next `show`.
  var style: RingStyle { get set }
  /// It is called when a screen was added or removed, or has changed its size or scale. Rings on a removed screen are
  /// gone then; the bar moves to another screen by itself.
  var onOutputs: (() -> Void)? { get set }
  /// It is called with the index of a label of the bar that was clicked or touched.
  var onChoose: ((Int) -> Void)? { get set }
  /// It is called when `isBarCovered` or `canShow` has changed.
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
  /// Shows this part of a screen enlarged, with the rings in it, instead of the part that is enlarged at present.
  /// Nothing is enlarged if it is `nil`, or if the desktop gives no picture of its screens.
  func show(lens: Lens?)
  /// Shows no ring.
  func hideRings()
  /// Shows the bar instead of the present one, or no bar if `nil`. It is on the leftmost screen.
  func show(bar: Bar?)
  /// Whether the desktop keeps a pointer ready for `point`, if it can. Then programs know the pointer before the first
  /// click.
  var keepsPointer: Bool { get set }
  /// Moves that pointer and clicks, and then calls `done` with whether this was successful. Returns false if there is
  /// no such pointer.
  func point(_ wanted: PointRequest, _ done: @escaping (Bool) -> Void) -> Bool
  /// Chooses an item of the desktop's own shell, or, if `steps` is not `nil`, changes the item's value by so many
  /// steps. Calls `done` with whether the item was there.
  func choose(shellItem item: Reference, steps: Int?, _ done: @escaping (Bool) -> Void)
  /// Asks the display, and calls `body` from `update` when the display has answered. All its earlier reports are known
  /// then. If the display never reports that the bar is covered, `body` is called at once.
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

/// Opens the display: the extension in GNOME's shell if it runs, otherwise the compositor of WAYLAND_DISPLAY. If there
/// is no compositor, or it has no layer shell, the X11 server of DISPLAY is used.
///
/// Waits for the display. If no display can be used, throws what is missing. `event`: the caller's loop. `patience`:
/// how long the display may take for each of several answers, in ms.
@safe public func openDisplay(
  on event: OpaquePointer, patience: Int = displayPatience
) throws(DesktopFailure) -> any Display {
  func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
  let (wayland, desktops) = (value("WAYLAND_DISPLAY"), value("XDG_CURRENT_DESKTOP") ?? "")
  let isGNOME = desktops.split(separator: ":").contains("GNOME")
  if wayland != nil, isGNOME, let shell = unsafe ShellDisplay(on: event, patience: patience) { return shell }
  return try SurfaceDisplay.open(wayland: wayland, x11: value("DISPLAY"), patience: patience)
}
