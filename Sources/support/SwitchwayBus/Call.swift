import CLibsystemd
import Glibc

/// A call to an object of a program.
package struct Call: Sendable {
  /// The program's name on the bus.
  package let bus: String
  package let path: String
  package let interface: String
  package let member: String
  /// Whether the bus starts a program of this name if none runs.
  package var startsService = true
  /// The bus's codes for the types of the values.
  private let types: String
  private let strings: [String]
  private let numbers: [any CVarArg & Sendable]

  /// The values in the form that `sd_bus_message_append` expects; all strings come before all numbers.
  package init(
    bus: String, path: String, interface: String, member: String, _ types: String = "", _ strings: [String] = [],
    numbers: [any CVarArg & Sendable] = []
  ) {
    (self.bus, self.path, self.interface, self.member) = (bus, path, interface, member)
    (self.types, self.strings, self.numbers) = (types, strings, numbers)
  }

  /// A question to the bus itself about a name on it: `NameHasOwner`, `GetNameOwner` …
  package static func aboutName(_ name: String, _ member: String) -> Call {
    let driver = "org.freedesktop.DBus"
    return Call(bus: driver, path: "/org/freedesktop/DBus", interface: driver, member: member, "s", [name])
  }

  /// Appends the values. Returns false if there is no memory, or if the bus cannot carry the bytes of a string.
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
  /// The program answered with an error, or there is no program to ask.
  case refused
  case late

  package var values: Reply? { if case .values(let reply) = self { reply } else { nil } }
  package var isLate: Bool { if case .late = self { true } else { false } }
}

/// The reason why a bus cannot be used, in plain English and without a full stop.
package struct BusFailure: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
