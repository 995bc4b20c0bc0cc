import CLibsystemd
import SwitchwayBus
import SwitchwayScanning
import TestDesktops

@testable import SwitchwayDesk

/// An object of a fake program.
struct FakeObject {
  var role: Role = .panel
  var name = ""
  var states: States = [.showing, .sensitive, .visible, .enabled]
  var extents: [Int32] = [0, 0, 800, 600]
  /// What it says when it is asked for coordinates of its window. nil: `extents`.
  var windowExtents: [Int32]?
  var interfaces: [String] = [ATSPI.accessible, ATSPI.component]
  var children: [String] = []
  /// What it says when it is asked how many children it has. nil: the truth.
  var childCount: Int32?
  var actions: [String] = []
  var value = 50.0
  /// Numbers of `AtspiRelationType`, each with the object of that relation.
  var relations: [(number: UInt32, object: String)] = []
  /// What it says when it is asked for its text.
  var text = ""
  var parent = FakeProgram.window

  static func button(_ name: String, y: Int32 = 10, parent: String = FakeProgram.window) -> FakeObject {
    var button = FakeObject(
      role: .pushButton, name: name, extents: [10, y, 80, 20], actions: ["Click"], parent: parent)
    button.interfaces.append(ATSPI.action)
    return button
  }
}

/// A program on the accessibility bus that answers what a test wants, on the event loop of the test.
@safe final class FakeProgram {
  static let window = "/w"

  /// By path. The window is `FakeProgram.window`.
  var objects: [String: FakeObject] = [
    ATSPI.root: FakeObject(role: .application, name: "fake", children: [window]),
    window: FakeObject(role: .frame, name: "Window", states: [.showing, .sensitive, .visible, .active]),
  ]
  var toolkit = "fake"
  var toolkitVersion = "1.0"
  /// Where it is reached beside the bus. Empty: nowhere.
  var peerAddress = ""
  /// No call is answered any more.
  var isStopped = false
  /// Calls wait until `release`.
  var isBusy = false
  /// Calls of these members are not answered.
  var isSilentFor: Set<String> = []
  /// Calls of these members are answered with `lie`, whatever they should be.
  var lies: Set<String> = []
  var lie = "a lie"
  /// What is at a point: path by x and y.
  var rowAt: ((_ x: Int32, _ y: Int32) -> String?)?
  /// Runs after each call was answered, with "path member".
  var onAnswer: ((String) -> Void)?
  /// In which coordinates `GetAccessibleAtPoint` came. Source of the numbers: `AtspiCoordType`.
  private(set) var pointCoordinates: Set<UInt32> = []
  /// Every call that came, as "path member arguments".
  private(set) var asked: [String] = []
  /// The program is known to the registry.
  private(set) var isEmbedded = false

  private let connection: TestConnection
  private var waiting: [() -> Void] = []
  private var bus: OpaquePointer { unsafe connection.bus }
  private(set) var name = ""

  /// `owning`: the name that it has on the session's bus, where it is no program of the accessibility bus.
  init(address: String, event: OpaquePointer, owning service: String? = nil) throws {
    connection = try unsafe TestConnection(address: address, event: event)
    unsafe connection.onMessage = { [unowned self] in unsafe answer($0) }
    var unique: UnsafePointer<CChar>?
    guard unsafe sd_bus_get_unique_name(bus, &unique) >= 0, let unique = unsafe unique else {
      throw DeskTestError("the fake program has no name")
    }
    name = unsafe String(cString: unique)
    if let service { connection.own(service) } else { embed() }
  }

  func leave() { connection.leave() }

  /// Answers what has waited while it was busy.
  func release() {
    isBusy = false
    let due = waiting
    waiting = []
    for answer in due { answer() }
  }

  private func embed() {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_method_call(bus, &made, ATSPI.registry.bus, ATSPI.root, "org.a11y.atspi.Socket", "Embed")
    guard let message = unsafe made else { return }
    unsafe append(name, ATSPI.root, to: message)
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sd_bus_call_async(
      bus, nil, message,
      { _, me, _ in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<FakeProgram>.fromOpaque(me).takeUnretainedValue().isEmbedded = true
        return 0
      }, me, 0)
    unsafe sd_bus_message_unref(message)
  }

  /// Sends an event of an object: `kind` such as `StateChanged`, `detail` such as `showing`.
  func emit(_ path: String, _ interface: String, _ kind: String, _ detail: String = "") {
    signal(path, interface, kind) { out in
      _ = out.append(detail) && out.append("i", Int32(1)) && out.append("i", Int32(0))
      _ = out.contain("v", "i") { out.append("i", Int32(0)) } && out.contain("a", "{sv}") { true }
    }
  }

