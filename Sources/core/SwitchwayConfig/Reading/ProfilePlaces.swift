import SwitchwayCore
import SwitchwayYAML

/// The positions of a profile's parts in its file and the files that it extends, for explanations to people.
public struct ProfilePlaces: Hashable, Sendable {
  /// A position in a file.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    public var file: String
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// The form that editors can jump to: `FILE:LINE:COLUMN`.
    public var description: String { "\(file):\(line):\(column)" }
  }

  /// An entry of a section: the positions of its name, its value and its keys.
  private struct Entry: Hashable, Sendable {
    var key: Place
    var value: Place?
    var fields: [String: [Place]] = [:]
  }

  private var devices: [String: Entry] = [:]
  private var switches: [String: Entry] = [:]
  /// For each switch, the positions of its inputs, in the order of the file.
  private var inputs: [String: [Place]] = [:]
  private var chords: [String: Entry] = [:]
  /// The keys of the section `keyboard`. If the value of a key is a mapping, its fields are chords as written.
  private var keyboard: [String: Entry] = [:]
  /// The positions of the commands of `alone` in `policy`, by their `ScanCommand.text`.
  private var alone: [String: Place] = [:]

  /// No positions.
  public init() {}

  /// Collects the positions in a merged tree. `paths`: the files, by the numbers in the nodes.
  init(root: YAMLNode, paths: [String]) {
    devices = ProfilePlaces.entries(root.pair("devices"), paths)
    switches = ProfilePlaces.entries(root.pair("switches"), paths)
    for pair in root.pair("switches")?.value.pairs ?? [] {
      guard let input = pair.value.pair("input")?.value else { continue }
      inputs[pair.name] = (input.items ?? [input]).compactMap { ProfilePlaces.place($0, paths) }
    }
    chords = ProfilePlaces.entries(root.pair("chords"), paths)
    keyboard = ProfilePlaces.entries(root.pair("keyboard"), paths)
    for pair in root.pair("policy")?.value.pair("alone")?.value.pairs ?? [] {
      guard let command = try? CommandVocabulary.parse(pair.name) else { continue }
      alone[command.text] = ProfilePlaces.place(pair.key, paths)
    }
  }

  /// The position of a device's name.
  public func device(_ name: String) -> Place? { devices[name]?.key }

  /// The position of a switch's name.
  public func switchEntry(_ name: String) -> Place? { switches[name]?.key }

  /// The position of an input of a switch, or `nil` if it has none with this index.
  public func input(_ index: Int, ofSwitch name: String) -> Place? {
    inputs[name].flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The positions of a chord of switches: its name as written, then parts that come from other files. Empty if there
  /// is no chord with this name.
  public func chord(_ name: String) -> [Place] {
    guard let entry = chords[name] else { return [] }
    let elsewhere = entry.fields.values.joined().filter { $0.file != entry.key.file }
    return [entry.key] + elsewhere.sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
  }

  /// The positions of a key of a switch, such as `tap`, and of parts of its value that come from other files, in the
  /// order of the merged file. Empty if the key is not written, so that the default is used.
  public func field(_ key: String, ofSwitch name: String) -> [Place] { switches[name]?.fields[key] ?? [] }

  /// The position of a key of `keyboard`, such as `unbound-chord`.
  public func keyboard(_ key: String) -> Place? { keyboard[key]?.key }

  /// The positions of a chord of keys, as written in a mapping of `keyboard` (`bindings`, `gesture-bindings` or
  /// `hold-bindings`), and of parts of it that come from other files.
  public func keyChord(_ chord: String, in mapping: String) -> [Place] { keyboard[mapping]?.fields[chord] ?? [] }

  /// The position of the value of a key of `keyboard`, such as `layout`.
  public func keyboardValue(_ key: String) -> Place? { keyboard[key]?.value }

  /// The position of a command in `alone`, the section with the keys that are typed while no front end has claimed a
  /// command.
  public func alone(_ command: ScanCommand) -> Place? { alone[command.text] }

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
