import EngineFixtures
import Foundation
import SwitchwayExplain
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import SwitchwayYAML
import Testing

@testable import SwitchwayConfig
@testable import SwitchwayCore
@testable import switchway

/// CONTRIBUTING.md lists what adding a gesture touches. These tests fail where one of these places lacks a gesture.
@Suite("The table of gestures")
struct GestureTableTests {
  /// A profile in which the switch `left` has this gesture, bound by its own example.
  private static func profile(_ gesture: Gesture) throws -> (profile: Profile, places: ProfilePlaces) {
    let tap = gesture == .repeated ? "    tap: next\n" : ""
    let own = gesture == .chord ? "    tap: next\n" : "    \(gesture.example)\n"
    let text = """
      switchway: 1
      devices: {box: {match: {kind: switch-interface}}}
      switches:
        left:
          input: box/button-1
      \(tap)\(own)  right: {input: box/button-2, tap: select}
      \(gesture == .chord ? "chords: {\(gesture.example)}\n" : "")
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "gestures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "test.yaml"))
    let result = ProfileStore(directories: [folder.path]).load("test")
    #expect(result.diagnostics.isEmpty, "\(result.text)")
    return (try #require(result.profile), result.places)
  }

  @Test("a gesture has its place in tables that have one for each")
  func places() {
    #expect(Gesture.allCases.map(\.index) == Array(Gesture.allCases.indices))
  }

  @Test("the example of a gesture is read, with all its times", arguments: Gesture.ofSwitch)
  func read(gesture: Gesture) throws {
    let bound = try #require(try Self.profile(gesture).profile.switches[0].gestures[gesture])
    let times: [(Gesture.Time, Microseconds?)] = [
      (.after, bound.after), (.every, bound.every), (.within, bound.within),
    ]
    #expect(times.filter { $0.1 != nil }.map(\.0) == gesture.times)
    #expect((bound.command != nil) == gesture.hasCommand)
  }

  @Test("a gesture has its line on the socket", arguments: Gesture.allCases)
  func line(gesture: Gesture) throws {
    let profile = try Self.profile(gesture).profile
    var line = LineBuffer()
    let origin: CommandOrigin = gesture == .chord ? .chord(0) : .single(0)
    let word = try #require(profile.command(of: origin, gesture))
    let command = Command(
      word, by: .press(Command.Press(origin, device: 0, gesture)), pressed: Instant(100), accepted: Instant(200))
    _ = EventLines(profile: profile).write(command, seq: 1, sent: nil, claimant: nil, into: &line)
    #expect(line.text.contains(#""gesture":"\#(gesture.rawValue)""#))
  }

  @Test("a gesture is told in 'bindings' and 'explain', each in its own words", arguments: Gesture.allCases)
  func words(gesture: Gesture) throws {
    let (profile, places) = try Self.profile(gesture)
    let row = try #require(
      Bindings.of(profile, bridge: nil).first { $0.gesture == gesture.rawValue }?.json)
    #expect(Gesture.Time.allCases.filter { row[$0.rawValue] != nil } == gesture.times)
    // How it is made follows the command; of a tap nothing is said.
    let made = GestureWords.sentence(Wire.Binding(gesture: gesture.rawValue, within: 1))
    #expect((made == GestureWords.sentence(Wire.Binding())) == (gesture == .tap))
    #expect(GestureWords.outcome(Wire.AnsweredPress(row), "menu", length: "") != "menu")
    let explained = ProfileExplanation.of(profile, places, bridge: nil).json["switches"]?[0]?["places"]
    #expect(gesture == .chord || explained?[gesture.rawValue]?.arrayValue != nil)
  }

  /// The words for fuzzing come from these two (`Tests/Fuzz/words`).
  @Test("the manual page and the protocol's schema have every gesture")
  func documents() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "man/switchway.yaml.5"), encoding: .utf8)
    #expect(page.contains(".It Ic " + Gesture.ofSwitch.map(\.rawValue).joined(separator: " , ") + "\n"))
    let schema = try String(contentsOf: root.appending(path: "docs/protocol.schema.json"), encoding: .utf8)
    let words = Gesture.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    #expect(schema.contains("\"gesture\": {\"enum\": [\(words)]}"))
  }
}
