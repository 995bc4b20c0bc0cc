import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML
import Testing

@Suite("key-remap files at random")
struct FormatFuzzTests {
  private static let seed: UInt64 = 0x6B65_7972_656D
  private static let rounds = 500

  @Test("files of the format's own keys and values end in a whole profile or in errors at places that are there")
  func trees() throws {
    print("seed", FormatFuzzTests.seed)
    var maker = RandomProfile(bits: SeededBits(state: FormatFuzzTests.seed))
    let sandbox = try Sandbox()
    let store = ProfileStore(file: sandbox.path + "/t.yaml", directories: [sandbox.path])
    var good = 0
    for round in 0..<shareOfRounds(FormatFuzzTests.rounds) {
      let base = round.isMultiple(of: 3) ? nil : "base"
      let text = maker.text(extending: base, isCalm: round.isMultiple(of: 2))
      try sandbox.write("t.yaml", text)
      let result = store.load("t")
      let context: Comment = "round \(round) of seed \(FormatFuzzTests.seed): \(text)"
      let hasErrors = result.diagnostics.contains { $0.severity == .error }
      #expect((result.profile == nil) == hasErrors, context)
      let lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count
      for diagnostic in result.diagnostics {
        #expect(!diagnostic.message.isEmpty && !diagnostic.help.isEmpty, context)
        guard diagnostic.file.hasSuffix("/t.yaml") else { continue }
        #expect((1...lineCount).contains(diagnostic.line) && diagnostic.column >= 1, context)
      }
      #expect(store.load("t").diagnostics == result.diagnostics, context)
      if let profile = result.profile {
        good += 1
        #expect(FormatFuzzTests.isWhole(profile), context)
        // What is right is extended by those that follow.
        try sandbox.write("base.yaml", text.replacing("extends: base", with: "extends: older"))
        if base == nil { try sandbox.write("older.yaml", text) }
      }
    }
    #expect(good > shareOfRounds(20))
  }

  /// Whether every index of it leads somewhere, and what the core counts on holds.
  private static func isWhole(_ profile: Profile) -> Bool {
    let (devices, switches) = (profile.devices.indices, profile.switches.indices)
    return profile.switches.allSatisfy { one in
      let neighbours = if case .only(let list) = one.neighbours { list } else { [Int]() }
      let dead = one.steadying.ignoreRepeat
      return one.inputs.allSatisfy { devices.contains($0.device) } && !one.inputs.isEmpty
        && (one.unless + neighbours).allSatisfy { switches.contains($0) }
        && (one.gestures[.double]?.within ?? .seconds(90_000)) > dead
        && (one.gestures[.triple]?.within ?? .seconds(90_000)) > dead
    }
      && profile.chords.allSatisfy { chord in
        chord.parts.count > 1 && Set(chord.parts).count == chord.parts.count && chord.within > .zero
          && chord.parts.allSatisfy { switches.contains($0) }
      }
      && !profile.chords.contains { inner in
        profile.chords.contains { $0 != inner && Set(inner.parts).isSubset(of: $0.parts) }
      }
  }

  @Test("a profile of 200 devices, 1,000 switches and 500 chords is read whole")
  func large() throws {
    let result = try Sandbox.load(FormatFuzzTests.largeText)
    #expect(result.lines == [])
    let profile = try #require(result.profile)
    #expect(profile.devices.count == 200)
    #expect(profile.switches.count == 1_000)
    #expect(profile.chords.count == 500)
    #expect(profile.chords[499].parts == [998, 999])
    #expect(profile.switches[999].unless == [994])
    #expect(profile.switches[999].inputs == [SwitchInput(device: 199, selector: .button(5))])
  }

  /// Five switches on each device; each second and the one after it are a chord.
  static let largeText: String = {
    var text = "switchway: 1\ndevices:\n"
    for device in 0..<200 { text += "  device-\(device): {match: {kind: pedal, phys: \"usb-\(device)/*\"}}\n" }
    text += "switches:\n"
    for one in 0..<1_000 {
      text += "  switch-\(one):\n    input: device-\(one / 5)/button-\(one % 5 + 1)\n    steady: quick\n"
      text += "    tap: \(one.isMultiple(of: 2) ? "select" : "next")\n    double: {within: 350ms, do: menu}\n"
      if one >= 5 { text += "    unless: [switch-\(one - 5)]\n" }
    }
    text += "chords:\n"
    for chord in 0..<500 { text += "  switch-\(chord * 2)+switch-\(chord * 2 + 1): {within: 120ms, do: escape}\n" }
    return text
  }()
}
