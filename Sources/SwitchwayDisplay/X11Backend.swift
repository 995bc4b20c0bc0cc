import CLibxcb
import CScanDisplay
import Glibc
import SwitchwayScanning

/// The screens of an X11 server. A screen is a monitor of RandR, and the desktop's pixels are real ones.
@safe final class X11Backend: Backend {
  struct Window {
    let id: UInt32
    let output: Output
    let rect: Rect
    let isBar: Bool
  }

  let connection: OpaquePointer
  let root: UInt32
  let depth: UInt8
  let atoms: [String: UInt32]
  /// Of all monitors together.
  private(set) var rootHeight: Int
  var windows: [Int: Window] = [:]
  private(set) var outputs: [Output] = []
  /// The number of RandR's first event; nil: the server lacks it.
  private let firstRandrEvent: UInt8?
  /// The question for the monitors that is not answered yet.
  private var monitorsAsked: UInt32?
  private var watch = scan_watch(descriptor: -1, timer: -1, connection: -1)

  init() throws(DisplayFailure) {
    var number: Int32 = 0
    guard let connection = unsafe xcb_connect(nil, &number) else { throw DisplayFailure(.none, "no memory") }
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection) else {
      unsafe xcb_disconnect(connection)
      throw DisplayFailure(.none, "no X11 server at DISPLAY")
    }
    var screens = unsafe xcb_setup_roots_iterator(setup)
    while number > 0, unsafe screens.rem > 1 {
      unsafe xcb_screen_next(&screens)
      number -= 1
    }
    let screen = unsafe screens.data.pointee
    unsafe self.connection = connection
    (root, depth, rootHeight) = (screen.root, screen.root_depth, Int(screen.height_in_pixels))
    atoms = unsafe X11Server.atoms(of: connection)
    firstRandrEvent = unsafe X11Server.firstEvent(of: "RANDR", on: connection)
    guard depth == 24 || depth == 32 else { throw DisplayFailure(.lacks("24 bit"), "the screen has \(depth) bit") }
    guard unsafe scan_watch_make(&watch, xcb_get_file_descriptor(connection)) == 0 else {
      throw DisplayFailure(.none, "no descriptor is left for the display")
    }
    let events = [XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue]
    unsafe xcb_change_window_attributes(connection, root, XCB_CW_EVENT_MASK.rawValue, events)
    outputs = [
      Output(
        name: "screen",
        layout: Rect(x: 0, y: 0, width: Int(screen.width_in_pixels), height: Int(screen.height_in_pixels)),
        width: Int(screen.width_in_pixels), height: Int(screen.height_in_pixels), id: 0)
    ]
    guard firstRandrEvent != nil else { return }
    unsafe xcb_randr_query_version(connection, 1, 5)
    unsafe xcb_randr_select_input(connection, root, UInt16(XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue))
    let cookie = unsafe xcb_randr_get_monitors(connection, root, 1)
    unsafe readMonitors(xcb_randr_get_monitors_reply(connection, cookie, nil))
  }

  deinit {
    unsafe scan_watch_end(&watch)
    unsafe xcb_disconnect(connection)
  }

  var descriptor: Int32 { watch.descriptor }

  func setTimer(milliseconds: Int) { unsafe scan_watch_set_timer(&watch, Int32(milliseconds)) }

  func read() throws(DisplayFailure) -> [DisplayEvent] {
    var events: [DisplayEvent] = []
    while let event = unsafe xcb_poll_for_event(connection) {
      unsafe handle(event, into: &events)
      unsafe free(event)
    }
    if let asked = monitorsAsked {
      var reply: UnsafeMutableRawPointer?
      var failure: UnsafeMutablePointer<xcb_generic_error_t>?
      if unsafe xcb_poll_for_reply(connection, asked, &reply, &failure) != 0 {
        monitorsAsked = nil
        unsafe free(failure)
        unsafe readMonitors(reply?.assumingMemoryBound(to: xcb_randr_get_monitors_reply_t.self))
        events.append(.outputs)
      }
    }
    if unsafe scan_watch_timer_elapsed(&watch) { events.append(.timer) }
    guard unsafe xcb_connection_has_error(connection) == 0 else {
      throw DisplayFailure(.gone, "the X11 server has ended the connection")
    }
    return events
  }

  func flush() throws(DisplayFailure) -> Bool {
    guard unsafe xcb_flush(connection) > 0 else {
      throw DisplayFailure(.gone, "the X11 server has ended the connection")
    }
    return true
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>, into events: inout [DisplayEvent]) {
    // The highest bit tells events that other programs sent.
    let type = unsafe Int32(event.pointee.response_type & 0x7F)
    switch type {
    case XCB_BUTTON_PRESS:
      let press = unsafe UnsafeRawPointer(event).load(as: xcb_button_press_event_t.self)
      guard press.detail == 1, let id = windows.first(where: { $0.value.id == press.event })?.key else { return }
      events.append(.pressed(id, x: Int(press.event_x), y: Int(press.event_y)))
    case XCB_CONFIGURE_NOTIFY:
      let change = unsafe UnsafeRawPointer(event).load(as: xcb_configure_notify_event_t.self)
      guard change.window == root else { return }
      rootHeight = Int(change.height)
      askForMonitors()
    default:
      if let first = firstRandrEvent, type == Int32(first) { askForMonitors() }
    }
  }

  private func askForMonitors() {
    guard firstRandrEvent != nil else { return }
    if let asked = monitorsAsked { unsafe xcb_discard_reply(connection, asked) }
    monitorsAsked = unsafe xcb_randr_get_monitors(connection, root, 1).sequence
  }

  /// Takes over an answer, and frees it. No monitors: the former ones stay.
  private func readMonitors(_ reply: UnsafeMutablePointer<xcb_randr_get_monitors_reply_t>?) {
    guard let reply = unsafe reply else { return }
    defer { unsafe free(reply) }
    var found: [Output] = []
    var monitors = unsafe xcb_randr_get_monitors_monitors_iterator(reply)
    while unsafe monitors.rem > 0, found.count < 16 {
      let monitor = unsafe monitors.data.pointee
      let place = Rect(x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width), height: Int(monitor.height))
      found.append(
        Output(
          name: "monitor \(monitor.name)", layout: place, width: place.width, height: place.height, id: monitor.name))
      unsafe xcb_randr_monitor_info_next(&monitors)
    }
    if !found.isEmpty { outputs = found }
  }
}
