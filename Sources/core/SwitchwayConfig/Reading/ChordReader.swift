import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// A chord as it was read, with its positions.
struct ReadChord {
  var definition: ChordDefinition
  var key: YAMLNode
  /// The value of `within`.
  var within: YAMLNode
}

/// The names of the switches that are parts of chords. They are collected before the switches are read, because such a
/// switch needs no gesture of its own.
struct ChordNames {
  private(set) var parts: Set<String> = []
  /// Whether some chords could not be read, so that any switch may be a part of one.
  private(set) var isUncertain: Bool

  /// `isUncertain`: whether the section is missing, but an unknown key that was reported may be its misspelt name.
  init(_ section: YAMLNode.Pair?, switches: YAMLNode.Pair?, isUncertain: Bool) {
    self.isUncertain = isUncertain || section.map { $0.value.pairs == nil } ?? false
    let known = Set((switches?.value.pairs ?? []).map(\.name))
    for pair in section?.value.pairs ?? [] {
      let parts = ChordNames.parts(pair.name)
      self.parts.formUnion(parts)
      // An unknown name may be the misspelt name of any switch.
      if !parts.allSatisfy(known.contains) { self.isUncertain = true }
    }
  }

  static func parts(_ name: String) -> [String] {
    name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Reads the section `chords`.
struct ChordsReader {
  /// The largest number of switches in a chord (arbitrary: more than the fingers of two hands).
  private static let mostParts = 16

  /// Few people can press two switches together in less than `shortChord` (arbitrary). Above `longChord`, every press
  /// waits noticeably long.
  private static let (shortChord, longChord) = (Microseconds.milliseconds(20), Microseconds.seconds(1))

  let findings: Findings
  let commands: CommandReader
  let switches: SwitchesReading

  func chords(_ section: YAMLNode.Pair) -> [ChordDefinition] {
    guard let pairs = findings.entries(section, example: "chords: {\(Gesture.chord.example)}") else {
      findings.commandsAreUncertain = true
      return []
    }
    var read: [ReadChord] = []
    for pair in pairs {
      let parts = chordParts(of: pair)
      if let chord = chord(pair, parts: parts ?? []), parts != nil { read.append(chord) }
    }
    checkInside(read)
    auditChords(read)
    return read.map(\.definition)
  }

  /// The switches of a chord, or `nil` if its name is invalid.
  private func chordParts(of pair: YAMLNode.Pair) -> [Int]? {
    let names = ChordNames.parts(pair.name)
    guard names.allSatisfy(CommandVocabulary.isName) else {
      findings.error(
        pair.key, "\(pair.key.words) cannot be a chord", help: "join the names of switches with '+': left+right")
      return nil
    }
    guard names.count > 1 else {
      findings.error(
        pair.key, "a chord needs at least two switches, found only '\(YAMLNode.brief(pair.name))'",
        help: "join another with '+'; define what one switch does alone under 'switches'")
      return nil
    }
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      findings.error(
        pair.key, "switch '\(twice)' is in the chord \(pair.key.words) twice", help: "name each switch once")
      return nil
    }
    guard names.count <= ChordsReader.mostParts else {
      findings.error(
        pair.key, "a chord has at most \(ChordsReader.mostParts) switches, found \(names.count)",
        help: "leave some out")
      return nil
    }
    let found = names.map { name in
      switches.names.index(
        of: name, pair.key, in: "the chord \(pair.key.words)", undo: "also write \(pair.name): nothing", findings)
    }
    let parts = found.compactMap(\.self)
    return parts.count == names.count ? parts : nil
  }

  private func chord(_ pair: YAMLNode.Pair, parts: [Int]) -> ReadChord? {
    guard
      let fields = findings.gestureFields(
        pair, ["within", "do"], example: "\(pair.name): {within: 120ms, do: escape}")
    else { return nil }
    let written = fields.first { $0.name == "within" }
    let within = written.flatMap {
      findings.duration($0, in: GesturesReader.shortestWindow...DurationText.longest)
    }
    guard let action = fields.first(where: { $0.name == "do" }) else { return nil }
    let command = commands.command(action.value) ?? CommandReader.nothing
    guard let within, let written else { return nil }
    return ReadChord(
      definition: ChordDefinition(name: pair.name, parts: parts, within: within, command: command), key: pair.key,
      within: written.value)
  }

  /// Reports a chord that contains all switches of another one: the smaller one would always be complete first. To
  /// compare only a few pairs, each chord is listed only under one of its switches: the switch that is in the fewest
  /// chords.
  private func checkInside(_ read: [ReadChord]) {
    var counts: [Int: Int] = [:]
    for part in read.flatMap(\.definition.parts) { counts[part, default: 0] += 1 }
    var byRarest: [Int: [Int]] = [:]
    for (index, chord) in read.enumerated() {
      let rarest = chord.definition.parts.min { counts[$0, default: 0] < counts[$1, default: 0] }
      if let rarest { byRarest[rarest, default: []].append(index) }
    }
    for (index, chord) in read.enumerated() {
      guard !findings.isFull else {
        findings.hasUncounted = true
        return
      }
      let own = Set(chord.definition.parts)
      let inner = chord.definition.parts.lazy.flatMap { byRarest[$0] ?? [] }.first { other in
        other != index && read[other].definition.parts.count < own.count
          && read[other].definition.parts.allSatisfy(own.contains)
      }
      guard let inner else { continue }
      findings.error(
        YAMLNode.later(chord.key, read[inner].key),
        "a chord inside a chord: to press \(chord.key.words) is also to press '\(read[inner].definition.name)'",
        help: "remove one of them, or give them switches of their own")
    }
  }

  private func auditChords(_ read: [ReadChord]) {
    var longest: [Int: Int] = [:]
    for (index, chord) in read.enumerated() {
      auditUnless(chord)
      let within = chord.definition.within
      for part in chord.definition.parts
      where longest[part].map({ read[$0].definition.within < within }) ?? true { longest[part] = index }
      if within < ChordsReader.shortChord {
        findings.warning(
          chord.within, "all switches of \(chord.key.words) must be pressed within \(DurationText.words(within))",
          help: "few people are that quick; 80ms to 200ms suits most")
      } else if within > ChordsReader.longChord {
        findings.warning(
          chord.within, "each press of \(chord.key.words) waits up to \(DurationText.words(within)) for the others",
          help: "80ms to 200ms suits most")
      }
    }
    for (part, index) in longest.sorted(by: { $0.key < $1.key }) { auditPart(part, of: read[index]) }
  }

  /// Warns about a chord with two switches that block each other by `unless`: the switch that is pressed later does
  /// nothing.
  private func auditUnless(_ chord: ReadChord) {
    func blocks(_ one: Int, _ other: Int) -> Bool { switches.definitions[other].unless.contains(one) }
    let parts = chord.definition.parts
    for part in parts {
      guard let other = parts.first(where: { blocks($0, part) && blocks(part, $0) }) else { continue }
      let lists = [part, other].flatMap { switches.places[$0].lists }.filter { $0.name == "unless" }
      findings.warning(
        lists.map(\.value).reduce(chord.key, YAMLNode.later),
        "the chord \(chord.key.words) can never happen: '\(switches.definitions[part].name)' and "
          + "'\(switches.definitions[other].name)' block each other with 'unless'",
        help: "remove one of them from the other's 'unless', or remove the chord")
      return
    }
  }

  /// Warns about gestures of a switch that come late because its presses wait for a chord. `chord`: the chord with the
  /// longest wait.
  private func auditPart(_ part: Int, of chord: ReadChord) {
    let gestures = switches.definitions[part].gestures
    let within = chord.definition.within
    if gestures[.press] != nil, let press = switches.places[part].press {
      findings.warning(
        YAMLNode.later(press, chord.key),
        "'press' of switch '\(switches.definitions[part].name)' begins up to \(DurationText.words(within)) late: "
          + "it waits for the chord \(chord.key.words)",
        help: "use 'tap', or a switch that is part of no chord")
    }
    if let after = gestures[.hold]?.after, after > .zero, after <= within, let place = switches.places[part].holdAfter {
      let both = DurationText.written([after, within])
      findings.warning(
        YAMLNode.later(place, chord.within),
        "'hold' of switch '\(switches.definitions[part].name)' (\(both[0])) is reached "
          + "before the chord \(chord.key.words) is decided (\(both[1]))",
        help: "write an 'after' longer than \(both[1]), or a shorter 'within'")
    }
  }
}
