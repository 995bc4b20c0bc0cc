import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The table of the panel's places, in every setting.
@Suite struct PanelPlaceTests {
  private static let sheets: [PanelPlace.Sheet] =
    [.bar, .question, .value]
    + [Session.PanelPage.rest, .scroll, .system, .sound, .ending, .locked].map { .page($0) }

  /// All combinations of what decides about the places.
  private static let settings: [(Panel, Panel.Surroundings)] = (0..<1 << 9).flatMap { bits in
    let isOn = (0..<9).map { bits >> $0 & 1 == 1 }
    var panel = Panel(
      hasVolume: isOn[0], typesWhenLocked: isOn[1], grid: PointGrid(),
      writing: Writing(order: .rows, words: WordModel()))
    if isOn[2] { panel.layoutChanged(.english, isShown: false) }
    if isOn[3] { panel.windowsChanged([]) }
    if isOn[4] { panel.programsRead([InstalledProgram(id: "a", name: "a", words: ["a"])]) }
    if isOn[5] { panel.screensChanged([Rect(x: 0, y: 0, width: 20, height: 10)]) }
    panel.pointingChanged(isAllowed: isOn[5])
    panel.voicesChanged(areSeveral: isOn[5])
    panel.connected(isOn[6] ? .paused : .running, isKeyboardShown: false)
    return [nil, false, true].map { isSpeaking in
      (panel, Panel.Surroundings(hasClock: isOn[7], hasItems: isOn[8], isSpeaking: isSpeaking))
    }
  }

  @Test("in each setting a page has at most eight places, the call for help first and the way out last")
  func pages() {
    for (panel, around) in Self.settings {
      for sheet in Self.sheets {
        let others = sheet == .page(.scroll) ? Scrolling.places.count : 0
        let places = panel.tablePlaces(of: sheet, in: around)
        #expect(places.count + others <= Group.limit, "\(sheet): \(places.map(\.label))")
        #expect(!places.dropFirst().contains(.help) && !places.dropLast().contains(.out), "\(sheet)")
      }
    }
  }

  @Test("each place is on some page in some setting; those that end pages of windows only there")
  func somewhere() {
    let found = Self.settings.map { panel, around in
      PanelPlace.allCases.filter { !$0.row.sheets(panel, around).isEmpty }
    }
    #expect(Set(PanelPlace.allCases).subtracting(found.joined()) == [.close, .panel])
  }

  @Test("no two places have the same label")
  func labels() {
    for language in ["en", "de"] {
      let labels = PanelPlace.allCases.map { PanelWords(language: language).label(of: .own($0)) }
      #expect(Set(labels).count == labels.count, "\(language)")
    }
  }

  @Test("a place that stands in another one's place has it in its own place", arguments: PanelPlace.allCases)
  func twins(_ place: PanelPlace) {
    guard let twin = place.twin else { return }
    #expect(twin.twin == place && twin != place)
  }
}
