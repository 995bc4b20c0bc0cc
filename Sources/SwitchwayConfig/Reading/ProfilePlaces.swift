import SwitchwayCore

/// Where the parts of a profile were written, over all files that it extends: for whoever explains it to people.
public struct ProfilePlaces: Hashable, Sendable {
  /// A place in a file.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int

    /// In the form that editors jump to: `FILE:LINE:COLUMN`.
    public var description: String { "\(file):\(line):\(column)" }
  }

  /// An entry of a section: its name, and the keys in it.
  private struct Entry: Hashable, Sendable {
    var key: Place
    var value: Place?
    var fields: [String: [Place]] = [:]
  }

  private var devices: [String: Entry] = [:]
  private var switches: [String: Entry] = [:]
  /// The value of each `input` of a switch, in the order of the file.
  private var inputs: [String: [Place]] = [:]
  private var chords: [String: Entry] = [:]
  /// The keys of `keyboard`, and within them chords as they are written.
  private var keyboard: [String: Entry] = [:]
  /// Commands of `policy` `alone`, as `ScanCommand.text` writes them.
  private var alone: [String: Place] = [:]
  /// The keys of `policy`.
  private var policy: [String: Entry] = [:]

  /// Places of nothing.
  public init() {}

  /// Those of a merged tree. `paths`: the files that nodes name by their numbers.
  init(root: YAMLNode, paths: [String]) {
    devices = ProfilePlaces.entries(root.pair("devices"), paths)
    switches = ProfilePlaces.entries(root.pair("switches"), paths)
    for pair in root.pair("switches")?.value.pairs ?? [] {
      guard let input = pair.value.pair("input")?.value else { continue }
      inputs[pair.name] = (input.items ?? [input]).compactMap { ProfilePlaces.place($0, paths) }
    }
    chords = ProfilePlaces.entries(root.pair("chords"), paths)
    keyboard = ProfilePlaces.entries(root.pair("keyboard"), paths)
    policy = ProfilePlaces.entries(root.pair("policy"), paths)
    for pair in root.pair("policy")?.value.pair("alone")?.value.pairs ?? [] {
      guard let command = try? CommandVocabulary.parse(pair.name) else { continue }
      alone[command.text] = ProfilePlaces.place(pair.key, paths)
    }
  }

  /// Where a device is named.
  public func device(_ name: String) -> Place? { devices[name]?.key }

  /// Where a switch is named.
  public func switchEntry(_ name: String) -> Place? { switches[name]?.key }

  /// Where one of a switch's inputs is written; nil where there is none of this number.
  public func input(_ index: Int, ofSwitch name: String) -> Place? {
    inputs[name].flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// Where a chord is named, as it is written; where parts of it come from other files, those places too. Empty: there
  /// is none of this name.
  public func chord(_ name: String) -> [Place] {
    guard let entry = chords[name] else { return [] }
    let elsewhere = entry.fields.values.joined().filter { $0.file != entry.key.file }
    return [entry.key] + elsewhere.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }

  /// Where a key of a switch is written, such as `tap`; where parts of its value come from other files, those places
  /// too, in the order of the merged file. Empty: it is not written, and the default holds.
  public func field(_ key: String, ofSwitch name: String) -> [Place] { switches[name]?.fields[key] ?? [] }

  /// Where a key of `keyboard` is written, such as `unbound-chord`.
  public func keyboard(_ key: String) -> Place? { keyboard[key]?.key }

  /// Where a chord of keys is bound in a mapping of `keyboard` (`bindings`, `gesture-bindings`, `hold-bindings`), by how
  /// it is written there; where parts of it come from other files, those places too.
  public func keyChord(_ chord: String, in mapping: String) -> [Place] { keyboard[mapping]?.fields[chord] ?? [] }

  /// Where the value of a key of `keyboard` begins, such as that of `layout`.
  public func keyboardValue(_ key: String) -> Place? { keyboard[key]?.value }

  /// Where `policy` says what a command types alone.
  public func alone(_ command: ScanCommand) -> Place? { alone[command.text] }

  /// Where a key of `policy` is written, such as `bridge`.
  public func policy(_ key: String) -> Place? { policy[key]?.key }

  private static func entries(_ section: YAMLNode.Pair?, _ paths: [String]) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for pair in section?.value.pairs ?? [] {
      guard let key = place(pair.key, paths) else { continue }
      var entry = Entry(key: key, value: place(pair.value, paths))
      for field in pair.value.pairs ?? [] {
        let parts = [field.key] + (field.value.pairs ?? []).map(\.key).filter { $0.file != field.key.file }
        entry.fields[field.name] = parts.compactMap { place($0, paths) }
      }
      entries[pair.name] = entry
    }
    return entries
  }

  private static func place(_ node: YAMLNode, _ paths: [String]) -> Place? {
    guard paths.indices.contains(node.file) else { return nil }
    return Place(file: paths[node.file], line: node.mark.line, column: node.mark.column)
  }
}
