import CLibsystemd
import Glibc

/// A connection to a message bus (D-Bus), which uses the caller's event loop. It never waits.
///
/// Answers and signals are always delivered by the loop, and never while a function of this object runs.
@safe package final class BusConnection {
  /// The bus or the program to connect to.
  package enum Address: Hashable, Sendable {
    /// The bus of the person's session, which is found through the environment.
    case session
    /// The system bus of the computer.
    case system
    /// The bus at an address such as `unix:path=/run/user/1000/bus`.
    case bus(String)
    /// A program that itself listens at this address, without a bus.
    case program(String)
  }

  /// It is called once, when the bus has gone.
  package var onLost: (() -> Void)?
  /// It is called with each signal that a rule of `match` accepts.
  package var onSignal: ((Reply) -> Void)?
  /// It is called with the sender of each message, before the message is handled. The message may be an answer that has
  /// come too late.
  package var onMessage: ((_ sender: String) -> Void)?

  private let bus: OpaquePointer
  private let later: Later
  private var pending: [UInt64: (Answer) -> Void] = [:]
  private var isOpen = true

  /// Begins to connect; the loop does the rest. `priority` is the priority of all messages of this connection; lower
  /// values are served first. `later` is an object that several connections share, or `nil` if this connection needs
  /// its own.
  package init(
    to address: Address, event: OpaquePointer, priority: Int64 = 0, later: Later? = nil
  ) throws(BusFailure) {
    if let later { self.later = later } else { self.later = try unsafe Later(event: event) }
    var made: OpaquePointer?
    var answer: Int32
    switch address {
    case .session: answer = unsafe sd_bus_open_user(&made)
    case .system: answer = unsafe sd_bus_open_system(&made)
    case .bus(let text), .program(let text):
      let isBus: Int32 = if case .bus = address { 1 } else { 0 }
      answer = unsafe sd_bus_new(&made)
      if answer >= 0 { answer = unsafe sd_bus_set_address(made, text) }
      if answer >= 0 { answer = unsafe sd_bus_set_bus_client(made, isBus) }
      if answer >= 0 { answer = unsafe sd_bus_start(made) }
    }
    if answer >= 0 { answer = unsafe sd_bus_attach_event(made, event, Int32(truncatingIfNeeded: priority)) }
    guard answer >= 0, let made = unsafe made else {
      unsafe _ = sd_bus_close_unref(made)
      throw BusFailure("the bus cannot be reached (errno \(-answer))")
    }
    unsafe bus = made
    // The connection is not closed when the loop ends, so that messages that are sent then are still delivered.
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

  /// Ends the connection. Calls that wait for an answer are answered as refused.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    (onLost, onSignal, onMessage) = (nil, nil, nil)
    unsafe sd_bus_close(bus)
    let waiting = pending.values
    pending = [:]
    for answer in waiting { later.run { answer(.refused) } }
  }

  /// The limit of calls whose answers count whenever they come. With another limit, a program that has stood still
  /// would ignore an answer that has arrived.
  package static let noLimit = UInt64.max

  /// Sends a call. `limit` is the longest time for its answer, in microseconds, or `noLimit`.
  package func send(_ call: Call, limit: UInt64, _ answer: @escaping (Answer) -> Void) {
    guard isOpen, let cookie = sendNow(call, limit: limit) else { return later.run { answer(.refused) } }
    pending[cookie] = answer
  }

  private func sendNow(_ call: Call, limit: UInt64) -> UInt64? {
    var made: OpaquePointer?
    guard
      unsafe sd_bus_message_new_method_call(bus, &made, call.bus, call.path, call.interface, call.member) >= 0,
      let message = unsafe made
    else { return nil }
    defer { unsafe sd_bus_message_unref(message) }
    if !call.startsService { unsafe _ = sd_bus_message_set_auto_start(message, 0) }
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
    // sd-bus reports these errors when the limit is over. The bus also reports them if the program has left before it
    // answered. In this case, it has reported before that the program has left.
    let isLate =
      unsafe sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.NoReply") > 0
      || sd_bus_message_is_method_error(message, "org.freedesktop.DBus.Error.Timeout") > 0
    answer(isLate ? .late : .refused)
  }

  private func lose() {
    guard isOpen, let lost = onLost else { return }
    later.run(lost)
  }

  /// Requests the signals that report a new owner of a name on the bus.
  package func matchOwner(of name: String) -> Match? {
    match("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'")
  }

  /// Requests the signals that a rule of the bus selects, until the result is released. Returns `nil` if this fails.
  package func match(_ rule: String) -> Match? {
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

  /// Answers each call to the object at `path`, until the result is released. `handler` reads the call's values. If it
  /// returns true, the answer has no values; otherwise it is an error. Returns `nil` if this fails.
  package func serve(_ path: String, _ handler: @escaping (_ call: Reply) -> Bool) -> Match? {
    let served = Served(handler)
    var slot: OpaquePointer?
    let added = unsafe sd_bus_add_object(
      bus, &slot, path,
      { message, served, _ in
        guard let message = unsafe message, let served = unsafe served else { return 0 }
        let handler = unsafe Unmanaged<Served>.fromOpaque(served).takeUnretainedValue().handler
        guard handler(unsafe Reply(message)) else { return 0 }
        return unsafe withVaList([]) { unsafe sd_bus_reply_method_returnv(message, "", $0) }
      }, Unmanaged.passUnretained(served).toOpaque())
    guard added >= 0, let slot = unsafe slot else { return nil }
    return unsafe Match(slot, keeping: served)
  }

  /// Returns the path of an object that is named after a text. For example, logind names the objects of sessions after
  /// their ids. Returns `nil` if there is no memory.
  package static func path(of name: String, below parent: String) -> String? {
    var path: UnsafeMutablePointer<CChar>?
    guard unsafe sd_bus_path_encode(parent, name, &path) >= 0, let path = unsafe path else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private final class Served {
    let handler: (Reply) -> Bool
    init(_ handler: @escaping (Reply) -> Bool) { self.handler = handler }
  }

  private static func at(_ me: UnsafeMutableRawPointer?, _ body: (BusConnection) -> Void) -> Int32 {
    guard let me = unsafe me else { return 0 }
    body(unsafe Unmanaged<BusConnection>.fromOpaque(me).takeUnretainedValue())
    return 0
  }
}

/// Keeps a rule for signals, or an object that answers calls, on the bus until it is released.
@safe package final class Match {
  private let slot: OpaquePointer
  private let kept: AnyObject?

  fileprivate init(_ slot: OpaquePointer, keeping kept: AnyObject? = nil) {
    unsafe self.slot = slot
    self.kept = kept
  }

  deinit { unsafe _ = sd_bus_slot_unref(slot) }
}
