import CScanDisplay
import Glibc
import SwitchwayScanning

/// The screens of a Wayland compositor with the layer shell.
@safe final class WaylandBackend: Backend {
  private var wayland: OpaquePointer?
  private var watch = scan_watch(descriptor: -1, timer: -1, connection: -1)
  private var surfaces: [Int: OpaquePointer] = unsafe [:]
  /// What the callbacks of C have reported since the last `read`.
  private var events: [DisplayEvent] = []
  private(set) var outputs: [Output] = []

  init() throws(DisplayFailure) {
    var handler = unsafe scan_handler()
    unsafe handler.owner = Unmanaged.passUnretained(self).toOpaque()
    unsafe handler.outputs = { owner in unsafe backend(owner)?.events.append(.outputs) }
    unsafe handler.configured = { owner, surface, width, height in
      unsafe backend(owner)?.report(surface) { .sized($0, width: Int(width), height: Int(height)) }
    }
    unsafe handler.closed = { owner, surface in unsafe backend(owner)?.report(surface) { .closed($0) } }
    unsafe handler.pressed = { owner, surface, x, y in
      unsafe backend(owner)?.report(surface) { .pressed($0, x: Int(x), y: Int(y)) }
    }
    var missing: UnsafePointer<CChar>?
    let result = unsafe scan_wayland_open(&wayland, &handler, &missing)
    guard result == 0, let wayland = unsafe wayland else {
      throw unsafe Self.failure(result, lacks: missing.map { unsafe String(cString: $0) })
    }
    guard unsafe scan_watch_make(&watch, scan_wayland_descriptor(wayland)) == 0 else {
      throw DisplayFailure(.none, "no descriptor is left for the display")
    }
    readOutputs()
    events = []
  }

  deinit {
    unsafe scan_watch_end(&watch)
    if let wayland = unsafe wayland {
      unsafe surfaces.values.forEach { surface in unsafe scan_surface_end(surface) }
      unsafe scan_wayland_close(wayland)
    }
  }

  var descriptor: Int32 { watch.descriptor }

  func add(_ id: Int, at place: SurfacePlace, on output: Output) -> (width: Int, height: Int)? {
    var wanted = scan_place()
    wanted.output = output.id
    switch place {
    case .at(let rect):
      (wanted.x, wanted.y) = (Int32(rect.x), Int32(rect.y))
      (wanted.width, wanted.height) = (Int32(rect.width), Int32(rect.height))
    case .edge(let edge, let height):
      wanted.bar = Int32(height)
      wanted.is_top = edge == .top
    }
    unsafe surfaces[id] = unsafe scan_surface_make(wayland, &wanted)
    return nil
  }

  func draw(_ id: Int, _ pixels: Pixels, parts: [Rect]) {
    guard let surface = unsafe surfaces[id] else { return }
    unsafe pixels.values.withUnsafeBufferPointer { values in
      _ = unsafe scan_surface_draw(surface, values.baseAddress, Int32(pixels.width), Int32(pixels.height))
    }
  }

  func move(_ id: Int, x: Int, y: Int) {
    guard let surface = unsafe surfaces[id] else { return }
    unsafe scan_surface_move(surface, Int32(x), Int32(y))
  }

  func end(_ id: Int) {
    guard let surface = unsafe surfaces.removeValue(forKey: id) else { return }
    unsafe scan_surface_end(surface)
  }

  func setTimer(milliseconds: Int) { unsafe scan_watch_set_timer(&watch, Int32(milliseconds)) }

  func read() throws(DisplayFailure) -> [DisplayEvent] {
    let result = unsafe scan_wayland_read(wayland)
    guard result == 0 else { throw Self.failure(result) }
    if unsafe scan_watch_timer_elapsed(&watch) { events.append(.timer) }
    if events.contains(where: { if case .outputs = $0 { true } else { false } }) { readOutputs() }
    defer { events = [] }
    return events
  }

  func flush() throws(DisplayFailure) -> Bool {
    let result = unsafe scan_wayland_flush(wayland)
    guard result == 0 || result == -EAGAIN else { throw Self.failure(result) }
    unsafe scan_watch_for_writing(&watch, result == -EAGAIN)
    return result == 0
  }

  private func report(_ surface: OpaquePointer?, _ event: (Int) -> DisplayEvent) {
    guard let id = unsafe surfaces.first(where: { unsafe $0.value == surface })?.key else { return }
    events.append(event(id))
  }

  private func readOutputs() {
    let none = scan_output()
    var found = Array(repeating: none, count: Int(SCAN_OUTPUTS))
    let count = unsafe scan_wayland_outputs(wayland, &found)
    outputs = found.prefix(Int(count)).map { output in
      let layout = Rect(x: Int(output.x), y: Int(output.y), width: Int(output.width), height: Int(output.height))
      let isTurned = output.transform & 1 == 1
      var output = output
      let name = unsafe withUnsafeBytes(of: &output.name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      return Output(
        name: name, layout: layout, width: Int(isTurned ? output.mode_height : output.mode_width),
        height: Int(isTurned ? output.mode_width : output.mode_height), id: output.id)
    }
  }

  private static func failure(_ result: Int32, lacks: String? = nil) -> DisplayFailure {
    switch -result {
    case ENOPROTOOPT:
      let name = lacks ?? "a protocol"
      return DisplayFailure(.lacks(name), "the compositor lacks \(name)")
    case ETIMEDOUT: return DisplayFailure(.silent, "the compositor does not answer")
    case ECONNREFUSED: return DisplayFailure(.none, "no compositor listens at WAYLAND_DISPLAY")
    default: return DisplayFailure(.gone, "the compositor has ended the connection (errno \(-result))")
    }
  }
}

/// The owner that C's callbacks are given.
private func backend(_ owner: UnsafeMutableRawPointer?) -> WaylandBackend? {
  guard let owner = unsafe owner else { return nil }
  return unsafe Unmanaged<WaylandBackend>.fromOpaque(owner).takeUnretainedValue()
}
