import Foundation
import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime
import Testing

@Suite("where a profile is written")
struct ProfilePlacesTests {
  private static let base = """
    switchway: 1
    devices:
      box: {match: {kind: switch-interface}}
      pad: {match: {name: Pad}}
    switches:
      left:
        input: box/button-1
        tap: next
        hold:
          after: 800ms
          do: menu
      right: {input: [box/button-2, pad/a], tap: select}
    chords:
      left+right: {within: 120ms, do: escape}

    """

  private static let own = """
    switchway: 1
    extends: base
    devices:
      pad: {label: Pad}
    switches:
      left: {hold: {after: 1s}}
      third:
        input: pad/b
        tap: menu
    chords: {right+left: {do: menu}}

    """

  private func short(_ places: [ProfilePlaces.Place]) -> [String] {
    places.map { "\(($0.file as NSString).lastPathComponent):\($0.line):\($0.column)" }
  }

  @Test("entries and their keys are where they are written, over all files")
  func places() throws {
    let result = try Sandbox.load(ProfilePlacesTests.own, others: ["base": ProfilePlacesTests.base])
    #expect(result.profile != nil)
    let places = result.places
    func place(_ place: ProfilePlaces.Place?) -> String? { place.map { short([$0])[0] } }
    #expect(place(places.device("box")) == "base.yaml:3:3")
    #expect(place(places.device("pad")) == "t.yaml:4:3")
    #expect(place(places.switchEntry("left")) == "t.yaml:6:3")
    #expect(place(places.switchEntry("right")) == "base.yaml:12:3")
    #expect(place(places.switchEntry("third")) == "t.yaml:7:3")
    #expect(short(places.field("input", ofSwitch: "left")) == ["base.yaml:7:5"])
    #expect(short(places.field("hold", ofSwitch: "left")) == ["t.yaml:6:10", "base.yaml:11:7"])
    #expect(short(places.field("tap", ofSwitch: "third")) == ["t.yaml:9:5"])
    let chord = try #require(result.profile?.chords.first)
    #expect(chord.within == .milliseconds(120))
    #expect(short(places.chord(chord.name)) == ["t.yaml:10:10", "base.yaml:14:16"])
  }

  @Test("a setting that is not written has no position")
  func nowhere() throws {
    let places = try Sandbox.load(ProfilePlacesTests.base).places
    #expect(short(places.chord("left+right")) == ["t.yaml:14:3"])
    #expect(places.device("none") == nil)
    #expect(places.switchEntry("none") == nil)
    #expect(places.chord("right+left") == [])
    #expect(places.field("steady", ofSwitch: "left") == [])
    #expect(try Sandbox.load("").places == ProfilePlaces())
  }

  @Test(
    "inputs are written as a file writes them",
    arguments: [
      "button-3", "any", "key_space", "btn_trigger", "abs_x > 60%", "abs_hat0x < -50%", "abs_y 30%..80.125%",
      "abs_y -30%..-80%",
    ])
  func inputs(text: String) throws {
    let result = try Sandbox.load(
      """
      switchway: 1
      devices: {box: {match: {name: Box}, grab: yes}}
      switches: {one: {input: "box/\(text)", tap: select}}

      """)
    let input = try #require(result.profile?.switches.first?.inputs.first)
    #expect(InputText.text(of: input.selector) == text)
  }

  @Test("a code without a name is its number")
  func unnamed() {
    #expect(InputText.text(of: .key(0x2fe)) == "0x2fe")
  }

  @Test(
    "a level is told to the nearest thousandth",
    arguments: [(-100_000, "-33.333%"), (200_000, "66.667%"), (3, "0.001%")])
  func levels(units: Int64, text: String) {
    #expect(InputText.text(of: AxisLevel(units: units)) == text)
  }
}
