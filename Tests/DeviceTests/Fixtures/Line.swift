import Glibc

/// A line from the daemon's socket. Members are found by the first occurrence of their name, which suffices for the
/// protocol's small messages with a fixed order of members.
struct Line: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    description = text
  }

  var type: String { text("type") ?? "" }

  /// The text of a string member as written (with escapes), or nil.
  func text(_ name: String) -> String? {
    guard let rest = after(name), rest.first == UInt8(ascii: "\"") else { return nil }
    var escaped = false
    for index in rest.indices.dropFirst() {
      if escaped {
        escaped = false
      } else if rest[index] == UInt8(ascii: "\\") {
        escaped = true
      } else if rest[index] == UInt8(ascii: "\"") {
        return String(decoding: rest[(rest.startIndex + 1)..<index], as: UTF8.self)
      }
    }
    return nil
  }

  func number(_ name: String) -> Int? {
    guard let rest = after(name) else { return nil }
    return Int(String(decoding: rest.prefix { $0 == UInt8(ascii: "-") || (48...57).contains($0) }, as: UTF8.self))
  }

  func flag(_ name: String) -> Bool? {
    guard let rest = after(name) else { return nil }
    if rest.starts(with: "true".utf8) { return true }
    return rest.starts(with: "false".utf8) ? false : nil
  }

  func has(_ name: String) -> Bool {
    after(name) != nil
  }

  /// The bytes after `"name":`. Uses strstr, because a test reads ten thousand lines under emulation.
  private func after(_ name: String) -> ArraySlice<UInt8>? {
    let key = "\"\(name)\":"
    let offset = unsafe description.withCString { text -> Int? in
      guard let found = unsafe strstr(text, key) else { return nil }
      return unsafe UnsafePointer(found) - text + key.utf8.count
    }
    return offset.map { Array(description.utf8.dropFirst($0))[...] }
  }
}
