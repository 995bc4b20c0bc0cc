import SwitchwayClock
import SwitchwayCore
import SwitchwayYAML

/// Reads a profile from its tree, after the extended files were merged into it.
struct ProfileReader {
  static let sections = ["devices", "switches", "chords", "keyboard", "scan", "policy"]
  static let keys = ["switchway", "extends", "label"] + sections

  let root: YAMLNode
  let findings: Findings
  let store: ProfileStore

  /// Returns the profile, and the name of the bridge in its policy. The profile is `nil` if anything is wrong. The
  /// whole tree is checked in any case.
  func profile(name: String) -> (profile: Profile?, bridge: String?) {
    guard root.pairs != nil else {
      findings.error(
        root, "expected the keys of a profile, found \(root.words)", help: "begin with 'switchway: 1'")
      return (nil, nil)
    }
    let label = root.pair("label").flatMap { findings.label($0) }
    let commands = CommandReader(findings: findings)
    let devices = DevicesReader(findings: findings).devices(
      root.pair("devices"), isUncertain: findings.baseIsMissing || mayLack("devices"))
    let areSwitchesUncertain = findings.baseIsMissing || mayLack("switches")
    let chordNames = ChordNames(
      root.pair("chords"), switches: root.pair("switches"), isUncertain: mayLack("chords"))
    let switches = SwitchesReader(findings: findings, commands: commands, devices: devices, chords: chordNames)
      .switches(root.pair("switches"), isUncertain: areSwitchesUncertain)
    let chords =
      root.pair("chords").map {
        ChordsReader(findings: findings, commands: commands, switches: switches).chords($0)
      } ?? []
    let switchesAct = commands.acts()
    let keyboard =
      root.pair("keyboard").flatMap {
        KeyboardReader(findings: findings, commands: commands, devices: devices, switches: switches.definitions)
          .keyboard($0)
      }
    let scan =
      root.pair("scan").map {
        ScanReader(
          findings: findings, commands: commands, switches: switches.definitions, chords: chords, root: root
        ).scan($0)
      } ?? ScanSettings()
    let policy = root.pair("policy").map { PolicyReader(findings: findings).policy($0) } ?? PolicySettings()
    ProfileAudit(
      findings: findings, devices: devices, switches: switches, keyboard: keyboard, policy: policy, commands: commands
    ).audit(hasKeyboard: root.pair("keyboard") != nil)
    // In a style in which waiting chooses, the commands that move the highlight are enough to choose.
    let acts =
      switchesAct || keyboard?.acts ?? false || (scan.style.waitChooses && commands.gives(scan.style.commands))
    if !acts, !findings.commandsAreUncertain {
      findings.error(
        file: root.file, .top, "no switch chooses anything",
        help: "give one tap: select; activate, choose, perform, key, attention and x- commands also work")
    }
    auditProfiles(commands)
    guard !findings.hasErrors else { return (nil, policy.bridge) }
    let profile = Profile(
      name: name, label: label, devices: devices.entries, switches: switches.definitions, chords: chords,
      keyboard: keyboard?.settings, scan: scan, policy: policy, typedChords: commands.typedChords)
    return (profile, policy.bridge)
  }

  /// Warns about `profile(NAME)` if there is no profile with this name.
  private func auditProfiles(_ commands: CommandReader) {
    for (node, command) in commands.bound where command.name == "profile" {
      guard let name = command.arguments.first, !["next", "previous"].contains(name), store.place(of: name) == nil
      else { continue }
      let near = findings.suggestion(for: name, among: store.names())
      findings.warning(
        node, "there is no profile '\(name)'",
        help: near.map { "did you mean '\($0)'?" } ?? "write it, or name one that is there")
    }
  }

  /// Whether the section is missing, but an unknown key that was reported may be its misspelt name.
  private func mayLack(_ section: String) -> Bool {
    root.pair(section) == nil && !findings.lacks(section, in: root, keys: ProfileReader.keys)
  }

  /// Checks each file separately before the merge: its keys and the version of the format.
  ///
  /// - Returns: `root`, in which values that were reported are marked as refused.
  static func checkTop(_ root: YAMLNode, findings: Findings) -> YAMLNode {
    guard var pairs = root.pairs else { return root }
    var owner: Int?
    for (index, pair) in pairs.enumerated() where !pair.key.isRefused {
      if keys.contains(pair.name) {
        owner = pair.value.isEmpty ? index : nil
      } else if let owner, findings.isFarLeft(pair.key, below: pairs[owner].name, keys: keys) {
        pairs[owner].value.content = .refused
        findings.commandsAreUncertain = true
      } else if !findings.isKnown(pair.key, keys: keys) {
        findings.commandsAreUncertain = true
      }
    }
    checkVersion(root, findings: findings)
    var root = root
    root.content = .mapping(pairs)
    return root
  }

  private static func checkVersion(_ root: YAMLNode, findings: Findings) {
    guard let pair = root.pair("switchway") else {
      if findings.lacks("switchway", in: root, keys: keys) {
        findings.error(
          file: root.file, .top, "missing key 'switchway'", help: "write 'switchway: 1' at the top")
      }
      return
    }
    findings.checkVersion(pair)
  }
}
