import CScanDisplay
import Glibc
import SwitchwayScanning

/// A connection to a display. Surfaces have numbers; a call with a number that no surface has does nothing. Only
/// opening the connection waits.
@safe final class Screen {
  enum Kind { case wayland, x11 }

  /// `nil` only in `init`.
  private var screen: OpaquePointer?
  /// The events that C has reported since the last `read`.
  private var events: [scan_event] = []
  private(set) var outputs: [Output] = []

  /// `name` has the form of WAYLAND_DISPLAY or DISPLAY. `patience`: how long a compositor may take for an answer, in
  /// ms.
  init(_ kind: Kind, _ name: String, patience: Int = displayPatience) throws(DesktopFailure) {
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    let report: scan_report = { owner, event in
      guard let owner = unsafe owner else { return }
      unsafe Unmanaged<Screen>.fromOpaque(owner).takeUnretainedValue().events.append(event)
    }
    var missing: UnsafePointer<CChar>?
    let result =
      switch kind {
      case .wayland: unsafe scan_screen_open_wayland(&screen, name, Int32(patience), report, owner, &missing)
      case .x11: unsafe scan_screen_open_x11(&screen, name, report, owner)
      }
    guard result >= 0 else {
      let name = unsafe missing.map { unsafe String(cString: $0) } ?? "24-bit colours"
      throw DesktopFailure(result, lacks: name)
    }
    readOutputs()
  }

  deinit {
    if let screen = unsafe screen { unsafe scan_screen_close(screen) }
  }

  var descriptor: Int32 { unsafe scan_screen_descriptor(screen) }

  func read() throws(DesktopFailure) -> [scan_event] {
    let result = unsafe scan_screen_read(screen)
    guard result >= 0 else { throw DesktopFailure(result) }
    defer { events = [] }
    if events.contains(where: { $0.kind == SCAN_OUTPUTS_CHANGED }) { readOutputs() }
    return events
  }

  /// Sends all requests. Returns false if the display does not read now; `descriptor` becomes readable when it does.
  func flush() throws(DesktopFailure) -> Bool {
    let result = unsafe scan_screen_flush(screen)
    guard result >= 0 || result == -EAGAIN else { throw DesktopFailure(result) }
    return result >= 0
  }

  /// Asks the display, which answers with SCAN_ANSWERED. Returns false if no answer will come.
  func ask() -> Bool { unsafe scan_screen_ask(screen) == 0 }

  /// Sets the timer, which elapses once. 0 turns it off.
  func setTimer(milliseconds: Int) { unsafe scan_screen_set_timer(screen, Int32(milliseconds)) }

  /// Requests a surface at a place in the desktop's pixels, measured from the output's corner.
  func makeRing(at rect: Rect, on output: Output) -> UInt32 {
    var place = scan_place()
    (place.output, place.x, place.y) = (output.id, Int32(rect.x), Int32(rect.y))
    (place.width, place.height) = (Int32(rect.width), Int32(rect.height))
    return unsafe scan_surface_make(screen, &place)
  }

  func makeBar(at edge: Bar.Edge, height: Int, on output: Output) -> UInt32 {
    var place = scan_place()
    (place.output, place.bar, place.is_top) = (output.id, Int32(height), edge == .top)
    return unsafe scan_surface_make(screen, &place)
  }

  /// Shows a picture on a surface. `parts`: the parts that are not transparent. If the list is empty, the whole picture
  /// is shown.
  func draw(_ surface: UInt32, _ pixels: Pixels, parts: [Rect] = []) {
    let parts = parts.map { part in
      scan_rect(
        x: Int16(clamping: part.x), y: Int16(clamping: part.y), width: UInt16(clamping: part.width),
        height: UInt16(clamping: part.height))
    }
    // If there is too little memory, the surface does not change.
    _ = unsafe scan_surface_draw(
      screen, surface, pixels.values, Int32(pixels.width), Int32(pixels.height), parts, Int32(parts.count))
  }

  /// Moves a surface. Returns false if the display does not read now; then the surface stays where it is.
  @discardableResult
  func move(_ surface: UInt32, x: Int, y: Int) -> Bool {
    unsafe scan_surface_move(screen, surface, Int32(x), Int32(y)) >= 0
  }

  /// Requests a picture of a part of an output. The part is in the desktop's pixels from the output's corner.
  /// SCAN_CAPTURED follows. Returns false if the display gives no pictures.
  func capture(_ rect: Rect, of output: Output) -> Bool {
    var place = scan_place()
    (place.output, place.x, place.y) = (output.id, Int32(clamping: rect.x), Int32(clamping: rect.y))
    (place.width, place.height) = (Int32(clamping: rect.width), Int32(clamping: rect.height))
    return unsafe scan_screen_capture(screen, &place) >= 0
  }

  /// The picture that was captured last. `nil` if there is none.
  var picture: Pixels? {
    var (width, height) = (Int32(0), Int32(0))
    guard let values = unsafe scan_screen_picture(screen, &width, &height) else { return nil }
    var picture = Pixels(width: Int(width), height: Int(height))
    let count = Int(width) * Int(height)
    guard picture.values.count == count else { return nil }
    picture.values = unsafe Array(UnsafeBufferPointer(start: values, count: count))
    return picture
  }

  func end(_ surface: UInt32) { unsafe scan_surface_end(screen, surface) }

  private func readOutputs() {
    var found = Array(repeating: scan_output(), count: Int(SCAN_OUTPUTS))
    let count = unsafe scan_screen_outputs(screen, &found)
    outputs = found.prefix(Int(count)).map { output in
      var output = output
      let name = unsafe withUnsafeBytes(of: &output.name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let layout = Rect(x: Int(output.x), y: Int(output.y), width: Int(output.width), height: Int(output.height))
      return Output(
        name: name, layout: layout, width: Int(output.real_width), height: Int(output.real_height), id: output.id)
    }
  }
}

extension DesktopFailure {
  /// Makes the failure for a negative errno.
  fileprivate init(_ result: Int32, lacks name: String = "") {
    switch -result {
    case ENOPROTOOPT: self.init(.lacks(name), "the display lacks \(name)")
    case ETIMEDOUT: self.init(.silent, "the compositor does not answer")
    case ECONNREFUSED: self.init(.none, "there is no display")
    default: self.init(.gone, "the display has ended the connection (errno \(-result))")
    }
  }
}
