import CLibsystemd
import Glibc

/// A message that has arrived, as a cursor over its values. It is valid only inside the handler that received it.
///
/// Every read returns `nil` if the message has another type at this point, because programs can send anything.
@safe package struct Reply {
  /// The longest path or bus name that is read, in bytes. Paths and names of programs have up to 100.
  package static let longestPath = 1_024

  private let message: OpaquePointer

  package init(_ message: OpaquePointer) { unsafe self.message = message }

  package var sender: String { unsafe text(sd_bus_message_get_sender(message)) }
  /// The receiver of the message; for an answer, this connection's own name on the bus.
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

  /// `type` is the bus's code for a type of this size.
  private func number<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Number) -> Number? {
    var value = initial
    return unsafe sd_bus_message_read_basic(message, code(type), &value) > 0 ? value : nil
  }

  /// A string (`s`) or path (`o`). `nil` also if it has more than `limit` bytes.
  package func string(_ type: Unicode.Scalar = "s", limit: Int = longestPath) -> String? {
    unsafe withString(type, limit: limit + 1) { unsafe $0.count <= limit ? String(decoding: $0, as: UTF8.self) : nil }
      ?? nil
  }

  /// Reads a string (`s`) or path (`o`), the first `limit` bytes of it.
  package func withString<Result>(
    _ type: Unicode.Scalar = "s", limit: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, code(type), &value) > 0, let value = unsafe value else {
      return nil
    }
    return unsafe body(UnsafeRawBufferPointer(start: value, count: strnlen(value, limit)))
  }

  /// Enters an array (`a`), structure (`r`), entry (`e`) or variant (`v`).
  package func enter(_ type: Unicode.Scalar, _ contents: String) -> Bool {
    unsafe sd_bus_message_enter_container(message, code(type), contents) > 0
  }

  package func leave() { unsafe _ = sd_bus_message_exit_container(message) }

  package func skip(_ types: String) -> Bool { unsafe sd_bus_message_skip(message, types) > 0 }

  /// Whether there are no values left in the container that was entered, or the message is broken.
  package var isAtEnd: Bool { unsafe sd_bus_message_at_end(message, 0) != 0 }

  private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
}
