import CLibjansson

extension JSONValue {
  /// The deepest nesting of arrays and objects that is accepted. Source: the protocol.
  public static let maximumDepth = 16

  /// Parses one JSON text.
  ///
  /// Throws if there are bytes that are not UTF-8, nesting deeper than `maximumDepth`, duplicate keys in an object, a
  /// NUL in a string, half a surrogate pair, numbers that do not fit (`1e999`, integers beyond 64 bits), or anything
  /// after the text.
  public static func parse(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    try parse(Array(bytes))
  }

  /// Parses one JSON text from a whole array, by the same rules. For texts of other programs, `depth` can be larger
  /// than `maximumDepth`. Each level of nesting needs memory on the stack.
  public static func parse(_ bytes: [UInt8], depth: Int = maximumDepth) throws(JSONError) -> JSONValue {
    if bytes.isEmpty { throw JSONError(message: "an empty line", offset: 0) }
    if let offset = excessiveDepth(in: bytes, limit: depth) {
      throw JSONError(message: "nested over \(depth) deep", offset: offset)
    }
    var failure = json_error_t()
    // With JSON_DECODE_ANY, a text may also be another value than an object or an array. jansson refuses NUL by
    // default.
    let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_ANY)
    let root = unsafe bytes.withUnsafeBytes { raw in
      unsafe json_loadb(raw.baseAddress, raw.count, flags, &failure)
    }
    guard let root = unsafe root else {
      throw JSONError(message: text(of: failure), offset: min(max(Int(failure.position), 0), bytes.count))
    }
    defer { unsafe json_decref(root) }
    return unsafe value(of: root)
  }

  /// Returns the offset of the first bracket that nests too deeply, or `nil` if there is none. Brackets in strings do
  /// not count. This is checked before jansson parses the text, so that a hostile line cannot make jansson recurse too
  /// deeply.
  private static func excessiveDepth(in bytes: [UInt8], limit: Int) -> Int? {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return offset }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return nil
  }

  /// Returns a message about an error that jansson has found. jansson's own messages are not used, because they name
  /// its options and quote the input.
  private static func text(of failure: json_error_t) -> String {
    var failure = failure
    return switch unsafe json_error_code(&failure) {
    case json_error_invalid_utf8: "not UTF-8"
    case json_error_premature_end_of_input: "it ends too early: a quote, a bracket or a value is missing"
    case json_error_end_of_input_expected: "something follows the JSON text: leave it out, or write it on its own line"
    case json_error_null_character, json_error_null_byte_in_key: "a NUL in a string: leave it out"
    case json_error_duplicate_key: "a repeated key: leave one of them out"
    case json_error_numeric_overflow: "a number that is too large: integers have 64 bits"
    case json_error_out_of_memory: "it needs too much memory"
    default: "not JSON from here on: a quote, a comma, a colon or a bracket is missing, or there is an extra character"
    }
  }

  /// Converts a value of jansson. The recursion is limited, because the depth of nesting was checked before.
  private static func value(of json: UnsafeMutablePointer<json_t>) -> JSONValue {
    switch unsafe json.pointee.type {
    case JSON_OBJECT: return unsafe .object(members(of: json))
    case JSON_ARRAY:
      return unsafe .array(
        (0..<json_array_size(json)).map { index in
          if let element = unsafe json_array_get(json, index) { unsafe value(of: element) } else { .null }
        })
    case JSON_STRING:
      guard let start = unsafe json_string_value(json) else { return .string("") }
      let raw = unsafe UnsafeRawBufferPointer(start: start, count: json_string_length(json))
      return unsafe .string(String(decoding: raw, as: UTF8.self))
    case JSON_INTEGER: return unsafe .integer(Int64(json_integer_value(json)))
    case JSON_REAL: return unsafe .real(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }

  /// Converts the members of an object, in the order of the text, which jansson keeps.
  private static func members(of json: UnsafeMutablePointer<json_t>) -> JSONObject {
    var members = JSONObject()
    var iterator = unsafe json_object_iter(json)
    while let position = unsafe iterator {
      if let key = unsafe json_object_iter_key(position), let member = unsafe json_object_iter_value(position) {
        unsafe members[String(cString: key)] = unsafe value(of: member)
      }
      unsafe iterator = unsafe json_object_iter_next(json, position)
    }
    return members
  }
}
