import CLibsystemd
import SwitchwayBus

/// GNOME's shell on the session's bus, with the extension in it: a test says what it answers and reports.
@safe package final class FakeShell {
  package static let (shell, extended) = ("org.gnome.Shell", "io.switchway.Shell")

  /// What `Follow` answers.
  package var state = ""
  /// What `Front` answers.
  package var front = #"{"window":null}"#
  /// What `Monitors` answers.
  package var monitors = ""
  /// How many of the next calls of `Monitors` are not answered.
  package var lateMonitors = 0
  /// The scenes that it was asked to draw.
  package private(set) var drawn: [String] = []
  /// Who asked last.
  package var drawer = ""
  /// It draws, and does not answer until this is false.
  package var hangs = false {
    didSet {
      let due = hangs ? [] : unanswered
      unanswered = hangs ? unanswered : []
      for answer in due { answer() }
    }
  }
  private var unanswered: [() -> Void] = []
  /// The states of extensions, by name.
  package var states: [String: Double] = [:]
  /// Whether the person wants the extension. `nil`: this shell does not say, as GNOME 43.
  package var isEnabled: Bool?
  package var areExtensionsOn = true
  /// The items of the shell that can be chosen.
  package var items: Set<String> = []
  /// Whether its lock screen is there.
  package var isLocked = false
  /// Calls that came, as the method and its value.
  package private(set) var calls: [String] = []
  package private(set) var followers: [String] = []
  private let connection: TestConnection
  private var bus: OpaquePointer { unsafe connection.bus }

  /// `names`: those that it asks for, in this order.
  package init(address: String, event: OpaquePointer, names: [String] = [shell, extended]) throws {
    connection = try unsafe TestConnection(address: address, event: event)
    unsafe connection.onMessage = { [unowned self] in unsafe answer($0) }
    for name in names { own(name) }
  }

  /// Asks for a name, and waits for it where another connection still has it, as the extension does.
  package func own(_ name: String) { connection.own(name, waits: true) }

  /// Whether the bus has answered for each name that it has asked for.
  package var hasNames: Bool { connection.unanswered == 0 }

  /// Gives a name up, as an extension that is disabled does.
  package func disown(_ name: String) { unsafe _ = sd_bus_release_name_async(bus, nil, name, { _, _, _ in 0 }, nil) }

  /// Leaves the bus, as a shell does that crashes.
  package func leave() { connection.leave() }

  /// Sends a report to one connection.
  package func report(_ signal: String, _ text: String, to receiver: String) {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_signal(bus, &made, "/io/switchway/Shell", "io.switchway.Shell", signal)
    guard let message = unsafe made else { return }
    unsafe sd_bus_message_set_destination(message, receiver)
    unsafe text.withCString { unsafe _ = sd_bus_message_append_basic(message, CChar(115), $0) }
    unsafe _ = sd_bus_send(bus, message, nil)
    unsafe sd_bus_message_unref(message)
  }

  /// Reports that the extension is switched off.
  package func switchOff(for receiver: String) {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_signal(bus, &made, "/io/switchway/Shell", "io.switchway.Shell", "Off")
    guard let message = unsafe made else { return }
    unsafe sd_bus_message_set_destination(message, receiver)
    unsafe _ = sd_bus_send(bus, message, nil)
    unsafe sd_bus_message_unref(message)
  }

  /// Reports a press on the bar.
  package func press(_ x: Int32, _ y: Int32, to receiver: String) {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_signal(bus, &made, "/io/switchway/Shell", "io.switchway.Shell", "Pressed")
    guard let message = unsafe made else { return }
    unsafe sd_bus_message_set_destination(message, receiver)
    for value in [x, y] {
      var value = value
      unsafe _ = sd_bus_message_append_basic(message, CChar(105), &value)
    }
    unsafe _ = sd_bus_send(bus, message, nil)
    unsafe sd_bus_message_unref(message)
  }

  private func answer(_ message: OpaquePointer) -> Bool {
    let call = unsafe Reply(message)
    var made: OpaquePointer?
    guard ["/io/switchway/Shell", "/org/gnome/Shell", "/org/gnome/ScreenSaver"].contains(call.path),
      unsafe sd_bus_message_new_method_return(message, &made) >= 0, let reply = unsafe made
    else { return false }
    defer { unsafe sd_bus_message_unref(reply) }
    func append(_ text: String) {
      unsafe text.withCString { unsafe _ = sd_bus_message_append_basic(reply, CChar(115), $0) }
    }
    switch call.member {
    case "Follow":
      followers.append(call.sender)
      append(state)
    case "Front": append(front)
    case "Monitors":
      guard lateMonitors == 0 else {
        lateMonitors -= 1
        return true
      }
      append(monitors)
    case "Drawer": append(drawer)
    case "Draw":
      drawer = call.sender
      drawn.append(call.string(limit: 1 << 20) ?? "")
      if hangs {
        unsafe sd_bus_message_ref(reply)
        unanswered.append { [bus = unsafe bus] in
          unsafe _ = sd_bus_send(bus, reply, nil)
          unsafe sd_bus_message_unref(reply)
        }
        return true
      }
    case "GetExtensionInfo":
      let state = states[call.string() ?? ""]
      unsafe _ = sd_bus_message_open_container(reply, CChar(97), "{sv}")
      if let state {
        // Others come before it.
        for (key, type, value) in [
          ("uuid", "s", nil), ("state", "d", state), ("enabled", "b", nil), ("path", "s", nil),
        ] as [(String, String, Double?)] where type != "b" || isEnabled != nil {
          unsafe _ = sd_bus_message_open_container(reply, CChar(101), "sv")
          append(key)
          unsafe _ = sd_bus_message_open_container(reply, CChar(118), type)
          var isOn: Int32 = isEnabled == true ? 1 : 0
          if var value {
            unsafe _ = sd_bus_message_append_basic(reply, CChar(100), &value)
          } else if type == "b" {
            unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &isOn)
          } else {
            append("x")
          }
          unsafe _ = sd_bus_message_close_container(reply)
          unsafe _ = sd_bus_message_close_container(reply)
        }
      }
      unsafe _ = sd_bus_message_close_container(reply)
    case "GetActive":
      var isActive: Int32 = isLocked ? 1 : 0
      unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &isActive)
    case "Get":
      var isOn: Int32 = areExtensionsOn ? 1 : 0
      unsafe _ = sd_bus_message_open_container(reply, CChar(118), "b")
      unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &isOn)
      unsafe _ = sd_bus_message_close_container(reply)
    case "Point":
      calls.append("Point " + (call.string() ?? ""))
      guard call.sender == drawer else { return false }
    case "Choose", "Change":
      let item = call.string() ?? ""
      calls.append(call.member == "Choose" ? "Choose \(item)" : "Change \(item) \(call.int() ?? 0)")
      guard call.sender == drawer else { return false }
      var isThere: Int32 = items.contains(item) ? 1 : 0
      unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &isThere)
    case "Raise": calls.append("Raise " + (call.string() ?? ""))
    default: return false
    }
    unsafe _ = sd_bus_send(bus, reply, nil)
    return true
  }
}
