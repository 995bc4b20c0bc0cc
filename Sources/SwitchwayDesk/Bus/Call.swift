import CLibsystemd
import SwitchwayScanning

/// A method call that is not sent yet.
struct Call {
  let object: Reference
  let interface: String
  let member: String
  let arguments: [Argument]

  init(_ object: Reference, _ interface: String, _ member: String, _ arguments: [Argument] = []) {
    (self.object, self.interface, self.member, self.arguments) = (object, interface, member, arguments)
  }
}

/// What became of a call.
enum Answer {
  case values(Reply)
  /// The program answered with an error, or there is nobody to ask.
  case refused
  /// No answer came in time.
  case late

  var values: Reply? { if case .values(let reply) = self { reply } else { nil } }
  var isLate: Bool { if case .late = self { true } else { false } }
}

/// A value of a call.
enum Argument: Sendable {
  case string(String)
  case int(Int32)
  case unsigned(UInt32)
  case double(Double)
  case bool(Bool)
  /// A value whose type is sent along.
  indirect case variant(Argument)
  /// The rule of `Collection.GetMatches`: all of these states, and any role but these.
  case rule(States, without: [Role])

  private var signature: String {
    switch self {
    case .string: "s"
    case .int: "i"
    case .unsigned: "u"
    case .double: "d"
    case .bool: "b"
    case .variant: "v"
    case .rule: "(aiia{ss}iaiiasib)"
    }
  }

  /// Appends the value. False: there is no memory, or a string has bytes that the bus does not carry.
  func append(to message: OutgoingMessage) -> Bool {
    switch self {
    case .string(let text): message.append(text)
    case .int(let value): message.append("i", value)
    case .unsigned(let value): message.append("u", value)
    case .double(let value): message.append("d", value)
    case .bool(let value): message.append("b", Int32(value ? 1 : 0))
    case .variant(let value): message.contain("v", value.signature) { value.append(to: message) }
    case .rule(let states, let roles): appendRule(states, roles, to: message)
    }
  }

  /// Source: at-spi2-core 2.46, `atspi-matchrule.c`. Of a match: all 1, any 2. Empty lists with "all" match anything.
  /// "None" (3) of some roles lets all roles through (seen with Chromium), so "any" of the others is asked.
  private func appendRule(_ states: States, _ roles: [Role], to message: OutgoingMessage) -> Bool {
    let stateBits = [Int32(truncatingIfNeeded: states.rawValue), Int32(truncatingIfNeeded: states.rawValue >> 32)]
    var roleBits = [Int32](repeating: -1, count: 5)
    for role in roles where role.rawValue < 160 {
      roleBits[Int(role.rawValue / 32)] &= ~Int32(bitPattern: 1 << (role.rawValue % 32))
    }
    func numbers(_ list: [Int32]) -> Bool {
      message.contain("a", "i") { list.allSatisfy { message.append("i", $0) } }
    }
    return message.contain("r", "aiia{ss}iaiiasib") {
      numbers(stateBits) && message.append("i", Int32(1))
        && message.contain("a", "{ss}") { true } && message.append("i", Int32(1))
        && numbers(roleBits) && message.append("i", Int32(2))
        && message.contain("a", "s") { true } && message.append("i", Int32(1)) && message.append("b", Int32(0))
    }
  }
}

/// A message that is being written.
@safe struct OutgoingMessage {
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

  private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
