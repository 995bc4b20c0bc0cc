import CLibsystemd
import Foundation
import SwitchwayBus
import SwitchwayScanning
import TestDesktops

@testable import SwitchwayDesk

/// What a test needs and does not have, or waited for in vain.
struct DeskTestError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A session bus of its own with Debian's accessibility bus, and a desk on it.
@safe final class TestDesk {
  /// A busy machine's patience, in microseconds: everything here takes milliseconds on an idle one.
  static let patience: UInt64 = 240_000_000
  /// The limit of tests of silence, in microseconds. The real one is 0.5 s. On a busy machine any process may stand
  /// still for that long, and a program that is to answer would then count as silent.
  static let silence: UInt64 = 3_000_000

  let event: OpaquePointer
  private(set) var desk: Desk?
  private(set) var news: [News] = []
  var sessionBus: String { bus.address }
  private let bus: TestBus

  /// `limit`: how long a program may take for an answer, in microseconds: a busy machine's patience, but `silence` in
  /// tests that wait for its end. `hasServices`: whether the session can start an accessibility bus.
  init(limit: UInt64 = TestDesk.patience, hasServices: Bool = true) throws {
    var made: OpaquePointer?
    guard unsafe sd_event_new(&made) >= 0, let event = unsafe made else { throw DeskTestError("no event loop") }
    unsafe self.event = event
    guard FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher") else {
      throw DeskTestError("the accessibility bus is missing; Debian's package is at-spi2-core")
    }
    bus = try TestBus(hasServices: hasServices)
    desk = try unsafe Desk(event: event, sessionBus: sessionBus, limit: limit) { [unowned self] in
      news.append($0)
    }
  }

  deinit {
    desk?.stop()
    desk = nil
    unsafe _ = sd_event_unref(event)
  }

  /// Runs the loop until something is true.
  func wait(_ what: String, until condition: () -> Bool) throws {
    var (begin, now): (UInt64, UInt64) = (0, 0)
    unsafe sd_event_now(event, CLOCK_MONOTONIC, &begin)
    while !condition() {
      guard unsafe sd_event_run(event, 50_000) >= 0 else { throw DeskTestError("the event loop failed") }
      unsafe sd_event_now(event, CLOCK_MONOTONIC, &now)
      if now > begin + Self.patience { throw DeskTestError("\(what): not in time; news: \(news.suffix(8))") }
    }
  }

  /// The first of the news from now on that `find` accepts.
  func next<Found>(_ what: String, _ find: (News) -> Found?) throws -> Found {
    var found: Found?
    var count = news.count
    try wait(what) {
      while found == nil, count < news.count {
        found = find(news[count])
        count += 1
      }
      return found != nil
    }
    guard let found else { throw DeskTestError(what) }
    return found
  }

  /// A program that the desk has found, with its window.
  func program(_ change: (FakeProgram) -> Void = { _ in }) throws -> FakeProgram {
    let address = try address()
    let program = try unsafe FakeProgram(address: address, event: event)
    change(program)
    try wait("the program's window") {
      desk?.windows.contains { $0.program.bus == program.name && $0.program.toolkit == program.toolkit } ?? false
    }
    return program
  }

  /// The address of the accessibility bus.
  func address() throws -> String {
    let object = Reference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
    let address = try ask(Call(object, "org.a11y.Bus", "GetAddress"), on: sessionBus) { $0.string() }
    guard let address else { throw DeskTestError("no accessibility bus") }
    return address
  }

  /// Reads the program's window to its end. nil: it is unreadable.
  func read(_ program: FakeProgram) throws -> Tree? {
    let window = Reference(bus: program.name, path: FakeProgram.window)
    desk?.read(window)
    return try next("a tree") { (news: News) -> Tree?? in
      switch news {
      case .tree(window, let tree, isWhole: true): .some(tree)
      case .unreadable(window): .some(nil)
      default: nil
      }
    }
  }
}

// The session's side.
extension TestDesk {
  private func ask<Value>(_ call: Call, on bus: String, _ read: (Reply) -> Value?) throws -> Value? {
    let later = try unsafe Later(event: event)
    let connection = try unsafe BusConnection(to: .bus(bus), event: event, later: later)
    var isAnswered = false
    var value: Value?
    try withoutActuallyEscaping(read) { read in
      connection.send(call, limit: Self.patience) { answer in
        value = answer.values.flatMap(read)
        isAnswered = true
      }
      try wait("an answer to \(call.member)") { isAnswered }
    }
    connection.close()
    return value
  }

  /// A property of `org.a11y.Status`.
  func status(_ property: String) throws -> Bool? {
    let object = Reference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
    return try ask(.get(object, "org.a11y.Status", property), on: sessionBus) { $0.enter("v", "b") ? $0.bool() : nil }
  }

  /// The events that clients have asked programs for.
  func registeredEvents() throws -> Set<String> {
    let call = Call(ATSPI.registry, ATSPI.registry.bus, "GetRegisteredEvents")
    let found = try ask(call, on: address()) { reply in
      var events: Set<String> = []
      guard reply.enter("a", "(ss)") else { return events }
      while reply.enter("r", "ss") {
        if reply.skip("s"), let event = reply.string() { events.insert(event) }
        reply.leave()
      }
      return events
    }
    return found ?? []
  }

  /// The process that has this name on the bus. nil: none.
  private func process(_ name: String, on bus: String) throws -> pid_t? {
    let call = Call.aboutName(name, "GetConnectionUnixProcessID")
    return try ask(call, on: bus) { $0.unsigned() }.map { pid_t($0) }
  }

  /// The process that keeps the accessibility bus, and tells where it is.
  private func keeper() throws -> pid_t? { try process("org.a11y.Bus", on: sessionBus) }

  func signalKeeper(_ number: Int32) throws {
    guard let keeper = try keeper() else { throw DeskTestError("no org.a11y.Bus") }
    _ = kill(keeper, number)
  }

  /// Kills the accessibility bus and its keeper. Whoever asks for its address afterwards starts them again.
  func endAccessibilityBus() throws {
    guard let bus = try process("org.freedesktop.DBus", on: try address()), let keeper = try keeper() else {
      throw DeskTestError("no accessibility bus")
    }
    // The loop does not run in between: the desk would ask for the address, and start a bus beside the old one.
    _ = kill(keeper, SIGKILL)
    _ = kill(bus, SIGKILL)
    // A killed bus leaves its socket, and the next one would not start over it.
    try FileManager.default.removeItem(at: self.bus.folder.appendingPathComponent("at-spi"))
    // Until the session's bus has noticed it, it hands on what is asked to the dead keeper, and answers with an error.
    try wait("the keeper's end") { (try? self.keeper()) != keeper }
  }

  /// Returns when everything that the program has sent before has arrived.
  func roundTrip(_ program: FakeProgram) throws {
    let window = Node(reference: Reference(bus: program.name, path: FakeProgram.window), parent: nil, role: .frame)
    var isAnswered = false
    desk?.check(Item(node: window, parent: nil, indexInParent: 0, kind: .focus)) { _ in isAnswered = true }
    try wait("an answer") { isAnswered }
  }
}
