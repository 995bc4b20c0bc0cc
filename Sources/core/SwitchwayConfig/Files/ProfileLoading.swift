import Glibc
import SwitchwayClock
import SwitchwayCore
import SwitchwayFiles
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// Reads one profile: its own file, then the file that this one extends, and so on. The files are merged and checked.
struct ProfileLoading {
  /// A file that was found and read.
  private struct Found {
    var root: YAMLNode
    var profile: String
    /// The index of the file's path among the possible paths of a profile with its name.
    var place: Int
  }

  private let store: ProfileStore
  private let findings = Findings()
  /// The paths of the files that diagnostics can name. Nodes contain indices into this list.
  private var paths: [String] = []
  private var tried: [String] = []
  private var sources: [String: SourceText] = [:]
  /// The size of all files that were read, in bytes.
  private var size = 0
  private var errno: Int32?

  init(store: ProfileStore) { self.store = store }

  mutating func result(_ name: String) -> LoadResult {
    var profile: Profile?
    var places = ProfilePlaces()
    var bridge = BridgeResult()
    let tree = merged(name)
    if let root = tree {
      places = ProfilePlaces(root: root, paths: paths)
      let read = ProfileReader(root: root, findings: findings, store: store).profile(name: name)
      profile = read.profile
      if let name = read.bridge { bridge = self.bridge(name, root) }
    }
    profile?.bridge = bridge.table
    if let profile, let table = bridge.table { auditReaction(profile, table, root: tree) }
    if findings.hasErrors || bridge.diagnostics.contains(where: { $0.severity == .error }) { profile = nil }
    return LoadResult(
      profile: profile, diagnostics: findings.diagnostics(paths: paths) + bridge.diagnostics,
      files: tried + bridge.files, path: sources.isEmpty ? nil : paths.first, errno: errno ?? bridge.errno,
      places: places, sources: sources.merging(bridge.sources) { own, _ in own })
  }

  /// Reads the bridge table that the policy of `root` names. A missing table is reported at that name.
  private mutating func bridge(_ name: String, _ root: YAMLNode) -> BridgeResult {
    let result = store.loadBridge(name)
    if result.isMissing, let node = root.pair("policy")?.value.pair("bridge")?.value {
      findings.error(node, "there is no bridge \(node.words)", help: store.bridgeHelp(for: name))
    }
    return result
  }

  /// Warns about a `reaction` if the bridge has no key for `previous`, such as a bridge for Dasher. With a reaction, a
  /// step back may have to be typed before a choice. Without a key for it, the choice acts on the item that is
  /// highlighted when the press arrives.
  private func auditReaction(_ profile: Profile, _ table: BridgeTable, root: YAMLNode?) {
    let scan = profile.scan
    guard scan.style.movesInTime, scan.reaction > .zero, !table.keys.keys.contains(where: { $0.text == "previous" }),
      let node = root?.pair("scan")?.value.pair("reaction")?.value
    else { return }
    findings.warning(
      node,
      "'reaction' has no effect with the bridge '\(table.name)': it has no key for 'previous', so it cannot go back",
      help: "remove it, and lengthen 'interval' instead")
  }

  /// The profile's tree merged with everything that it extends, or `nil` if its own file cannot be read.
  private mutating func merged(_ name: String) -> YAMLNode? {
    let places = store.places(of: name)
    guard let first = find(name, from: 0, insisting: true) else {
      if paths.isEmpty { reportMissing(name, places) }
      return nil
    }
    var chain = [first]
    while let next = extended(by: chain) { chain.append(next) }
    if chain[chain.count - 1].root.pair("extends") != nil {
      findings.baseIsMissing = true
      findings.commandsAreUncertain = true
    }
    let merge = ProfileMerge(findings: findings)
    return chain.reversed().reduce(nil) { base, found in merge.merged(found.root, over: base) }
  }

  private mutating func reportMissing(_ name: String, _ places: [String]) {
    paths.append(places.first ?? name)
    let near = NearestName.suggestion(for: name, among: store.names())
    let searched = places.isEmpty ? "a name is 1 to 64 of the characters A-Z a-z 0-9 - _" : "searched \(list(places))"
    findings.error(
      file: 0, .top, "there is no profile '\(YAMLNode.brief(name))'",
      help: near.map { "did you mean '\($0)'? (\(searched))" } ?? searched)
  }

