import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The panel's page of volume, speed and end.
@Suite struct SystemPageTests {
  /// At that page.
  private func stage(_ style: ClockStyle? = .auto, hasVolume: Bool = true) -> Stage {
    var stage = Stage(style, hasVolume: hasVolume)
    stage.choose("panel")
    stage.choose("system")
    _ = stage.take()
    return stage
  }

  @Test("a window that is not told of for a moment leads out of no page, another window does")
  func windowGoesAndComes() {
    var stage = stage()
    let shown = stage.shown
    stage.tell(.window(nil))
    stage.wait(500)
    #expect(stage.shown == shown && shown.hasPrefix("[louder]"))
    stage.show(plain)
    stage.wait(500)
    #expect(stage.shown == shown)
    stage.tell(.window(nil))
    stage.choose("out")
    #expect(stage.shown.hasPrefix("[call for help]"), "the window has gone")
    stage.choose("system")
    stage.show(pages(item("ok")), id: 2)
    #expect(stage.shown == "[ok] panel")
  }

  @Test("volume and speed change by steps, and the page stays for more of it")
  func steps() {
    var stage = stage()
    #expect(stage.shown == "[louder] quieter faster slower pause rest end the scanner out")
    for (index, (label, effect)) in [
      ("louder", "louder"), ("louder", "louder"), ("quieter", "quieter"), ("faster", "send scan-rate(faster)"),
      ("slower", "send scan-rate(slower)"),
    ].enumerated() {
      stage.wait(1_000)
      stage.choose(label)
      let lit = [0, 0, 1, 2, 3][index]
      #expect(stage.take() == [effect, "scan 8 page \(stage.page) at \(lit)"])
    }
    stage.choose("out")
    #expect(stage.shown == "call for help back [system] out")
  }

  @Test("there is only what can be changed", arguments: [(ClockStyle?.none, false), (.none, true), (.auto, false)])
  func absent(_ style: ClockStyle?, _ hasVolume: Bool) {
    let places = (hasVolume ? ["louder", "quieter"] : []) + (style == nil ? [] : ["faster", "slower", "pause"])
    let all = places + ["rest", "end the scanner", "out"]
    #expect(stage(style, hasVolume: hasVolume).shown == "[\(all[0])] " + all.dropFirst().joined(separator: " "))
  }

  @Test("the end is asked about first, No first")
  func end() {
    var stage = stage()
    stage.choose("end the scanner")
    #expect(stage.shown == "[no] yes" && stage.message == .ending)
    stage.choose("no")
    #expect(stage.shown == "louder quieter faster slower pause rest [end the scanner] out")
    #expect(!stage.take().contains("end"))
    stage.choose("end the scanner")
    stage.wait(1_000)
    stage.choose("yes")
    #expect(stage.take().contains("end"))
  }

  @Test("a window in front takes the place of the page, but not of the question")
  func front() {
    var stage = stage()
    stage.show(plain, id: 2)
    #expect(stage.shown == "[tools] text help panel")
    stage = self.stage()
    stage.choose("end the scanner")
    stage.show(plain, id: 2)
    #expect(stage.shown == "[no] yes")
    stage.give("back", item: 0)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("a volume that cannot be changed is told until the next choice")
  func noVolume() {
    var stage = stage()
    stage.choose("louder")
    stage.tell(.failed(.noVolume))
    #expect(stage.message == .noVolume)
    stage.choose("out")
    #expect(stage.message == nil)
  }

  @Test("two rounds lead out of the page, but not of the question")
  func rounds() {
    var stage = stage()
    stage.steps(16)
    #expect(stage.shown == "call for help back [system] out")
    stage.wait(400)
    stage.choose("system")
    stage.choose("end the scanner")
    stage.steps(6)
    #expect(stage.shown == "[no] yes")
  }
}
