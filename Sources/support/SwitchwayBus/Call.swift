import CLibsystemd
import Glibc

/// A call of a method of a program's object on the bus.
package struct Call: Sendable {
  /// The name of the program on the bus.
  package let bus: String
  package let path: String
  package let interface: String
  package let member: String
  /// Whether the bus starts a program with this name if none runs.
  package var startsService = true
  /// The types of the values, in the codes of D-Bus.
  private let types: String
  private let strings: [String]
  private let numbers: [any CVarArg & Sendable]

  /// Makes a call. `types` is as in `sd_bus_message_append`. All strings must come before all numbers.
  package init(
    bus: String, path: String, interface: String, member: String, _ types: String = "", _ strings: [String] = [],
    numbers: [any CVarArg & Sendable] = []
  ) {
    (self.bus, self.path, self.interface, self.member) = (bus, path, interface, member)
    (self.types, self.strings, self.numbers) = (types, strings, numbers)
  }

  /// Makes a call to the bus itself about a name on it. `member` is for example `NameHasOwner` or `GetNameOwner`.
  package static func aboutName(_ name: String, _ member: String) -> Call {
    let driver = "org.freedesktop.DBus"
    return Call(bus: driver, path: "/org/freedesktop/DBus", interface: driver, member: member, "s", [name])
  }

  /// Appends the values. Returns false if there is no memory, or if a string has bytes that the bus does not allow.
  @safe func append(to message: OpaquePointer) -> Bool {
    let texts = unsafe strings.compactMap { unsafe strdup($0) }
    defer { unsafe texts.forEach { unsafe free($0) } }
    guard unsafe texts.count == strings.count else { return false }
    return unsafe withVaList(texts.map { unsafe $0 as any CVarArg } + numbers.map { $0 as any CVarArg }) {
      unsafe sd_bus_message_appendv(message, types, $0)
    } >= 0
  }
}

/// The result of a call.
package enum Answer {
  case values(Reply)
  /// The program has answered with an error, or the call could not be sent.
  case refused
  case late

  package var values: Reply? { if case .values(let reply) = self { reply } else { nil } }
  package var isLate: Bool { if case .late = self { true } else { false } }
}

/// The reason why a bus cannot be used. The message has no full stop at its end.
package struct BusFailure: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
