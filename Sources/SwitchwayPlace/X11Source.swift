import CScanDisplay
import SwitchwayScanning

/// The window in front, as an X11 window manager tells it. Source: EWMH 1.5, _NET_ACTIVE_WINDOW.
@safe final class X11Source: WindowSource {
  private let source: OpaquePointer

  /// `display` is as in DISPLAY.
  init(display: String) throws(DesktopFailure) {
    var made: OpaquePointer?
    guard unsafe scan_front_open(&made, display) == 0, let made = unsafe made else {
      throw DesktopFailure(.none, "there is no X11 server")
    }
    unsafe source = made
  }

  deinit { unsafe scan_front_close(source) }

  var descriptor: Int32 { unsafe scan_front_descriptor(source) }

  func ask() { unsafe scan_front_ask(source, true) }

  func update() throws(DesktopFailure) -> Front? {
    var window = scan_window()
    let result = unsafe scan_front_update(source, &window)
    guard result >= 0 else { throw DesktopFailure(.gone, "the X11 server has ended the connection") }
    if result == 0 { return nil }
    guard window.is_there else { return .nothing }
    let title = unsafe withUnsafeBytes(of: &window.title) { bytes in
      unsafe String(decoding: bytes.prefix(Int(window.title_length)), as: UTF8.self)
    }
    let layout = Rect(x: Int(window.x), y: Int(window.y), width: Int(window.width), height: Int(window.height))
    return .window(WindowPlace(pid: window.pid > 0 ? window.pid : nil, title: title, layout: layout))
  }
}
