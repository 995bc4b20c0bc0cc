import CScanDisplay
import SwitchwayScanning

/// The active window and all windows, as an X11 window manager reports them. Source: EWMH 1.5, _NET_ACTIVE_WINDOW and
/// _NET_CLIENT_LIST.
@safe final class X11Source: WindowSource {
  private let source: OpaquePointer

  /// `display` has the form of DISPLAY.
  init(display: String) throws(DesktopFailure) {
    var made: OpaquePointer?
    guard unsafe scan_front_open(&made, display) == 0, let made = unsafe made else {
      throw DesktopFailure(.none, "there is no X11 server")
    }
    unsafe source = made
  }

  deinit { unsafe scan_front_close(source) }

  var descriptor: Int32 { unsafe scan_front_descriptor(source) }

  let tellsFocus = true
  let tellsLock = true

  func ask() -> Int { Int(unsafe scan_front_ask(source, true)) }

  func askWindows() { unsafe scan_front_ask_list(source) }

  func raise(_ window: Int64) { unsafe scan_front_raise(source, UInt32(truncatingIfNeeded: window)) }

  func update() throws(DesktopFailure) -> WindowAnswer {
    var window = scan_window()
    let result = unsafe scan_front_update(source, &window)
    guard result >= 0 else { throw DesktopFailure(.gone, "the X11 server has ended the connection") }
    return WindowAnswer(
      question: Int(window.question), front: result == 0 ? nil : front(window), windows: windows())
  }

  private func front(_ window: scan_window) -> Front {
    if window.is_locked { return .locked }
    guard window.is_there else { return window.is_untold ? .unknown : .nothing }
    let layout = Rect(x: Int(window.x), y: Int(window.y), width: Int(window.width), height: Int(window.height))
    return .window(
      WindowPlace(
        pid: window.pid > 0 ? window.pid : nil, title: Self.text(window.title, window.title_length), layout: layout))
  }

  /// The windows of a list that has arrived. `nil` if no new list has arrived.
  private func windows() -> [OpenWindow]? {
    var listed = Array(repeating: scan_listed(), count: Int(SCAN_WINDOWS))
    let count = unsafe scan_front_list(source, &listed)
    guard count >= 0 else { return nil }
    return listed.prefix(Int(count)).map {
      OpenWindow(id: Int64($0.id), title: Self.text($0.title, $0.title_length))
    }
  }

  private static func text(_ title: some Any, _ length: Int32) -> String {
    unsafe withUnsafeBytes(of: title) { bytes in
      unsafe String(decoding: bytes.prefix(Int(length)), as: UTF8.self)
    }
  }
}
