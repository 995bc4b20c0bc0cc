import CLibxcb
import SwitchwayScanning

/// Windows of rings and of the bar. A window's picture is its background, so the server repaints it by itself.
extension X11Backend {
  func add(_ id: Int, at place: SurfacePlace, on output: Output) -> (width: Int, height: Int)? {
    let rect: Rect
    switch place {
    case .at(let logical): rect = logical.moved(x: output.layout.x, y: output.layout.y)
    case .edge(let edge, let height):
      let y = edge == .top ? output.layout.y : output.layout.bottom - height
      rect = Rect(x: output.layout.x, y: y, width: output.width, height: height)
    }
    guard !rect.isEmpty, rect.width <= 32_767, rect.height <= 32_767 else { return nil }
    let window = unsafe xcb_generate_id(connection)
    let edge: Bar.Edge? = if case .edge(let edge, _) = place { edge } else { nil }
    // A ring is no window to the window manager.
    let values = [edge == nil ? 1 : 0, edge == nil ? 0 : XCB_EVENT_MASK_BUTTON_PRESS.rawValue]
    unsafe xcb_create_window(
      connection, UInt8(XCB_COPY_FROM_PARENT), window, root, Int16(clamping: rect.x), Int16(clamping: rect.y),
      UInt16(rect.width), UInt16(rect.height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0,
      XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue, values)
    windows[id] = Window(id: window, output: output, rect: rect, isBar: edge != nil)
    if let edge { makeDock(window, edge, rect) } else { takeNoInput(window) }
    return (rect.width, rect.height)
  }

  func draw(_ id: Int, _ pixels: Pixels, parts: [Rect]) {
    guard let window = windows[id] else { return }
    let pixmap = unsafe xcb_generate_id(connection)
    let graphics = unsafe xcb_generate_id(connection)
    unsafe xcb_create_pixmap(connection, depth, pixmap, root, UInt16(pixels.width), UInt16(pixels.height))
    unsafe xcb_create_gc(connection, graphics, pixmap, 0, nil)
    // A request has a greatest length.
    let most = Int(unsafe xcb_get_maximum_request_length(connection)) * 4 - 64
    let rows = max(1, min(most / (pixels.width * 4), pixels.height))
    for y in stride(from: 0, to: pixels.height, by: rows) {
      let count = min(rows, pixels.height - y)
      unsafe pixels.values.withUnsafeBytes { bytes in
        let start = unsafe bytes.baseAddress?.advanced(by: y * pixels.width * 4).assumingMemoryBound(to: UInt8.self)
        _ = unsafe xcb_put_image(
          connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), pixmap, graphics, UInt16(pixels.width),
          UInt16(count), 0, Int16(y), 0, depth, UInt32(count * pixels.width * 4), start)
      }
    }
    unsafe xcb_change_window_attributes(connection, window.id, XCB_CW_BACK_PIXMAP.rawValue, [pixmap])
    unsafe xcb_free_gc(connection, graphics)
    unsafe xcb_free_pixmap(connection, pixmap)
    if !parts.isEmpty { shape(window.id, parts, XCB_SHAPE_SK_BOUNDING) }
    unsafe xcb_map_window(connection, window.id)
    unsafe xcb_clear_area(connection, 0, window.id, 0, 0, 0, 0)
  }

  func move(_ id: Int, x: Int, y: Int) {
    guard let window = windows[id] else { return }
    let place = window.output.layout
    let values = [x + place.x, y + place.y].map { UInt32(bitPattern: Int32(truncatingIfNeeded: $0)) }
    let mask = UInt16(XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue)
    unsafe xcb_configure_window(connection, window.id, mask, values)
  }

  func end(_ id: Int) {
    guard let window = windows.removeValue(forKey: id) else { return }
    unsafe xcb_destroy_window(connection, window.id)
  }

  private func shape(_ window: UInt32, _ parts: [Rect], _ kind: xcb_shape_sk_t) {
    let rects = parts.map { part in
      xcb_rectangle_t(
        x: Int16(clamping: part.x), y: Int16(clamping: part.y), width: UInt16(clamping: part.width),
        height: UInt16(clamping: part.height))
    }
    unsafe xcb_shape_rectangles(
      connection, UInt8(XCB_SHAPE_SO_SET.rawValue), UInt8(kind.rawValue), 0, window, 0, 0, UInt32(rects.count), rects)
  }

  private func takeNoInput(_ window: UInt32) { shape(window, [], XCB_SHAPE_SK_INPUT) }

  /// Makes a window a panel that keeps its place free and never takes the focus.
  private func makeDock(_ window: UInt32, _ edge: Bar.Edge, _ rect: Rect) {
    let (left, right) = (UInt32(clamping: rect.x), UInt32(clamping: rect.right - 1))
    // Measured from the edge of all monitors together. Source: EWMH 1.5, _NET_WM_STRUT_PARTIAL.
    let strut: [UInt32] =
      edge == .top
      ? [0, 0, UInt32(clamping: rect.bottom), 0, 0, 0, 0, 0, left, right, 0, 0]
      : [0, 0, 0, UInt32(clamping: rootHeight - rect.y), 0, 0, 0, 0, 0, 0, left, right]
    let (atom, cardinal) = (XCB_ATOM_ATOM.rawValue, XCB_ATOM_CARDINAL.rawValue)
    func atoms(_ names: String...) -> [UInt32] { names.compactMap { self.atoms[$0] } }
    set("_NET_WM_WINDOW_TYPE", of: window, atom, atoms("_NET_WM_WINDOW_TYPE_DOCK"))
    set("_NET_WM_STATE", of: window, atom, atoms("_NET_WM_STATE_STICKY", "_NET_WM_STATE_ABOVE"))
    set("_NET_WM_DESKTOP", of: window, cardinal, [UInt32.max])
    set("_NET_WM_STRUT", of: window, cardinal, Array(strut.prefix(4)))
    set("_NET_WM_STRUT_PARTIAL", of: window, cardinal, strut)
    // WM_HINTS with only the input hint: no focus. WM_NORMAL_HINTS: the place and size are ours.
    set(XCB_ATOM_WM_HINTS.rawValue, of: window, XCB_ATOM_WM_HINTS.rawValue, [1, 0, 0, 0, 0, 0, 0, 0, 0])
    set(
      XCB_ATOM_WM_NORMAL_HINTS.rawValue, of: window, XCB_ATOM_WM_SIZE_HINTS.rawValue,
      [1 | 2] + Array(repeating: 0, count: 17))
    let name = Array("switchway-scan".utf8)
    unsafe xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, XCB_ATOM_WM_NAME.rawValue, XCB_ATOM_STRING.rawValue, 8,
      UInt32(name.count), name)
  }

  private func set(_ property: String, of window: UInt32, _ type: UInt32, _ values: [UInt32]) {
    if let atom = atoms[property] { set(atom, of: window, type, values) }
  }

  private func set(_ property: UInt32, of window: UInt32, _ type: UInt32, _ values: [UInt32]) {
    unsafe xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32, UInt32(values.count), values)
  }
}
