import CLibsystemd
import Glibc

/// A message that has arrived, whose values are read one after the other. It is valid only in the handler that received
/// it.
///
/// Each function returns `nil` or false if the next value has another type, because programs can send anything.
@safe package struct Reply {
  /// The longest path or name on the bus that is read, in bytes. Usual programs have paths and names of up to 100
  /// bytes.
  package static let longestPath = 1_024

  private let message: OpaquePointer

  package init(_ message: OpaquePointer) { unsafe self.message = message }

  package var sender: String { unsafe text(sd_bus_message_get_sender(message)) }
  /// The receiver of the message. In an answer, it is this connection's own name on the bus.
  package var destination: String { unsafe text(sd_bus_message_get_destination(message)) }
  package var path: String { unsafe text(sd_bus_message_get_path(message)) }
  package var interface: String { unsafe text(sd_bus_message_get_interface(message)) }
  package var member: String { unsafe text(sd_bus_message_get_member(message)) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  package func int() -> Int32? { number("i", Int32(0)) }

  package func unsigned() -> UInt32? { number("u", UInt32(0)) }

  package func double() -> Double? { number("d", 0.0) }

  package func bool() -> Bool? { number("b", Int32(0)).map { $0 != 0 } }

  /// Reads a number. `type` is the code of D-Bus for a type of this size.
  private func number<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Number) -> Number? {
    var value = initial
    return unsafe sd_bus_message_read_basic(message, code(type), &value) > 0 ? value : nil
  }

  /// Reads a string (`s`) or a path (`o`). Also returns `nil` if it has more than `limit` bytes.
  package func string(_ type: Unicode.Scalar = "s", limit: Int = longestPath) -> String? {
    unsafe withString(type, limit: limit + 1) { unsafe $0.count <= limit ? String(decoding: $0, as: UTF8.self) : nil }
      ?? nil
  }

  /// Reads a string (`s`) or a path (`o`), and passes at most its first `limit` bytes to `body`.
  package func withString<Result>(
    _ type: Unicode.Scalar = "s", limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, code(type), &value) > 0, let value = unsafe value else {
      return nil
    }
    return unsafe body(UnsafeRawBufferPointer(start: value, count: strnlen(value, limit)))
  }

  /// Begins to read the values in an array (`a`), structure (`r`), dictionary entry (`e`) or variant (`v`).
  package func enter(_ type: Unicode.Scalar, _ contents: String) -> Bool {
    unsafe sd_bus_message_enter_container(message, code(type), contents) > 0
  }

  package func leave() { unsafe _ = sd_bus_message_exit_container(message) }

  package func skip(_ types: String) -> Bool { unsafe sd_bus_message_skip(message, types) > 0 }

  /// Whether no values are left in the container that was entered. Also true if the message is invalid.
  package var isAtEnd: Bool { unsafe sd_bus_message_at_end(message, 0) != 0 }

  private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
