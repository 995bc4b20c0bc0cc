/// Writes bytes into the memory that `LineBuffer.fill` has reserved. It must not be used after that call.
///
/// Each write only checks that it does not go beyond the end of this memory. `put` is inlined, so the compiler knows
/// the length of each literal, and copying it takes a few instructions.
@safe struct LineFiller {
  /// The number of bytes that must be free for a number: 19 digits, a sign, and the bytes that `store` writes after the
  /// digits.
  static let mostDigits = 28

  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes of the buffer that were written.
  private(set) var count: Int
  /// The latest number without its last eight digits, and the digits of this part. They are stored because the times in
  /// a line usually begin with the same digits.
  private var latest = (number: UInt64(0), digits: UInt64(0), length: 0)

  @unsafe init(_ bytes: UnsafeMutableBufferPointer<UInt8>, from count: Int) {
    unsafe self.bytes = unsafe bytes
    self.count = count
  }

  @inline(__always) mutating func putBytes(_ source: UnsafeRawBufferPointer) {
    let length = source.count
    guard let start = source.baseAddress, let first = unsafe bytes.baseAddress else { return }
    precondition(unsafe length <= bytes.count - count, "a line is longer than its buffer")
    unsafe UnsafeMutableRawPointer(first + count).copyMemory(from: start, byteCount: length)
    count += length
  }

  /// Appends a literal of JSON without escaping it. Only literals in the source code can be passed.
  @inline(__always) mutating func put(_ literal: StaticString) {
    precondition(literal.hasPointerRepresentation, "a literal of one scalar: write it as a string")
    unsafe putBytes(UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  @inline(__always) mutating func putText(_ text: EscapedText) {
    unsafe text.bytes.withUnsafeBytes { unsafe putBytes($0) }
  }

  @inline(__always) mutating func putList(_ list: EscapedList) {
    unsafe list.bytes.withUnsafeBytes { unsafe putBytes($0) }
  }

  /// Appends a literal, usually the name of a member, and then a number.
  @inline(__always) mutating func putNumber(_ literal: StaticString, _ number: Int64) {
    put(literal)
    putNumber(number)
  }

  /// Appends a literal and then a text.
  @inline(__always) mutating func putText(_ literal: StaticString, _ text: EscapedText) {
    put(literal)
    putText(text)
  }

  /// Appends a word of the protocol as a JSON string. The words of the protocol need no escaping.
  mutating func putWord(_ word: String) {
    assert(EscapedText(word).count == word.utf8.count + 2, "\(word) is no word of the protocol")
    put(#"""#)
    var word = word
    word.withUTF8 { unsafe putBytes(UnsafeRawBufferPointer($0)) }
    put(#"""#)
  }

  /// Appends a literal and then a word of the protocol.
  mutating func putWord(_ literal: StaticString, _ word: String) {
    put(literal)
    putWord(word)
  }

  /// Appends a number in decimal.
  mutating func putNumber(_ number: Int64) {
    if number < 0 { put("-") }
    let rest = number.magnitude
    guard rest >= LineFiller.part else {
      putStart(rest)
      return
    }
    let high = rest / LineFiller.part
    if high == latest.number {
      store(latest.digits, latest.length)
    } else if high < LineFiller.part {
      let start = putStart(high)
      latest = (high, start.digits, start.length)
    } else {
      // For a number of 64 bits, this part is at most 922.
      putStart(high / LineFiller.part)
      store(LineFiller.digits(of: high % LineFiller.part), 8)
    }
    store(LineFiller.digits(of: rest % LineFiller.part), 8)
  }

  /// Ten to the power of eight: numbers are divided by it, to write them in parts of eight digits.
  private static let part: UInt64 = 100_000_000

  /// Appends a number of at most eight digits, without leading zeros. Returns its digits as `store` needs them, and
  /// their number.
  @discardableResult @inline(__always) private mutating func putStart(_ number: UInt64) -> (digits: UInt64, length: Int)
  {
    var digits = LineFiller.digits(of: number)
    let zeros = min(digits.trailingZeroBitCount / 8, 7)
    digits >>= UInt64(8 * zeros)
    store(digits, 8 - zeros)
    return (digits, 8 - zeros)
  }

  /// Appends `length` digits. `digits` has one digit per byte, the first in the lowest byte. Eight bytes are always
  /// written: the bytes after the digits are overwritten by the next write, or are beyond `count`.
  @inline(__always) private mutating func store(_ digits: UInt64, _ length: Int) {
    precondition(unsafe bytes.count - count >= 8, "a line is longer than its buffer")
    unsafe UnsafeMutableRawBufferPointer(bytes).storeBytes(
      of: (digits | 0x3030_3030_3030_3030).littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  /// Returns the eight digits of a number below `part`, one digit per byte, the first in the lowest byte. The number is
  /// divided into halves of four digits, and then both halves at once into pairs, and all pairs at once into digits.
  /// Multiplying by 10,486 or by 103 and shifting is a division by 100 or by 10.
  @inline(__always) private static func digits(of number: UInt64) -> UInt64 {
    let number = UInt32(truncatingIfNeeded: number)
    var word = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (word &* 10_486) >> 20 & 0x0000_007F_0000_007F
    word = hundreds | (word &- 100 &* hundreds) << 16
    let tens = (word &* 103) >> 10 & 0x000F_000F_000F_000F
    return tens | (word &- 10 &* tens) << 8
  }
}

extension LineFiller {
  /// Appends the source of a command. It needs at most 128 bytes besides its names.
  mutating func putSource(_ source: CommandSource) {
    switch source {
    case .press(let switchName, let device, let gesture):
      putText(#"{"switch":"#, switchName)
      putText(#","device":"#, device)
      putWord(#","gesture":"#, gesture)
    case .key(let device, let gesture):
      putText(#"{"device":"#, device)
      putWord(#","gesture":"#, gesture)
    case .client(let name): putText(#"{"client":"#, name)
    case .clock(let style): putWord(#"{"clock":"#, style)
    }
    put("}")
  }
}

extension CommandSource {
  /// The number of bytes of the names in the source.
  var count: Int {
    switch self {
    case .press(let switchName, let device, _): switchName.count + device.count
    case .key(let device, _): device.count
    case .client(let name): name.count
    case .clock: 0
    }
  }
}
