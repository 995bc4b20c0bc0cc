import Glibc
import SwitchwayScanning

/// The most rings at a time. Far more than a group has items; further ones are not drawn.
public let displayLimit = 128

/// The rings and the bar on a person's screens.
///
/// Nothing here waits after `openDisplay`. The caller's loop calls `update` when `descriptor` is readable, and before
/// it sleeps: what was asked for is sent then. While nothing changes the descriptor stays quiet. All that is shown ends
/// with the process.
public protocol Display: AnyObject {
  /// How rings are drawn, in the bar too. It counts from the next `show`.
  var style: RingStyle { get set }
  /// A screen came, went or changed its size or scale. Rings on one that has gone are gone; the bar moves by itself.
  var onOutputs: (() -> Void)? { get set }
  /// A label of the bar, by its index, was clicked or touched.
  var onChoose: ((Int) -> Void)? { get set }
  /// `isBarCovered` has changed.
  var onCover: (() -> Void)? { get set }
  /// Whether nothing of the bar can be seen, as behind a lock of the screen. Only a compositor that draws a scene, as
  /// sway does from 1.10 on, says so.
  var isBarCovered: Bool { get }
  /// Readable when `update` has something to do. `nil` if the caller's loop does all the work.
  var descriptor: Int32? { get }
  /// The screens, from left to right.
  var outputs: [Output] { get }

  /// Shows these rings, instead of those that are shown, around rectangles in the real pixels of a screen.
  ///
  /// The former rings go when the new ones are drawn. A screen that is not there: none are shown.
  func show(rings rects: [Rect], look: RingLook, on output: String)
  /// Shows this part of a screen enlarged, with the rings in it, instead of what is shown enlarged; nothing for `nil`,
  /// and where the desktop gives no picture of itself.
  func show(lens: Lens?)
  /// Shows no ring.
  func hideRings()
  /// Shows the bar, instead of the one that is shown, or no bar if `nil`. It is on the screen furthest to the left.
  func show(bar: Bar?)
  /// Whether the desktop keeps a pointer ready for `point`, if it can: programs know it before the first click then.
  var keepsPointer: Bool { get set }
  /// Moves that pointer and clicks, and calls `done` with whether it did. Returns false where there is none.
  func point(_ wanted: PointRequest, _ done: @escaping (Bool) -> Void) -> Bool
  /// Chooses an item of the desktop's own shell, or with `steps` changes its value by so many, and calls `done` with
  /// whether it was there.
  func choose(shellItem item: Reference, steps: Int?, _ done: @escaping (Bool) -> Void)
  /// Asks the display, and calls `body` from `update` when it has answered: what it said before the question is known
  /// then. Where it does not report what covers the bar, `body` is called at once.
  func ask(_ body: @escaping () -> Void)
  /// Handles what has arrived, and sends what was asked for.
  ///
  /// Throws when the display has gone; nothing is shown any more then.
  func update() throws(DesktopFailure)
}

extension Display {
  /// The screen that shows the most of an area in the desktop's pixels. `nil` if no screen shows any of it.
  public func output(showing area: Area) -> Output? {
    let rect = area.rounded
    let best = outputs.max { $0.layout.intersection(rect).area < $1.layout.intersection(rect).area }
    guard let best, !best.layout.intersection(rect).isEmpty else { return nil }
    return best
  }
}

/// How long a display may take for an answer while it is opened, in ms. Arbitrary.
public let displayPatience = 2_000

/// Opens the display: the extension in GNOME's shell where it is there, else that of WAYLAND_DISPLAY, else (where there
/// is none, or it has no layer shell) that of DISPLAY.
///
/// `event`: the caller's loop. Throws what is missing, if none serves. It waits for the display.
/// `patience`: how long that may take for an answer, in ms. There are several, one after the other.
@safe public func openDisplay(
  on event: OpaquePointer, patience: Int = displayPatience
) throws(DesktopFailure) -> any Display {
  func value(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
  let (wayland, desktops) = (value("WAYLAND_DISPLAY"), value("XDG_CURRENT_DESKTOP") ?? "")
  let isGNOME = desktops.split(separator: ":").contains("GNOME")
  if wayland != nil, isGNOME, let shell = unsafe ShellDisplay(on: event, patience: patience) { return shell }
  return try SurfaceDisplay.open(wayland: wayland, x11: value("DISPLAY"), patience: patience)
}
