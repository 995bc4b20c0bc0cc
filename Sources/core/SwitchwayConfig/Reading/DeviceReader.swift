import SwitchwayCore
import SwitchwayYAML

/// The contents of the section `devices`.
struct DevicesReading {
  var entries: [DeviceEntry] = []
  /// The YAML key of each entry, in the same order.
  var keys: [YAMLNode] = []
  var names: EntryNames

  func index(of name: String, _ node: YAMLNode, _ findings: Findings) -> Int? {
    names.index(of: name, node, undo: "name another device here, or also remove this switch", findings)
  }
}

/// Reads the section `devices`.
struct DevicesReader {
  private static let deviceKeys = DeviceEntry.fields.map(\.name)
  private static let matchKeys = ["name", "id", "uniq", "phys", "kind", "bus", "path"]
  private static let example = "box: {match: {kind: switch-interface}}"

  let findings: Findings

  func devices(_ section: YAMLNode.Pair?, isUncertain: Bool) -> DevicesReading {
    var read = DevicesReading(
      names: EntryNames(
        what: "device", section: "devices", example: ", for example \(DevicesReader.example)", isUncertain: isUncertain)
    )
    guard let section else { return read }
    let all = findings.entries(section, example: "devices: {\(DevicesReader.example)}")
    if all?.count != section.value.pairs?.count || all == nil { read.names.isUncertain = true }
    let pairs = all ?? []
    var column = EntryColumn(keys: DevicesReader.deviceKeys)
    for pair in pairs {
      if column.isKey(pair, findings) || findings.isMisplacedSection(pair, in: "devices", unlessIn: "match")
        || column.isOwner(pair, among: pairs)
      {
        read.names.refused.insert(pair.name)
        continue
      }
      let isNamed = findings.isName(pair.key, of: "device")
      if let entry = device(pair, section), isNamed {
        read.names.append(pair.name)
        read.entries.append(entry)
        read.keys.append(pair.key)
      } else {
        read.names.refused.insert(pair.name)
      }
    }
    return read
  }

  private func device(_ pair: YAMLNode.Pair, _ section: YAMLNode.Pair) -> DeviceEntry? {
    guard
      let fields = findings.mapping(
        pair, keys: DevicesReader.deviceKeys, example: "\(pair.name): {match: {kind: switch-interface}}")
    else { return nil }
    guard let matchPair = fields.first(where: { $0.name == "match" }) else {
      guard findings.lacks("match", in: pair.value, keys: DevicesReader.deviceKeys) else { return nil }
      findings.error(
        pair.key, "missing key 'match' in device \(pair.key.words)",
        help: findings.inheritedName(like: pair.key, in: section)
          ?? "say which device it is, for example match: {kind: switch-interface}")
      return nil
    }
    guard let match = match(matchPair) else { return nil }
    var entry = DeviceEntry(name: pair.name, match: match)
    for field in fields {
      findings.read(field, of: DeviceEntry.fields, into: &entry)
      if field.name == "label" { entry.label = findings.label(field) }
    }
    return entry
  }

  private func match(_ pair: YAMLNode.Pair) -> DeviceMatch? {
    guard
      let fields = findings.mapping(pair, keys: DevicesReader.matchKeys, example: "match: {kind: switch-interface}")
    else { return nil }
    guard !fields.isEmpty else {
      if pair.value.pairs?.isEmpty ?? true {
        findings.error(
          pair.key, "'match' matches nothing",
          help: "give at least one of \(DevicesReader.matchKeys.joined(separator: ", "))")
      }
      return nil
    }
    var match = DeviceMatch()
    for field in fields {
      switch field.name {
      case "name": match.name = pattern(field, example: "\"*Switch*\"")
      case "uniq": match.uniq = pattern(field, example: "\"*\"")
      case "phys": match.phys = pattern(field, example: "\"usb-*\"")
      case "path":
        match.path = pattern(field, example: "\"/dev/input/by-id/*\"")
        if let path = match.path { auditPath(path, field.value) }
      case "id": match.id = id(field)
      case "kind": match.kinds = kinds(field)
      case "bus": match.bus = bus(field)
      default: break
      }
    }
    if let kind = fields.first(where: { $0.name == "kind" }) { auditGuarded(match, kind.value) }
    return match
  }

  private func pattern(_ pair: YAMLNode.Pair, example: String) -> Glob? {
    guard let text = findings.text(pair, example: example) else { return nil }
    if let glob = Glob(checked: text) { return glob }
    findings.error(
      pair.value, "'\(pair.name)' has more than \(Glob.longest) characters",
      help: "replace a part that does not matter with '*'"
    )
    return nil
  }

  private func kinds(_ pair: YAMLNode.Pair) -> [DeviceKind] {
    let items = pair.value.items ?? [pair.value]
    if items.isEmpty {
      findings.error(pair.value, "'kind' is an empty list", help: "write for example kind: switch-interface")
    }
    let words = DeviceKind.allCases.map(\.rawValue)
    var kinds: [DeviceKind] = []
    for item in items where !findings.isFull {
      guard let kind = findings.word(item, for: "kind", among: words).flatMap(DeviceKind.init) else { continue }
      if kinds.contains(kind) {
        findings.warning(item, "\(item.words) is already in the list", help: "remove it")
      } else {
        kinds.append(kind)
      }
    }
    return kinds
  }

  private func bus(_ pair: YAMLNode.Pair) -> String? {
    // Known buses have names in `BusName`. The number of a known bus is replaced by its name.
    if let text = pair.value.text?.lowercased(), text.utf8.count == 4, text.utf8.allSatisfy(DevicesReader.isLowerHex),
      let number = UInt16(text, radix: 16)
    {
      return BusName.text(number)
    }
    return findings.word(pair.value, for: "bus", among: BusName.all)
  }

  /// Reads `vendor:product` in hexadecimal, in upper or lower case. Short numbers are padded with zeros; globs stay
  /// unchanged.
  private func id(_ pair: YAMLNode.Pair) -> Glob? {
    guard let text = findings.text(pair, example: "\"05f3:0232\"") else { return nil }
    guard text.unicodeScalars.count <= Glob.longest else { return pattern(pair, example: "\"05f3:0232\"") }
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    let isFine = parts.allSatisfy { part in
      let isGlob = part.utf8.contains { "*?[".utf8.contains($0) }
      return !part.isEmpty
        && part.utf8.allSatisfy { DevicesReader.isLowerHex($0) || (isGlob && "*?[]!^-".utf8.contains($0)) }
        && (isGlob || part.utf8.count <= 4)
    }
    guard isFine, parts.count == 2 || text == "*" else {
      findings.error(
        pair.value, "expected vendor:product in hexadecimal for 'id', found \(pair.value.words)",
        help: "write for example id: \"05f3:0232\"; 'switchway devices' shows it")
      return nil
    }
    return Glob(
      parts.map { part in
        part.utf8.allSatisfy(DevicesReader.isLowerHex)
          ? String(repeating: "0", count: 4 - part.utf8.count) + part : String(part)
      }.joined(separator: ":"))
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
