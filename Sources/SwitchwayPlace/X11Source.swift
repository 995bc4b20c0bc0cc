import CLibxcb
import Glibc
import SwitchwayScanning

/// The window in front, as an X11 window manager tells it by the properties of EWMH.
@safe final class X11Source: WindowSource {
  private enum Property: String, CaseIterable {
    case active = "_NET_ACTIVE_WINDOW"
    case pid = "_NET_WM_PID"
    case name = "_NET_WM_NAME"
    case shadow = "_GTK_FRAME_EXTENTS"
  }

  /// A question, in the order in which they are answered.
  private enum Question {
    case property(Property)
    case geometry
    case position
  }

  private let connection: OpaquePointer
  private let root: UInt32
  private let atoms: [Property: UInt32]
  private var unanswered: [(sequence: UInt32, question: Question)] = []
  /// Whether something has changed since the questions were asked.
  private var isStale = true
  /// The window whose changes are followed; 0: none.
  private var window: UInt32 = 0
  private var answers = Answers()

  /// What is known of the window so far.
  private struct Answers {
    var pid: Int32?
    var title = ""
    var size: (width: Int, height: Int)?
    var position: (x: Int, y: Int)?
    /// Left, right, top, bottom. Source: GTK's _GTK_FRAME_EXTENTS.
    var shadow = [0, 0, 0, 0]

    var front: Front {
      guard let size, let position else { return .nothing }
      return .window(
        WindowPlace(
          pid: pid, title: title,
          layout: Rect(
            x: position.x + shadow[0], y: position.y + shadow[2], width: size.width - shadow[0] - shadow[1],
            height: size.height - shadow[2] - shadow[3])))
    }
  }

  init() throws(WatchFailure) {
    var number: Int32 = 0
    guard let connection = unsafe xcb_connect(nil, &number) else { throw WatchFailure(.none, "no memory") }
    guard unsafe xcb_connection_has_error(connection) == 0, let setup = unsafe xcb_get_setup(connection) else {
      unsafe xcb_disconnect(connection)
      throw WatchFailure(.none, "no X11 server at DISPLAY")
    }
    unsafe self.connection = connection
    var screens = unsafe xcb_setup_roots_iterator(setup)
    while number > 0, unsafe screens.rem > 1 {
      unsafe xcb_screen_next(&screens)
      number -= 1
    }
    root = unsafe screens.data.pointee.root
    let cookies = Property.allCases.map { property in
      unsafe xcb_intern_atom(connection, 0, UInt16(property.rawValue.utf8.count), property.rawValue)
    }
    var atoms: [Property: UInt32] = [:]
    for (property, cookie) in zip(Property.allCases, cookies) {
      guard let reply = unsafe xcb_intern_atom_reply(connection, cookie, nil) else { continue }
      atoms[property] = unsafe reply.pointee.atom
      unsafe free(reply)
    }
    self.atoms = atoms
    follow(root, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
    askNext()
  }

  deinit { unsafe xcb_disconnect(connection) }

  var descriptor: Int32 { unsafe xcb_get_file_descriptor(connection) }

  func ask() {
    isStale = true
    askNext()
  }

  func update() throws(WatchFailure) -> Front? {
    var front: Front?
    var isMore = true
    // Answers lead to new questions, and sending those can bring more events. Chosen: more rounds than that takes.
    for _ in 0..<16 where isMore {
      isMore = false
      while let event = unsafe xcb_poll_for_event(connection) {
        unsafe handle(event)
        unsafe free(event)
      }
      while let (sequence, question) = unanswered.first {
        var reply: UnsafeMutableRawPointer?
        var failure: UnsafeMutablePointer<xcb_generic_error_t>?
        guard unsafe xcb_poll_for_reply(connection, sequence, &reply, &failure) != 0 else { break }
        unanswered.removeFirst()
        if let reply = unsafe reply { unsafe take(reply, to: question) } else { unsafe free(failure) }
        if let reply = unsafe reply { unsafe free(reply) }
        if unanswered.isEmpty { front = answers.front }
        isMore = true
      }
      askNext()
    }
    guard unsafe xcb_connection_has_error(connection) == 0 else {
      throw WatchFailure(.gone, "the X11 server has ended the connection")
    }
    return front
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    switch unsafe Int32(event.pointee.response_type & 0x7F) {
    case XCB_PROPERTY_NOTIFY:
      let change = unsafe UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self)
      if atoms.values.contains(change.atom) { isStale = true }
    case XCB_CONFIGURE_NOTIFY, XCB_UNMAP_NOTIFY: isStale = true
    default: break
    }
  }

  /// Begins anew if something has changed and all answers are there.
  private func askNext() {
    if isStale && unanswered.isEmpty {
      isStale = false
      askFor(.active, of: root, length: 1)
    }
    unsafe xcb_flush(connection)
  }

  private func askFor(_ property: Property, of window: UInt32, length: UInt32) {
    let cookie = unsafe xcb_get_property(connection, 0, window, atoms[property] ?? 0, 0, 0, length)
    unanswered.append((cookie.sequence, .property(property)))
  }

  private func follow(_ window: UInt32, _ events: UInt32) {
    unsafe xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, [events])
  }

  private func take(_ reply: UnsafeMutableRawPointer, to question: Question) {
    switch question {
    case .geometry:
      let answer = unsafe reply.load(as: xcb_get_geometry_reply_t.self)
      answers.size = (Int(answer.width), Int(answer.height))
    case .position:
      let answer = unsafe reply.load(as: xcb_translate_coordinates_reply_t.self)
      answers.position = (Int(answer.dst_x), Int(answer.dst_y))
    case .property(let property):
      let bytes = unsafe value(reply.assumingMemoryBound(to: xcb_get_property_reply_t.self))
      switch property {
      case .active: setWindow(numbers(bytes).first ?? 0)
      case .pid: answers.pid = numbers(bytes).first.flatMap { Int32(exactly: $0) }
      case .name: answers.title = String(decoding: bytes, as: UTF8.self)
      case .shadow:
        let edges = numbers(bytes).map { Int($0) }
        if edges.count == 4, edges.allSatisfy({ $0 < Rect.limit }) { answers.shadow = edges }
      }
    }
  }

  /// Follows a window, and asks for what is to be known of it.
  private func setWindow(_ active: UInt32) {
    if window != active {
      if window != 0 { follow(window, 0) }
      window = active
      if active != 0 {
        follow(active, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
      }
    }
    answers = Answers()
    guard active != 0 else { return }
    askFor(.pid, of: active, length: 1)
    // A title of 1,024 bytes: more than is kept.
    askFor(.name, of: active, length: 256)
    askFor(.shadow, of: active, length: 4)
    unanswered.append((unsafe xcb_get_geometry(connection, active).sequence, .geometry))
    unanswered.append((unsafe xcb_translate_coordinates(connection, active, root, 0, 0).sequence, .position))
  }
}

/// The bytes of a property. None where it is not there.
private func value(_ reply: UnsafePointer<xcb_get_property_reply_t>) -> [UInt8] {
  let count = unsafe Int(xcb_get_property_value_length(reply))
  guard count > 0, let start = unsafe xcb_get_property_value(reply) else { return [] }
  return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
}

/// Properties of numbers have 32 bits for each.
private func numbers(_ bytes: [UInt8]) -> [UInt32] {
  stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { index in
    UInt32(littleEndian: bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}
