import CLibsystemd
import Foundation
import SwitchwayBus
import TestDesktops

/// KWin's side of the session's bus: it loads scripts, and a test says what they report.
@safe final class FakeKWin {
  /// The scripts that run, by name.
  private(set) var scripts: [String: String] = [:]
  /// It loads no scripts.
  var refuses = false
  /// It has no object for each script, as KWin 5.
  var isOld = false
  /// The numbers of other scripts, which have objects. They answer, and run nothing of what is loaded later.
  var others: Set<Int32> = []
  /// Called when a script begins to run, before KWin answers.
  var onRun: (() -> Void)?
  /// How often it was asked whether it is there.
  private(set) var pings = 0

  /// Scripts that do not run yet.
  private var loaded: [(name: String, text: String, number: Int32)] = []
  var hasLoaded: Bool { !loaded.isEmpty }
  private let connection: TestConnection
  private var bus: OpaquePointer { unsafe connection.bus }

  /// `name`: that of KWin, or another for an impostor.
  init(address: String, event: OpaquePointer, name: String = "org.kde.KWin") throws {
    connection = try unsafe TestConnection(address: address, event: event)
    unsafe connection.onMessage = { [unowned self] in unsafe answer($0) }
    connection.own(name)
  }

  func own(_ name: String) { connection.own(name) }

  /// Whether the bus has answered for each name that it has asked for.
  var hasNames: Bool { connection.unanswered == 0 }

  /// Leaves the bus, as KWin does when it crashes.
  func leave() { connection.leave() }

  /// The connection that the script reports to. `nil`: it does not run.
  var receiver: String? {
    scripts.values.compactMap {
      $0.split(separator: "callDBus(\"").dropFirst().first?.split(separator: "\"").first.map(String.init)
    }.first
  }

  /// Calls a method of the receiver's object.
  func report(_ method: String, _ text: String, to receiver: String) {
    var made: OpaquePointer?
    unsafe sd_bus_message_new_method_call(bus, &made, receiver, "/io/switchway/Scan", "io.switchway.Scan", method)
    guard let message = unsafe made else { return }
    unsafe text.withCString { unsafe _ = sd_bus_message_append_basic(message, CChar(115), $0) }
    unsafe _ = sd_bus_send(bus, message, nil)
    unsafe sd_bus_message_unref(message)
  }

  private func answer(_ message: OpaquePointer) -> Bool {
    let call = unsafe Reply(message)
    if call.member == "Ping" { pings += 1 }
    guard call.path == "/Scripting" || call.path.hasPrefix("/Scripting/Script") && !isOld else { return false }
    var made: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(message, &made) >= 0, let reply = unsafe made else { return false }
    defer { unsafe sd_bus_message_unref(reply) }
    switch call.member {
    case "unloadScript":
      let name = call.string() ?? ""
      var wasThere: Int32 = scripts.removeValue(forKey: name) == nil && !loaded.contains { $0.name == name } ? 0 : 1
      loaded.removeAll { $0.name == name }
      unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &wasThere)
    case "loadScript":
      let (file, name) = (call.string() ?? "", call.string() ?? "")
      var number: Int32 = refuses || scripts[name] != nil ? -1 : Int32(scripts.count + loaded.count)
      if number >= 0, let text = try? String(contentsOfFile: file, encoding: .utf8) {
        loaded.append((name, text, number))
      }
      unsafe _ = sd_bus_message_append_basic(reply, CChar(105), &number)
    case "Introspect":
      let objects = others.union(loaded.map(\.number)).map { "<node name=\"Script\($0)\"/>" }.joined()
      unsafe "<node>\(objects)</node>".withCString { unsafe _ = sd_bus_message_append_basic(reply, CChar(115), $0) }
    case "start", "run":
      let runs = loaded.filter { call.member == "start" || call.path.hasSuffix("/Script\($0.number)") }
        .filter { !others.contains($0.number) }
      for script in runs { scripts[script.name] = script.text }
      loaded.removeAll { script in runs.contains { $0.name == script.name } }
      onRun?()
    default: return false
    }
    unsafe _ = sd_bus_send(bus, reply, nil)
    return true
  }
}
