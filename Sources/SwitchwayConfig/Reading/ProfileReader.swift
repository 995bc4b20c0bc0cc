import SwitchwayCore

/// Reads a profile from the tree of its file, in which what it extends has been merged already.
struct ProfileReader {
  /// The format's version that this reader knows.
  static let version = "1"

  static let keys = [
    "switchway", "extends", "label", "devices", "switches", "chords", "keyboard", "scan", "policy",
  ]

  /// Commands that act: a profile that can reach none of them is of no use. Source: the design's rules for key-remap
  /// files; `x-…` acts, too.
  static let acting: Set<String> = ["select", "activate", "choose", "perform", "key", "attention"]

  var findings: Findings
  var devices: [DeviceEntry] = []
  /// Where in `devices` each name is.
  var deviceIndices: [String: Int] = [:]
  /// The keys of `devices`, in the same order.
  var deviceKeys: [YAMLNode] = []
  /// Names of entries that were refused: inputs that name them need no error of their own.
  var refusedDevices: Set<String> = []
  /// Devices could not all be read: no input is blamed for naming one that is not known.
  var devicesAreUncertain = false
  var switches: [SwitchDefinition] = []
  /// Where each switch was written, in the same order.
  var places: [SwitchPlaces] = []
  /// Where in `switches` each name is.
  var switchIndices: [String: Int] = [:]
  /// Names of entries that are no switches: what names them needs no error of its own.
  var refusedSwitches: Set<String> = []
  /// Switches could not all be read: nothing is blamed for naming one that is not known.
  var switchesAreUncertain = false
  /// `unless` and `neighbours`, which are read when all switches are known.
  var switchLists: [SwitchList] = []
  var chords: [ChordDefinition] = []
  var keyboard: KeyboardSettings?
  var scan = ScanSettings()
  var policy = PolicySettings()
  /// The chords of all `key(…)`.
  var typedChords: [String: KeyChord] = [:]
  /// A command that acts is bound somewhere.
  var acts = false
  /// Every command that is bound to anything, at its place.
  var bound: [(node: YAMLNode, command: ScanCommand)] = []
  /// The key of what is bound in gesture mode.
  var gesturePlace: YAMLNode?
  /// Switches that are parts of chords.
  var chordParts: Set<String> = []
  /// Chords could not all be read: any switch may be a part of one.
  var chordsAreUncertain = false

  private let root: YAMLNode

  /// The pairs of `devices` and `switches`, inherited ones included.
  var sectionPairs: (devices: [YAMLNode.Pair]?, switches: [YAMLNode.Pair]?) {
    (root.pair("devices")?.value.pairs, root.pair("switches")?.value.pairs)
  }

  init(root: YAMLNode, findings: Findings) {
    self.root = root
    self.findings = findings
  }

  /// The profile, or nil where something is wrong with it. Everything is looked at in any case.
  mutating func profile(name: String) -> Profile? {
    guard root.pairs != nil else {
      if !root.isRefused {
        findings.error(
          root, "expected the keys of a profile, found \(root.words)", help: "begin with 'switchway: 1'")
      }
      return nil
    }
    var label: String?
    if let pair = root.pair("label") { label = findings.label(pair) }
    devicesAreUncertain =
      findings.baseIsMissing
      || !(root.pair("devices") != nil || findings.lacks("devices", in: root, keys: ProfileReader.keys))
    if let pair = root.pair("devices") { readDevices(pair) }
    switchesAreUncertain =
      findings.baseIsMissing
      || !(root.pair("switches") != nil || findings.lacks("switches", in: root, keys: ProfileReader.keys))
    if root.pair("chords") != nil || !findings.lacks("chords", in: root, keys: ProfileReader.keys) {
      noteChords(root.pair("chords"), switches: root.pair("switches"))
    }
    if let pair = root.pair("switches") { readSwitches(pair) }
    readSwitchLists()
    if let pair = root.pair("chords") { readChords(pair) }
    if let pair = root.pair("keyboard") { readKeyboard(pair) }
    if let pair = root.pair("scan") { readScan(pair) }
    if let pair = root.pair("policy") { readPolicy(pair) }
    audit(keyboard: root.pair("keyboard") != nil)
    auditReach()
    // Here what moves the highlight chooses, too: resting does.
    if scan.style == .step, bound.contains(where: { ["next", "previous"].contains($0.command.name) }) { acts = true }
    if !acts, !findings.commandsAreUncertain {
      findings.error(
        file: root.file, .top, "no switch chooses anything",
        help: "give one tap: select; activate, choose, perform, key, attention and x- commands do, too")
    }
    guard !findings.hasErrors else { return nil }
    return Profile(
      name: name, label: label, devices: devices, switches: switches, chords: chords, keyboard: keyboard, scan: scan,
      policy: policy, typedChords: typedChords)
  }

  /// A section, or a key of one, without behaviour yet: one warning. What it binds counts as reachable.
  mutating func readLater(_ pair: YAMLNode.Pair) {
    findings.unused(
      pair.key, "'\(pair.name)' is not acted on yet", help: "leave it: this version ignores it, a later one uses it")
  }

  func isActing(_ command: ScanCommand) -> Bool {
    command.group == .own || ProfileReader.acting.contains(command.name)
  }

  /// Checks what every file has for itself, before files are merged: its keys and the version of the format.
  ///
  /// - Returns: `root` without what has been reported.
  static func checkTop(_ root: YAMLNode, findings: inout Findings) -> YAMLNode {
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
    checkVersion(root, findings: &findings)
    var root = root
    root.content = .mapping(pairs)
    return root
  }

  private static func checkVersion(_ root: YAMLNode, findings: inout Findings) {
    guard let pair = root.pair("switchway") else {
      if findings.lacks("switchway", in: root, keys: keys) {
        findings.error(
          file: root.file, .top, "missing key 'switchway'", help: "write 'switchway: 1' at the top")
      }
      return
    }
    if pair.value.text != version, !pair.value.isRefused {
      findings.error(
        pair.value, "expected version 1 of the format, found \(pair.value.words)", help: "write 'switchway: 1'")
    }
  }
}

/// Where the parts of a switch were written, for what is checked after all have been read.
struct SwitchPlaces: Sendable {
  var key: YAMLNode
  /// One for each of the switch's inputs.
  var inputs: [YAMLNode]
  /// The key `steady` with its value.
  var steady: YAMLNode.Pair?
  /// The key `press`.
  var press: YAMLNode?
  /// The value of the hold's `after`.
  var holdAfter: YAMLNode?
}
