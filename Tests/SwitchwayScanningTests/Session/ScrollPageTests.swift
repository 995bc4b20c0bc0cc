import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The panel's page that scrolls.
@Suite struct ScrollPageTests {
  private static let places = "down up right left bottom top out"

  /// At that page.
  private func stage() -> Stage {
    var stage = Stage(.auto)
    stage.tell(.layout(.english))
    stage.choose("panel")
    stage.choose("scroll")
    _ = stage.take()
    return stage
  }

  @Test(
    "a place types its key, and the page stays for more of it",
    arguments: [
      ("down", "pagedown"), ("up", "pageup"), ("right", "right"), ("left", "left"), ("bottom", "ctrl+end"),
      ("top", "ctrl+home"),
    ])
  func scrolls(_ label: String, _ key: String) {
    var stage = stage()
    #expect(stage.shown == "[down] up right left bottom top out")
    for _ in 0..<2 {
      stage.choose(label)
      #expect(stage.take() == ["key \(key)"])
      stage.tell(.acted(attempt: stage.attempt, .done))
      stage.wait(300)
      stage.show(plain)
      #expect(stage.take().last?.hasPrefix("scan 7 page \(stage.page) at") == true)
      #expect(stage.shown == Self.places.replacing(label, with: "[\(label)]"))
    }
    stage.choose("out")
    #expect(stage.shown == "call for help keyboard [scroll] back system out")
  }

  @Test("a key that is not typed is told, and the page stays")
  func refused() {
    var stage = stage()
    stage.choose("down")
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("busy")))
    stage.wait(300)
    stage.show(plain)
    #expect(stage.message == .typingRefused("busy") && stage.shown == "[down] up right left bottom top out")
  }

  @Test("a window in front takes the place of the page, and rounds do not lead out of it")
  func front() {
    var stage = stage()
    stage.steps(21)
    #expect(stage.shown == "[down] up right left bottom top out")
    stage.show(plain, id: 2)
    #expect(stage.shown == "[tools] text help panel")
  }
}
