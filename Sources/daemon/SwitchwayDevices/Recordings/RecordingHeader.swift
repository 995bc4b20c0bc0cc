import SwitchwayCore

/// Reads the device's description in a recording. Each `B:` line adds to the bitmap of its type. The bitmap of types
/// (`B: 00`) is ignored, because real recordings have it wrong.
struct RecordingHeader {
  private(set) var name: String?
  private(set) var ids: [UInt16]?
  private(set) var capabilities = DeviceCapabilities()
  private var phys = ""
  private var uniq = ""
  private var links: [String] = []
  private var propertyBytes = 0
  /// For each type of events, the number of bytes of its bitmap that were read.
  private var bytes = [Int](repeating: 0, count: 0x20)
  private var ranges: [UInt16: AxisDescription] = [:]

  typealias Problem = RecordingReader.Problem

  /// The description of the device. An axis without an `A:` line has no range, so it is never pressed. An `A:` line for
  /// an axis that the device does not have is ignored.
  var description: DeviceDescription {
    let ids = ids ?? [0, 0, 0, 0]
    let name = name ?? ""
    return DeviceDescription(
      name: name, bus: ids[0], vendor: ids[1], product: ids[2], version: ids[3], phys: phys, uniq: uniq,
      kind: DeviceClassifier.kind(
        name: name, bus: ids[0], vendor: ids[1], product: ids[2], capabilities: capabilities),
      links: links, keys: capabilities.keys,
      axes: (0..<UInt16(EventLimit.axisCodes)).filter { capabilities.absolute & (1 << UInt64($0)) != 0 }
        .map { ranges[$0] ?? AxisDescription(code: $0, minimum: 0, maximum: 0) },
      movements: capabilities.relative)
  }

  /// Reads the name: the rest of the line after one blank, unchanged. Names may begin and end with blanks and contain
  /// them.
  mutating func takeName(_ rest: [UInt8]) throws(Problem) {
    guard name == nil else { throw .twice("name") }
    let hasBlank = rest.first.map { RecordingFields.isBlank($0) } ?? false
    name = String(decoding: rest.dropFirst(hasBlank ? 1 : 0), as: UTF8.self)
  }

  /// Reads a property that evemu does not store, from a comment that begins with `word`. Returns false for any other
  /// comment.
  mutating func takeMatch(_ word: String, _ rest: [UInt8]) -> Bool {
    let text = String(decoding: rest.drop { RecordingFields.isBlank($0) }, as: UTF8.self)
    switch word {
    case "PHYS:": phys = text
    case "UNIQ:": uniq = text
    case "LINK:": links.append(text)
    default: return false
    }
    return true
  }

  mutating func takeIDs(_ fields: RecordingFields, of text: Span<UInt8>) throws(Problem) {
    guard ids == nil else { throw .twice("line of ids") }
    var fields = fields
    var found: [UInt16] = []
    for _ in 0..<4 {
      guard let number = fields.hexadecimal(in: text, digits: 4) else { throw .ids }
      found.append(number)
    }
    guard fields.isAtEnd(of: text) else { throw .ids }
    ids = found
  }

  mutating func takeProperties(_ fields: RecordingFields, of text: Span<UInt8>) throws(Problem) {
    var fields = fields
    while !fields.isAtEnd(of: text) {
      guard let byte = fields.hexadecimal(in: text, digits: 2) else { throw .bitmap }
      if propertyBytes < 8 { capabilities.properties |= UInt64(byte) << UInt64(propertyBytes * 8) }
      propertyBytes = min(propertyBytes + 1, 8)
    }
  }

  mutating func takeCapabilities(_ fields: RecordingFields, of text: Span<UInt8>) throws(Problem) {
    var fields = fields
    guard let type = fields.hexadecimal(in: text, digits: 2), type < 0x20 else { throw .bitmap }
    for _ in 0..<8 {
      guard let byte = fields.hexadecimal(in: text, digits: 2) else { throw .bitmap }
      // Bytes beyond the largest bitmap, which is that of keys, are ignored.
      let offset = bytes[Int(type)]
      if offset < EventLimit.keyCodes / 8 {
        bytes[Int(type)] += 1
        keep(byte, of: type, at: offset)
      }
    }
    guard fields.isAtEnd(of: text) else { throw .bitmap }
  }

  private mutating func keep(_ byte: UInt16, of type: UInt16, at offset: Int) {
    func mask() -> UInt64 { offset < 8 ? UInt64(byte) << UInt64(offset * 8) : 0 }
    switch type {
    case EventType.key:
      for bit in 0..<8 where byte & (1 << UInt16(bit)) != 0 { capabilities.keys.insert(UInt16(offset * 8 + bit)) }
    case EventType.relative: capabilities.relative |= mask()
    case EventType.absolute: capabilities.absolute |= mask()
    case 0x05: capabilities.switches |= mask()
    default: break
    }
  }

  /// Reads an axis. The resolution at the end of the line may be missing, as in old recordings.
  mutating func takeAxis(_ fields: RecordingFields, of text: Span<UInt8>) throws(Problem) -> AxisDescription {
    var fields = fields
    guard let code = fields.hexadecimal(in: text, digits: 2), Int(code) < EventLimit.axisCodes,
      let minimum = fields.decimal(in: text), let maximum = fields.decimal(in: text), fields.decimal(in: text) != nil,
      fields.decimal(in: text) != nil
    else { throw .axis }
    if !fields.isAtEnd(of: text) {
      guard fields.decimal(in: text) != nil, fields.isAtEnd(of: text) else { throw .axis }
    }
    guard ranges[code] == nil else { throw .twice("axis") }
    let axis = AxisDescription(code: code, minimum: minimum, maximum: maximum)
    ranges[code] = axis
    return axis
  }

  /// Checks that an `L:` or `S:` line has a code, and then 0 or 1. The content of these lines is not used.
  static func checkState(_ fields: RecordingFields, of text: Span<UInt8>) throws(Problem) {
    var fields = fields
    guard fields.hexadecimal(in: text, digits: 2) != nil, let state = fields.decimal(in: text),
      state == 0 || state == 1,
      fields.isAtEnd(of: text)
    else { throw .state }
  }
}

extension RecordingReader.Problem {
  static let ids = Self(
    message: "expected four numbers: bus, vendor, product, version",
    help: "hexadecimal, at most four digits each, as in `I: 0003 05f3 00ff 0120`")
  static let bitmap = Self(
    message: "expected bytes in hexadecimal",
    help: "as in `P: 00 00 00 00 00 00 00 00` or, with the type first, `B: 01 00 00 00 00 00 00 03 00`")
  static let axis = Self(
    message: "expected an axis and its minimum, maximum, fuzz, flat and resolution",
    help: "as in `A: 00 -127 127 0 0 0`: the axis in hexadecimal, at most 3f, the others decimal numbers of 32 bits")
  static let state = Self(
    message: "expected a code and 0 or 1", help: "as in `L: 00 0` or `S: 05 1`")

  static func twice(_ what: String) -> Self {
    Self(message: "this is a second \(what)", help: "one recording describes one node: split the file")
  }
}