  /// A screen lock says that it is active, or no more.
  func emitActive(_ path: String, _ interface: String, _ isActive: Bool) {
    signal(path, interface, "ActiveChanged") { _ = $0.append("b", Int32(isActive ? 1 : 0)) }
  }

  /// Says that a setting of the portal is another one now.
  func emitSetting(_ path: String, _ isOn: Bool) {
    signal(path, "org.freedesktop.portal.Settings", "SettingChanged") { out in
      _ = out.append("org.gnome.desktop.interface") && out.append("enable-animations")
      _ = out.variant("b", Int32(isOn ? 1 : 0))
    }
  }

  private func signal(_ path: String, _ interface: String, _ member: String, _ write: (OutgoingMessage) -> Void) {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_signal(bus, &made, path, interface, member)
    guard let message = unsafe made else { return }
    write(unsafe OutgoingMessage(message))
    unsafe sd_bus_send(bus, message, nil)
    unsafe sd_bus_message_unref(message)
  }

  private func append(_ bus: String, _ path: String, to message: OpaquePointer) {
    unsafe sd_bus_message_open_container(message, CChar(114), "so")
    unsafe bus.withCString { unsafe _ = sd_bus_message_append_basic(message, CChar(115), $0) }
    unsafe path.withCString { unsafe _ = sd_bus_message_append_basic(message, CChar(111), $0) }
    unsafe sd_bus_message_close_container(message)
  }

  private func answer(_ call: OpaquePointer) -> Bool {
    var type: UInt8 = 0
    unsafe sd_bus_message_get_type(call, &type)
    guard type == 1 else { return false }
    if isStopped { return true }
    if isBusy {
      unsafe _ = sd_bus_message_ref(call)
      waiting.append { [unowned self] in
        unsafe _ = answer(call)
        unsafe _ = sd_bus_message_unref(call)
      }
      return true
    }
    let reply = unsafe Reply(call)
    let (path, member) = (reply.path, reply.member)
    if isSilentFor.contains(member) { return true }
    var made: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(call, &made) >= 0, let message = unsafe made else { return false }
    defer { unsafe sd_bus_message_unref(message) }
    let out = unsafe OutgoingMessage(message)
    if lies.contains(member) {
      _ = out.append(lie)
    } else if let object = objects[path] {
      guard unsafe write(member, of: object, path, reply, to: out, message) else {
        return unsafe refuse(call, path, member)
      }
    } else {
      return unsafe refuse(call, path, member)
    }
    unsafe sd_bus_send(bus, message, nil)
    onAnswer?("\(path) \(member)")
    return true
  }

  private func refuse(_ call: OpaquePointer, _ path: String, _ member: String) -> Bool {
    asked.append("\(path) \(member) refused")
    return unsafe sd_bus_reply_method_errno(call, 2, nil) >= 0
  }

  // Each member of AT-SPI that the desk may call.
  private func write(
    _ member: String, of object: FakeObject, _ path: String, _ call: Reply, to out: OutgoingMessage,
    _ message: OpaquePointer
  ) -> Bool {
    var note = ""
    defer { asked.append("\(path) \(member)\(note)") }
    switch member {
    case "Get":
      guard call.string() != nil, let property = call.string() else { return false }
      note = " \(property)"
      return write(property: property, of: object, to: out)
    case "Set":
      guard call.string() != nil, let property = call.string(), call.enter("v", "d"), let value = call.double() else {
        // The registry tells the program its number.
        return true
      }
      note = " \(property) \(value)"
      objects[path]?.value = value
      return true
    case "GetAll":
      return out.contain("a", "{sv}") {
        out.contain("e", "sv") { out.append("Name") && out.variant(object.name) }
          && out.contain("e", "sv") {
            out.append("Parent")
              && out.contain("v", "(so)") {
                unsafe append(name, object.parent, to: message)
                return true
              }
          }
      }
    case "Read":
      let (group, key) = (call.string() ?? "", call.string() ?? "")
      note = " \(group) \(key)"
      return out.contain("v", "v") {
        switch key {
        case "text-scaling-factor": out.variant("d", 1.5)
        case "contrast": out.variant("u", UInt32(1))
        default: out.variant("b", Int32(object.value > 0 ? 1 : 0))
        }
      }
    case "GetActive": return out.append("b", Int32(object.value > 0 ? 1 : 0))
    case "GetApplicationBusAddress": return out.append(peerAddress)
    case "GetItems": return unsafe writeItems(to: out, message)
    case "GetRole": return out.append("u", object.role.rawValue)
    case "GetState": return write(states: object, to: out)
    case "GetInterfaces": return write(interfaces: object, to: out)
    case "GetExtents":
      let extents = call.unsigned() == ATSPI.Coordinates.window.rawValue ? object.windowExtents : nil
      return out.contain("r", "iiii") { (extents ?? object.extents).allSatisfy { out.append("i", $0) } }
    case "GetChildren", "GetMatches":
      return out.contain("a", "(so)") {
        for child in object.children { unsafe append(name, child, to: message) }
        return true
      }
    case "GetActions":
      return out.contain("a", "(sss)") {
        object.actions.allSatisfy { name in
          out.contain("r", "sss") { out.append(name) && out.append("description") && out.append("") }
        }
      }
    case "GetRelationSet":
      return out.contain("a", "(ua(so))") {
        object.relations.allSatisfy { relation in
          out.contain("r", "ua(so)") {
            out.append("u", relation.number)
              && out.contain("a", "(so)") {
                unsafe append(name, relation.object, to: message)
                return true
              }
          }
        }
      }
    case "GetText":
      guard let start = call.int(), let end = call.int(), start == 0 else { return false }
      return out.append(String(object.text.prefix(Int(end))))
    case "GetIndexInParent":
      let parent = objects.values.first { $0.children.contains(path) }
      return out.append("i", Int32(parent?.children.firstIndex(of: path) ?? -1))
    case "GetAccessibleAtPoint":
      guard let x = call.int(), let y = call.int(), let coordinates = call.unsigned() else { return false }
      note = " \(y)"
      pointCoordinates.insert(coordinates)
      unsafe append(name, rowAt?(x, y) ?? "/org/a11y/atspi/null", to: message)
      return true
    case "GetName":
      guard let index = call.int(), object.actions.indices.contains(Int(index)) else { return false }
      return out.append(object.actions[Int(index)])
    case "DoAction", "SelectChild":
      note = " \(call.int() ?? -1)"
      // A tree of GTK 3 does not select what it is asked to.
      return out.append("b", Int32(object.role == .table ? 0 : 1))
    // GTK 4 gives no widget the focus (seen with 4.18).
    case "GrabFocus": return toolkit != "GTK" && out.append("b", Int32(1))
    default: return false
    }
  }

