import SwitchwayCore
import SwitchwayYAML

/// The names of a section's entries, to find the entry that a name means.
struct EntryNames {
  /// The most names that a message lists.
  private static let mostListed = 8

  /// `device` or `switch`.
  let what: String
  /// The section of the entries.
  let section: String
  /// An example of an entry, with a comma before it, for the help if the section has no entries.
  var example = ""
  /// The names of entries that were refused. A use of such a name is not reported again.
  var refused: Set<String> = []
  /// The names, in the order of the section.
  var known: [String] = []
  var indices: [String: Int] = [:]
  /// Whether some entries could not be read, so that unknown names are not reported.
  var isUncertain: Bool

  mutating func append(_ name: String) {
    indices[name] = known.count
    known.append(name)
  }

  /// Returns the index of the entry with this name. An unknown name is reported at `node`, unless its entry was already
  /// reported.
  ///
  /// - Parameters:
  ///   - place: words for the place in which the name is used. If `nil`, the message does not mention the place.
  ///   - undo: the advice for the case that `nothing` has removed the entry with this name.
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

/// Finds keys of an entry that begin in the same column as the entry, and therefore look like entries.
struct EntryColumn {
  /// The possible keys of an entry.
  let keys: [String]
  private var owner: YAMLNode?

  init(keys: [String]) { self.keys = keys }

  /// Reports `pair` and returns true if it is a key of the entry before it. An entry may also have the name of such a
  /// key, but then it has keys of its own.
  func isKey(_ pair: YAMLNode.Pair, _ findings: Findings) -> Bool {
    guard let owner, owner.file == pair.key.file, owner.mark.column == pair.key.mark.column, keys.contains(pair.name),
      !(pair.value.pairs ?? []).contains(where: { keys.contains($0.name) })
    else { return false }
    findings.error(
      pair.key, "\(pair.key.words) is not indented enough", help: "indent by two: it belongs to \(owner.words)")
    return true
  }

  /// Whether `pair` has no value and `pairs` contains keys of an entry. `isKey` checks whether they are keys of `pair`.
  mutating func isOwner(_ pair: YAMLNode.Pair, among pairs: [YAMLNode.Pair]) -> Bool {
    owner = pair.key
    return pair.value.isEmpty && pairs.contains { keys.contains($0.name) }
  }
}
