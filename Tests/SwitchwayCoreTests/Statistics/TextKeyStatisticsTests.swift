import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// The number of keys of a text would tell of the text, so statistics have none.
@Suite("Statistics of keys of text") struct TextKeyStatisticsTests {
  private let day = CalendarDay(number: 20_000)

  /// An accepted press.
  private func press(of index: Int) -> [Effect] {
    [(true, Instant(0)), (false, Instant(100_000))].map { (isDown, time) in
      .press(switchIndex: index, down: isDown, time: time, accepted: time)
    }
  }

  private static let text = KeyChord(text: "a", trigger: .position(30))
  private static let ofText = ScanCommand(name: "key", arguments: ["a"], group: .key)

  /// Two switches: F13, and what `key` says; with a chord of both.
  private static func profile(
    key: UInt16, kinds: [DeviceKind] = [.keyboard], tap: ScanCommand, chord: ScanCommand = next
  ) -> Profile {
    var profile = Profile(
      name: "text", devices: [DeviceEntry(name: "keys", match: DeviceMatch(kinds: kinds), grab: .yes)],
      switches: [183, key].map {
        SwitchDefinition(
          name: "k\($0)", inputs: [SwitchInput(device: 0, selector: .key($0))], gestures: GestureBindings(tap: tap))
      }, typedChords: ["a": text])
    profile.chords = [ChordDefinition(name: "both", parts: [0, 1], within: .milliseconds(100), command: chord)]
    return profile
  }

  private static let next = ScanCommand(name: "next", arguments: [], group: .scan)

  @Test(
    "a key of text that types text is not counted, nor is what it is a part of; any other switch is",
    arguments: [
      (profile(key: 30, tap: ofText), ["k183"]), (profile(key: 30, tap: next), ["k183", "k30"]),
      (profile(key: 28, tap: ofText), ["k183", "k28"]), (profile(key: 30, tap: next, chord: ofText), ["k183"]),
      (profile(key: 30, kinds: [.pedal], tap: ofText), ["k183", "k30"]),
    ])
  func keysOfText(profile: Profile, counted: [String]) {
    var statistics = PressStatistics()
    statistics.use(profile)
    for index in 0...1 {
      for output in press(of: index) { statistics.note(output, on: day, hour: 9) }
      statistics.noteRefusal(
        of: Command.Press(.single(index), device: 0, .tap), .rest, on: day, hour: 9)
    }
    #expect(statistics.days.first?.rows.map(\.name) == counted)
    statistics.noteRefusal(of: Command.Press(.chord(0), device: 0, .tap), .rest, on: day, hour: 9)
    let isText = profile.chords[0].command == Self.ofText
    #expect(statistics.days.first?.rows.map(\.name) == counted + (isText ? [] : ["both"]))
  }

  @Test("a key of text that types text by the profile's bridge is not counted")
  func bridged() {
    var profile = Self.profile(key: 30, tap: Self.next)
    profile.bridge = BridgeTable(name: "mine", keys: [Self.next: Self.text])
    var statistics = PressStatistics()
    statistics.use(profile)
    for index in 0...1 { for output in press(of: index) { statistics.note(output, on: day, hour: 9) } }
    #expect(statistics.days.first?.rows.map(\.name) == ["k183"])
  }
}
