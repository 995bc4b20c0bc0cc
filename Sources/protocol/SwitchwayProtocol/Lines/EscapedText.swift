/// A text as a JSON string, with its quotes. It is escaped once, and can then be written often.
///
/// Quotes, backslashes and all control characters are escaped. Invisible characters that change the direction of text
/// or break lines are also escaped, because a person may read the socket in a terminal. All other characters stay as
/// they are.
public struct EscapedText: Hashable, Sendable {
  /// The bytes of the JSON string, including the quotes.
  package let bytes: [UInt8]

  /// The number of bytes of the JSON string, including the quotes.
  public var count: Int { bytes.count }

  /// Escapes `text`. Swift's strings are valid Unicode, so the result is also valid.
  public init(_ text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 2)
    EscapedText.append(text, to: &bytes)
    self.bytes = bytes
  }

  /// Makes an escaped text from the bytes of one that was escaped before.
  package init(escaped bytes: [UInt8]) { self.bytes = bytes }

  /// Escapes bytes that should be UTF-8. Each invalid part becomes U+FFFD.
  public init(utf8 bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\"")])
      case "\\": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "\\")])
      case "\n": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
      case "\r": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
      case "\t": bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
      default:
        if mustBeHidden(scalar) {
          appendCode(scalar.value, to: &bytes)
        } else {
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether the scalar is a control character (C0, DEL, C1), a Unicode line break or a direction mark. All
  /// these are below U+10000, so each is written as one `\u`.
  private static func mustBeHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
  }

  private static func appendCode(_ value: UInt32, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: (value >> shift) & 0xf)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// A list of texts as a JSON array, such as `["left"]`. It is escaped once, and can then be written often.
public struct EscapedList: Hashable, Sendable {
  let bytes: [UInt8]

  /// The number of bytes of the JSON array.
  public var count: Int { bytes.count }

  /// Makes a JSON array of `texts`, in their order.
  public init(_ texts: [String] = []) {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      EscapedText.append(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    self.bytes = bytes
  }
}