  private func write(states object: FakeObject, to out: OutgoingMessage) -> Bool {
    out.contain("a", "u") {
      out.append("u", UInt32(truncatingIfNeeded: object.states.rawValue))
        && out.append("u", UInt32(truncatingIfNeeded: object.states.rawValue >> 32))
    }
  }

  private func write(interfaces object: FakeObject, to out: OutgoingMessage) -> Bool {
    out.contain("a", "s") { object.interfaces.allSatisfy { out.append($0) } }
  }

  /// All objects but the cache, as GTK tells them in one answer.
  private func writeItems(to out: OutgoingMessage, _ message: OpaquePointer) -> Bool {
    out.contain("a", "((so)(so)(so)iiassusau)") {
      objects.filter { $0.key != ATSPI.cachePath }.allSatisfy { path, object in
        out.contain("r", "(so)(so)(so)iiassusau") {
          for reference in [path, ATSPI.root, object.parent] { unsafe append(name, reference, to: message) }
          let index = objects[object.parent]?.children.firstIndex(of: path) ?? -1
          return out.append("i", Int32(index)) && out.append("i", Int32(object.children.count))
            && write(interfaces: object, to: out) && out.append(object.name)
            && out.append("u", object.role.rawValue) && out.append("") && write(states: object, to: out)
        }
      }
    }
  }

  private func write(property: String, of object: FakeObject, to out: OutgoingMessage) -> Bool {
    switch property {
    case "Name": out.variant(object.name)
    case "ToolkitName": out.variant(toolkit)
    case "Version": out.variant(toolkitVersion)
    case "ChildCount": out.variant("i", object.childCount ?? Int32(object.children.count))
    case "NActions": out.variant("i", Int32(object.actions.count))
    case "CurrentValue": out.variant("d", object.value)
    case "MinimumValue": out.variant("d", 0.0)
    case "MaximumValue": out.variant("d", 100.0)
    case "MinimumIncrement": out.variant("d", 0.0)
    default: false
    }
  }
}

/// A message that is being written.
@safe private struct OutgoingMessage {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { unsafe self.message = message }

  func append(_ text: String) -> Bool {
    unsafe text.withCString { unsafe sd_bus_message_append_basic(message, code("s"), $0) } >= 0
  }

  /// `type` is the bus's code for a type of this size.
  func append<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ number: Number) -> Bool {
    unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, code(type), $0) } >= 0
  }

  func contain(_ type: Unicode.Scalar, _ contents: String, _ body: () -> Bool) -> Bool {
    unsafe sd_bus_message_open_container(message, code(type), contents) >= 0 && body()
      && sd_bus_message_close_container(message) >= 0
  }

  func variant(_ text: String) -> Bool { contain("v", "s") { append(text) } }

  func variant<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ number: Number) -> Bool {
    contain("v", String(type)) { append(type, number) }
  }

  private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
