import CLibsystemd

/// The connection to a bus of a program that a test plays.
@safe package final class TestConnection {
  package let bus: OpaquePointer
  /// Answers a message. False: it is none that the program answers.
  package var onMessage: ((OpaquePointer) -> Bool)?
  /// How many of the names that it has asked for the bus has not answered yet. When it answers, it has also handed on
  /// what this connection sent before.
  package private(set) var unanswered = 0

  package init(address: String, event: OpaquePointer) throws {
    var made: OpaquePointer?
    guard unsafe sd_bus_new(&made) >= 0, let bus = unsafe made, unsafe sd_bus_set_address(bus, address) >= 0,
      unsafe sd_bus_set_bus_client(bus, 1) >= 0, unsafe sd_bus_start(bus) >= 0,
      unsafe sd_bus_attach_event(bus, event, 0) >= 0
    else { throw TestDesktop.Failure(description: "a program that is played has no bus") }
    unsafe self.bus = bus
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = sd_bus_add_filter(
      bus, nil,
      { message, me, _ in
        guard let message = unsafe message, let me = unsafe me else { return 0 }
        return unsafe Unmanaged<TestConnection>.fromOpaque(me).takeUnretainedValue().onMessage?(message) == true ? 1 : 0
      }, me)
  }

  deinit { leave() }

  /// Asks for a name. `waits`: for it to be free, where another connection has it.
  package func own(_ name: String, waits: Bool = false) {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let asked = unsafe sd_bus_request_name_async(
      bus, nil, name, waits ? UInt64(SD_BUS_NAME_QUEUE) : 0,
      { _, me, _ in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<TestConnection>.fromOpaque(me).takeUnretainedValue().unanswered -= 1
        return 0
      }, me)
    if asked >= 0 { unanswered += 1 }
  }

  package func leave() { unsafe sd_bus_close(bus) }
}