  private func list(_ places: [String]) -> String { places.joined(separator: ", ") }

  /// Reads the first existing file among the paths of `name`, from index `start` on. Returns `nil` if there is none. A
  /// file that cannot be read is reported, and the result is also `nil`.
  ///
  /// - Parameters:
  ///   - extends: the entry that names the profile, or `nil` for the profile itself.
  ///   - insisting: whether the file must exist, because it was named on the command line. No other file of that name
  ///     is used instead.
  private mutating func find(
    _ name: String, from start: Int, for extends: YAMLNode.Pair? = nil, insisting: Bool = false
  ) -> Found? {
    for (place, path) in store.places(of: name).enumerated().dropFirst(start) {
      if !tried.contains(path) { tried.append(path) }
      switch store.files.read(path, as: store.user) {
      case .missing:
        guard insisting, path == store.file else { continue }
        paths.append(path)
        findings.error(
          file: paths.count - 1, .top, "no such file", help: "give the path of an existing profile file")
        errno = errno ?? ENOENT
        return nil
      case .refused(let message, let help, let code):
        paths.append(path)
        findings.error(file: paths.count - 1, .top, message, help: help)
        findings.commandsAreUncertain = true
        errno = errno ?? code
        return nil
      case .bytes(let bytes):
        paths.append(path)
        size += bytes.count
        if let extends, size > ProfileStore.largest {
          refuse(
            extends, "with all that it extends, this profile is larger than \(ProfileStore.largest / 1_024) KiB",
            help: "remove entries, or extend a smaller profile")
          return nil
        }
        findings.profileNames[paths.count - 1] = name
        return root(bytes).map { Found(root: $0, profile: name, place: place) }
      }
    }
    return nil
  }

  /// Reads the tree of the last file in `paths`.
  private mutating func root(_ bytes: [UInt8]) -> YAMLNode? {
    let file = paths.count - 1
    guard let root = YAMLTree.root(of: bytes, file: file, findings: findings, source: &sources[paths[file]]) else {
      findings.commandsAreUncertain = true
      return nil
    }
    return ProfileReader.checkTop(root, findings: findings)
  }

  /// Reads the profile that the last file of `chain` extends. Returns `nil` if it extends none, or if that profile
  /// cannot be read.
  private mutating func extended(by chain: [Found]) -> Found? {
    guard let last = chain.last, let pair = last.root.pair("extends") else { return nil }
    guard let name = findings.text(pair, example: "two-switch"), findings.isName(pair.value, of: "profile") else {
      findings.commandsAreUncertain = true
      return nil
    }
    // A file that extends a profile of its own name gets the next file of that name in the search order.
    let start = name == last.profile ? last.place + 1 : 0
    let count = paths.count
    if let circle = chain.first(where: { $0.profile == name && $0.place >= start }),
      firstPlace(of: name, from: start) == circle.place
    {
      let names = (chain.map(\.profile) + [name]).joined(separator: " → ")
      refuse(pair, "'extends' refers back to itself: \(names)", help: "remove one of the 'extends'")
      return nil
    }
    guard chain.count <= ProfileStore.deepest else {
      refuse(
        pair, "'extends' leads more than \(ProfileStore.deepest) profiles deep",
        help: "extend a profile that itself extends fewer others")
      return nil
    }
    if let found = find(name, from: start, for: pair) { return found }
    if paths.count == count {
      let places = Array(store.places(of: name).dropFirst(start))
      let near = NearestName.suggestion(for: name, among: store.names())
      let searched = places.isEmpty ? "no other folder is searched after this file's own" : "searched \(list(places))"
      refuse(
        pair, start > 0 ? "there is no other profile '\(name)' to extend" : "there is no profile '\(name)' to extend",
        help: start == 0 ? near.map { "did you mean '\($0)'?" } ?? searched : searched)
    }
    return nil
  }

  private mutating func refuse(_ pair: YAMLNode.Pair, _ message: String, help: String) {
    findings.error(pair.value, message, help: help)
    findings.commandsAreUncertain = true
  }

  /// The index of the path at which `name` would be found, if only files are considered that were already read.
  private func firstPlace(of name: String, from start: Int) -> Int? {
    store.places(of: name).enumerated().dropFirst(start).first { paths.contains($0.element) }?.offset
  }
}
