import CLibsystemd
import SwitchwayScanning

/// A connection to a message bus, on the caller's event loop. Never blocks.
///
/// Answers and signals always come from the loop, never from inside a call to this object.
@safe final class BusConnection {
  /// The bus has gone. Called once.
  var onLost: (() -> Void)?
  /// A signal that a rule of `match` lets through.
  var onSignal: ((Reply) -> Void)?
  /// Any message, before it is handled. It may be an answer that came too late.
  var onMessage: ((_ sender: String) -> Void)?

  private let bus: OpaquePointer
  private let later: Later
  private var pending: [UInt64: (Answer) -> Void] = [:]
  private var isOpen = true

  /// Connects to the bus at `address`, or to the session's bus if that is nil. The connection is set up by the loop.
  /// `isPeer`: there is a program at the address, and no bus.
  init(
    to address: String?, isPeer: Bool = false, event: OpaquePointer, later: Later
  ) throws(DesktopFailure) {
    self.later = later
    var made: OpaquePointer?
    var answer: Int32
    if let address {
      answer = unsafe sd_bus_new(&made)
      if answer >= 0 { answer = unsafe sd_bus_set_address(made, address) }
      if answer >= 0 { answer = unsafe sd_bus_set_bus_client(made, isPeer ? 0 : 1) }
      if answer >= 0 { answer = unsafe sd_bus_start(made) }
    } else {
      answer = unsafe sd_bus_open_user(&made)
    }
    if answer >= 0 { answer = unsafe sd_bus_attach_event(made, event, 0) }
    guard answer >= 0, let made = unsafe made else {
      unsafe _ = sd_bus_close_unref(made)
      throw DesktopFailure(.none, "the bus cannot be reached (errno \(-answer))")
    }
    unsafe bus = made
    // What is sent when the loop has ended still leaves.
    unsafe _ = sd_bus_set_close_on_exit(bus, 0)
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = sd_bus_match_signal_async(
      bus, nil, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
      "Disconnected", { _, me, _ in unsafe BusConnection.at(me) { $0.lose() } }, nil, me)
    unsafe _ = sd_bus_add_filter(
      bus, nil,
      { message, me, _ in
        guard let message = unsafe message else { return 0 }
        return unsafe BusConnection.at(me) { unsafe $0.onMessage?(Reply(message).sender) }
      }, me)
  }

  deinit { unsafe _ = sd_bus_close_unref(bus) }

  /// Ends the connection. Calls that wait are answered as refused.
  func close() {
    guard isOpen else { return }
    isOpen = false
    (onLost, onSignal, onMessage) = (nil, nil, nil)
    unsafe sd_bus_close(bus)
    let waiting = pending.values
    pending = [:]
    for answer in waiting { later.run { answer(.refused) } }
  }

  /// Sends a call. `limit`: how long its answer may take, in microseconds.
  func send(_ call: Call, limit: UInt64, _ answer: @escaping (Answer) -> Void) {
    guard isOpen, let cookie = sendNow(call, limit: limit) else { return later.run { answer(.refused) } }
    pending[cookie] = answer
  }

  private func sendNow(_ call: Call, limit: UInt64) -> UInt64? {
    var made: OpaquePointer?
    let (object, interface) = (call.object, call.interface)
    guard unsafe sd_bus_message_new_method_call(bus, &made, object.bus, object.path, interface, call.member) >= 0,
      let message = unsafe made
    else { return nil }
    defer { unsafe sd_bus_message_unref(message) }
    guard call.append(to: message) else { return nil }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let sent = unsafe sd_bus_call_async(
      bus, nil, message,
      { message, me, _ in
        guard let message = unsafe message else { return 0 }
        return unsafe BusConnection.at(me) { unsafe $0.receive(message) }
      }, me, limit)
    var cookie: UInt64 = 0
    guard sent >= 0, unsafe sd_bus_message_get_cookie(message, &cookie) >= 0 else { return nil }
    return cookie
  }

  private func receive(_ message: OpaquePointer) {
    var cookie: UInt64 = 0
    guard unsafe sd_bus_message_get_reply_cookie(message, &cookie) >= 0,
      let answer = pending.removeValue(forKey: cookie)
    else { return }
    if unsafe sd_bus_message_is_method_error(message, nil) == 0 { return answer(.values(unsafe Reply(message))) }
    // sd-bus says so when the limit is over. The bus says so, too, of a program that has left before it answered; then
    // it has told before that the program left.
    let isLate =
      unsafe sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0
      || sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.Timeout") > 0
    answer(isLate ? .late : .refused)
  }

  private func lose() {
    guard isOpen, let lost = onLost else { return }
    later.run(lost)
  }

  /// Asks for signals by a rule of the bus, until `Match` is released.
  func match(_ rule: String) -> Match? {
    var slot: OpaquePointer?
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let added = unsafe sd_bus_add_match_async(
      bus, &slot, "type='signal'," + rule,
      { message, me, _ in
        guard let message = unsafe message else { return 0 }
        return unsafe BusConnection.at(me) { unsafe $0.onSignal?(Reply(message)) }
      }, nil, me)
    guard added >= 0, let slot = unsafe slot else { return nil }
    return unsafe Match(slot)
  }

  private static func at(_ me: UnsafeMutableRawPointer?, _ body: (BusConnection) -> Void) -> Int32 {
    guard let me = unsafe me else { return 0 }
    body(unsafe Unmanaged<BusConnection>.fromOpaque(me).takeUnretainedValue())
    return 0
  }
}

/// A rule for signals that is in force while this object lives.
@safe final class Match {
  private let slot: OpaquePointer

  fileprivate init(_ slot: OpaquePointer) { unsafe self.slot = slot }

  deinit { unsafe _ = sd_bus_slot_unref(slot) }
}

/// Work for the next turn of the event loop, in the order in which it came.
@safe final class Later {
  private var source: OpaquePointer?
  private var work: [() -> Void] = []

  init(event: OpaquePointer) throws(DesktopFailure) {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let answer = unsafe sd_event_add_defer(
      event, &source,
      { _, me in
        guard let me = unsafe me else { return 0 }
        unsafe Unmanaged<Later>.fromOpaque(me).takeUnretainedValue().runAll()
        return 0
      }, me)
    guard answer >= 0 else { throw DesktopFailure(.none, "no event is left (errno \(-answer))") }
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  deinit { unsafe _ = sd_event_source_disable_unref(source) }

  func run(_ body: @escaping () -> Void) {
    work.append(body)
    unsafe _ = sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
  }

  private func runAll() {
    let due = work
    work = []
    for body in due { body() }
  }
}
