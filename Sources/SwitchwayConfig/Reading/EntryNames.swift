import SwitchwayCore

/// The names of a section's entries, for those that name them.
struct EntryNames {
  /// How many names a message lists.
  private static let mostListed = 8

  /// `device` or `switch`.
  let what: String
  /// The section that has them.
  let section: String
  /// How to write the first one, after a comma.
  var example = ""
  /// Names of entries that were refused: what names them needs no error of its own.
  var refused: Set<String> = []
  /// In the order of the section.
  var known: [String] = []
  var indices: [String: Int] = [:]
  /// Entries could not all be read: nothing is blamed for naming one that is not known.
  var isUncertain: Bool

  mutating func append(_ name: String) {
    indices[name] = known.count
    known.append(name)
  }

  /// Where the entry of this name is. An unknown one is reported at `node`, unless its entry was.
  ///
  /// - Parameters:
  ///   - place: what names it, if the message says so.
  ///   - undo: what to do with this place where the entry has been removed by `nothing`.
  func index(
    of name: String, _ node: YAMLNode, in place: @autoclosure () -> String? = nil, undo: @autoclosure () -> String,
    _ findings: Findings
  ) -> Int? {
    if let index = indices[name] { return index }
    guard !refused.contains(name), !isUncertain else { return nil }
    guard !findings.isFull else {
      findings.skipError()
      return nil
    }
    let help: String
    if findings.isRemoved(name, from: section) {
      help = "'\(name): nothing' removes it: \(undo())"
    } else if let near = findings.suggestion(for: name, among: known) {
      help = "did you mean '\(near)'?"
    } else if known.isEmpty {
      help = "write it under '\(section)'\(example)"
    } else {
      let listed = known.prefix(EntryNames.mostListed).joined(separator: ", ")
      let rest = known.count > EntryNames.mostListed ? " …" : ""
      help = "write it under '\(section)', or use one that is there: \(listed)\(rest)"
    }
    let words = "unknown \(what) '\(YAMLNode.brief(name))'"
    findings.error(node, place().map { "\(words) in \($0)" } ?? words, help: help)
    return nil
  }
}

/// Finds keys of an entry that stand in the column of entries, below an entry that has no value.
struct EntryColumn {
  /// The keys that an entry can have.
  let keys: [String]
  private var owner: String?

  init(keys: [String]) { self.keys = keys }

  /// Whether the key of `pair` stands too far left, which is reported then. `isEntry`: its value is an entry's own.
  func isKey(_ pair: YAMLNode.Pair, isEntry: @autoclosure () -> Bool, _ findings: Findings) -> Bool {
    guard let owner, keys.contains(pair.name), !isEntry() else { return false }
    findings.error(
      pair.key, "\(pair.key.words) stands too far left", help: "indent by two: it belongs to '\(owner)'")
    return true
  }

  /// Whether `pair` has no value, and keys of an entry stand beside it in `pairs`.
  mutating func isOwner(_ pair: YAMLNode.Pair, among pairs: [YAMLNode.Pair]) -> Bool {
    let isOwner = pair.value.isEmpty && pairs.contains { keys.contains($0.name) }
    owner = isOwner ? YAMLNode.brief(pair.name) : nil
    return isOwner
  }
}
