import CScanDisplay
import SwitchwayScanning

/// A part of a screen to show enlarged.
public struct Lens: Hashable, Sendable {
  /// The area in the desktop's pixels.
  public var area: Rect
  /// The name of the screen that has this area.
  public var output: String

  public init(area: Rect, output: String) { (self.area, self.output) = (area, output) }
}

/// The place of the enlarged picture: in the other half of the screen, so that it never covers the part that it shows.
struct LensPlan: Hashable {
  /// The part that is enlarged, in real pixels of the screen.
  let area: Rect
  /// The place of the picture, in real pixels of the screen.
  let place: Rect
  /// The place of the picture in the desktop's pixels, from the corner of the screen.
  let logical: Rect
  /// The factor of the enlargement.
  let factor: Int

  /// The largest width and height of the picture, and its distance from the edge of the screen, in percent of the
  /// screen. With these values it does not cover the middle one of 7 columns.
  private static let (most, margin) = (40, 2)
  /// The largest factor. A larger picture would show no more details. Arbitrary.
  private static let largest = 8

  /// `nil` if there is no space for an enlarged picture, or nothing of the area is on the screen.
  init?(_ lens: Lens, on output: Output) {
    let bounds = output.bounds
    area = output.real(Area(lens.area)).rounded.intersection(bounds)
    guard !area.isEmpty else { return nil }
    factor = min(
      bounds.width * Self.most / 100 / area.width, bounds.height * Self.most / 100 / area.height, Self.largest)
    guard factor > 1 else { return nil }
    let (width, height) = (area.width * factor, area.height * factor)
    let margin = bounds.width * Self.margin / 100
    let isLeft = area.middle.x >= bounds.middle.x
    let (found, real) = output.cover(
      Rect(
        x: isLeft ? margin : bounds.width - margin - width, y: (bounds.height - height) / 2, width: width,
        height: height))
    (logical, place) = (found, Rect(x: real.x, y: real.y, width: width, height: height))
  }

  /// The position of a rectangle of the screen in the enlarged picture. `nil` if it is not completely in the enlarged
  /// part.
  func enlarged(_ rect: Rect) -> Rect? {
    guard !rect.isEmpty, rect.intersection(area) == rect else { return nil }
    return Rect(
      x: place.x + (rect.x - area.x) * factor, y: place.y + (rect.y - area.y) * factor, width: rect.width * factor,
      height: rect.height * factor)
  }

  /// The enlarged picture, with a square for each pixel of `picture`. `width` and `height` are those of the surface,
  /// which may be some pixels larger.
  func enlarged(_ picture: Pixels, width: Int, height: Int) -> Pixels {
    var pixels = Pixels(width: width, height: height)
    for y in 0..<min(place.height, pixels.height) {
      // Compositors round fractions of pixels in their own way, so `picture` may be some pixels smaller than `area`.
      let row = min(y / factor, picture.height - 1) * picture.width
      for x in 0..<min(place.width, pixels.width) {
        pixels.values[y * pixels.width + x] = picture.values[row + min(x / factor, picture.width - 1)]
      }
    }
    return pixels
  }
}

/// The part of the screen that is shown enlarged, and the picture of it that is requested.
///
///     want ──> apply: the picture is asked for ──captured──> a surface ──sized──> it is shown
///                                              └──failed──> nothing is shown
struct LensView {
  /// Whether `apply` has something to do.
  private(set) var isStale = false
  /// Whether the display was asked for a picture. Rings are not drawn until it arrives, because they would be in the
  /// picture.
  private(set) var isCapturing = false
  private var wanted: Lens?
  private var plan: LensPlan?
  private var pixels: Pixels?
  /// The number of the surface; 0 if there is none.
  private var surface: UInt32 = 0
  private var isDrawn = false

  /// The part that is shown enlarged. `nil` if nothing is shown enlarged.
  var shown: LensPlan? { isDrawn ? plan : nil }

  mutating func want(_ lens: Lens?) { if lens != wanted { (wanted, isStale) = (lens, true) } }

  /// The screens have changed, so the picture must be requested again.
  mutating func invalidate() { isStale = true }

  mutating func apply(on screen: Screen) {
    isStale = false
    screen.end(surface)
    (surface, isDrawn, plan, pixels, isCapturing) = (0, false, nil, nil, false)
    guard let wanted, let output = screen.outputs.first(where: { $0.name == wanted.output }),
      let plan = LensPlan(wanted, on: output)
    else { return }
    self.plan = plan
    let layout = output.layout
    isCapturing = screen.capture(wanted.area.moved(x: -layout.x, y: -layout.y), of: output)
  }

  /// Handles the answer to the request for a picture: the picture has arrived, or is not available.
  mutating func capture(_ isThere: Bool, on screen: Screen) {
    guard isCapturing else { return }
    isCapturing = false
    guard isThere, let plan, let output = screen.outputs.first(where: { $0.name == wanted?.output }),
      let picture = screen.picture
    else { return }
    let real = output.cover(plan.place).real
    pixels = plan.enlarged(picture, width: real.width, height: real.height)
    surface = screen.makeRing(at: plan.logical, on: output)
  }

  /// Draws the picture if the surface `ready` is the surface for it. Returns whether it is.
  mutating func draw(_ ready: UInt32, on screen: Screen) -> Bool {
    guard surface != 0, ready == surface, let pixels else { return false }
    screen.draw(surface, pixels)
    isDrawn = true
    return true
  }

  /// The display has removed a surface; if it is the surface of the picture, it is forgotten.
  mutating func remove(_ gone: UInt32) { if gone == surface { (surface, isDrawn) = (0, false) } }
}
