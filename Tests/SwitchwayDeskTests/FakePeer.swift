import CLibsystemd
import SwitchwayBus
import Foundation

@testable import SwitchwayDesk

/// The socket of a fake program for connections beside the bus. Every call is answered with true.
@safe final class FakePeer {
  let address: String
  /// The calls of each connection, as "path member", and "end" where it has ended.
  private(set) var asked: [[String]] = []

  private let path: String
  private let listener: Int32
  private let event: OpaquePointer
  private var source: OpaquePointer?
  private var connections: [OpaquePointer] = unsafe []

  init(event: OpaquePointer) throws {
    unsafe self.event = event
    path = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID().uuidString.prefix(8))").path
    address = "unix:path=\(path)"
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = unsafe withUnsafePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) }
    }
    guard bound == 0, listen(listener, 5) == 0 else { throw DeskTestError("the fake peer has no socket") }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = sd_event_add_io(
      event, &source, listener, UInt32(EPOLLIN.rawValue),
      { _, _, _, me in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<FakePeer>.fromOpaque(me).takeUnretainedValue().take()
        return 0
      }, me)
  }

  deinit {
    unsafe connections.forEach { connection in unsafe _ = sd_bus_close_unref(connection) }
    unsafe _ = sd_event_source_disable_unref(source)
    close(listener)
    unsafe unlink(path)
  }

  private func take() {
    let descriptor = accept(listener, nil, nil)
    var made: OpaquePointer?
    var id = sd_id128_t()
    guard descriptor >= 0, unsafe sd_id128_randomize(&id) >= 0, unsafe sd_bus_new(&made) >= 0,
      let bus = unsafe made, unsafe sd_bus_set_fd(bus, descriptor, descriptor) >= 0,
      unsafe sd_bus_set_server(bus, 1, id) >= 0
    else { return }
    unsafe connections.append(bus)
    asked.append([])
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = sd_bus_add_filter(
      bus, nil,
      { message, me, _ in
        guard let message = unsafe message, let me = unsafe me else { return 0 }
        unsafe Unmanaged<FakePeer>.fromOpaque(me).takeUnretainedValue().answer(message)
        return 1
      }, me)
    unsafe _ = sd_bus_start(bus)
    unsafe _ = sd_bus_attach_event(bus, event, 0)
  }

  private func answer(_ message: OpaquePointer) {
    guard let index = unsafe connections.firstIndex(of: sd_bus_message_get_bus(message)) else { return }
    let call = unsafe Reply(message)
    guard call.member != "Disconnected" else { return asked[index].append("end") }
    asked[index].append("\(call.path) \(call.member)")
    var reply: OpaquePointer?
    unsafe _ = sd_bus_message_new_method_return(message, &reply)
    var yes: Int32 = 1
    unsafe _ = sd_bus_message_append_basic(reply, CChar(98), &yes)
    unsafe _ = sd_bus_send(nil, reply, nil)
    unsafe _ = sd_bus_message_unref(reply)
  }
}
