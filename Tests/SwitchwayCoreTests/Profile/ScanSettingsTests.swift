import SwitchwayClock
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("settings of scanning")
struct ScanSettingsTests {
  @Test("the clock keeps the first and the last value of every range that a key-remap file may write")
  func ranges() {
    var (least, most) = (ScanSettings(), ScanSettings())
    for field in ScanSettings.fields {
      switch field.value {
      case .duration(let path, let range, _):
        least[keyPath: path] = range.lowerBound
        most[keyPath: path] = range.upperBound
      case .count(let path, let limit):
        least[keyPath: path] = 0
        most[keyPath: path] = limit
      case .word, .flag, .other: break
      }
    }
    for settings in [least, most] {
      let clock = ClockSettings(settings)
      #expect(clock.interval == settings.interval.value && clock.firstItemPause == settings.firstItemPause.value)
      #expect(clock.loops == settings.loops && clock.steps == settings.steps)
      #expect(clock.reaction == settings.reaction.value)
    }
  }

  @Test("a word of a section is read into its setting, and written as it was read")
  func words() throws {
    let style = try #require(ScanSettings.fields.first { $0.name == "style" })
    guard case .word(let words, let get, let set) = style.value else {
      Issue.record("'style' takes words")
      return
    }
    #expect(words == ClockStyle.allCases.map(\.rawValue))
    for word in words {
      var settings = ScanSettings()
      set(word, &settings)
      #expect(get(settings) == word && settings.style.rawValue == word)
    }
  }
}
