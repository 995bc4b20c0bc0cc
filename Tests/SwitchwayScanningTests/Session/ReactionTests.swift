import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// A choice too soon after a page that the person did not ask for does nothing, and none does anything to what came to
/// the front after its press.
@Suite struct ReactionTests {
  private struct Moment: Sendable, CustomTestStringConvertible {
    var after: Int64
    var acts: Bool
    var testDescription: String { "\(after) µs" }
  }

  private static let moments = [
    Moment(after: 0, acts: false), Moment(after: 399_999, acts: false), Moment(after: 400_000, acts: true),
  ]

  @Test("a dialog's button that is pressed within 0.4 s of its page is not pressed", arguments: moments)
  private func dialog(_ moment: Moment) {
    var stage = Stage(.auto)
    stage.answer = nil
    stage.show(pages(item("delete"), item("keep")), id: 2, kind: .dialog)
    stage.wait(50)
    let scanned = stage.now
    stage.tell(.scanned(page: stage.page, .ok(time: scanned)))
    stage.wait(1_000)
    stage.give("select", item: 0, pressed: scanned + moment.after)
    let number = stage.page
    #expect(stage.take().suffix(1) == [moment.acts ? "check delete" : "scan 3 page \(number) at 0"])
    #expect((stage.light?.look == .rejected) == !moment.acts)
  }

  @Test("the time of a page that was refused once stays that of its first scan")
  func again() {
    var stage = Stage(.auto)
    stage.show(pages(item("delete")), id: 2, kind: .dialog)
    stage.wait(300)
    stage.choose("delete")
    stage.wait(100)
    stage.choose("delete")
    #expect(stage.take().suffix(1) == ["check delete"])
  }

  @Test("a choice before the answer to the page does nothing")
  func noAnswer() {
    var stage = Stage(.auto)
    stage.answer = nil
    stage.show(pages(item("delete")), id: 2, kind: .dialog)
    stage.wait(1_000)
    stage.choose("delete")
    #expect(!stage.take().contains("check delete"))
  }

  @Test("a page that was made anew, or left by rounds, was not asked for")
  func notAsked() {
    var stage = Stage(.auto)
    stage.steps(2)
    stage.show(pages(item("delete")))
    stage.wait(399)
    stage.choose("delete")
    #expect(!stage.take().contains("check delete"))
    stage = Stage(.auto, pages(item("delete"), group("text", item("bold"))))
    stage.choose("text")
    stage.steps(4)
    stage.choose("delete")
    #expect(!stage.take().contains("check delete"))
  }

  @Test("a page that the person asked for can be chosen from at once")
  func asked() {
    var stage = Stage(.auto)
    stage.choose("tools")
    stage.choose("save")
    #expect(stage.take().suffix(1) == ["check save"])
  }

  @Test("without a clock the time counts from when the page was shown", arguments: moments)
  private func noClock(_ moment: Moment) {
    var stage = Stage(nil)
    stage.show(pages(item("delete")), id: 2, kind: .dialog)
    let shown = stage.now
    stage.wait(1_000)
    stage.give("select", pressed: shown + moment.after)
    #expect(stage.take().contains("check delete") == moment.acts)
  }

  @Test("a value is not changed, and the bar not touched, too soon either")
  func others() {
    var stage = Stage(.auto)
    stage.show(pages(item("volume=")), id: 2, kind: .dialog)
    _ = stage.take()
    stage.give("increment")
    stage.tell(.touched(place: 0))
    #expect(stage.take() == [])
    stage.wait(400)
    stage.give("increment")
    #expect(stage.take() == ["check volume="])
  }

  /// A switch goes down and up; meanwhile another window comes to the front.
  private func press(_ stage: inout Stage) {
    stage.tell(.press(switch: "main", isDown: true))
    stage.show(plain, id: 2)
    stage.tell(.press(switch: "main", isDown: false))
  }

  @Test("close and back give no Escape to what came to the front during the press", arguments: ["select", "back"])
  func closing(_ name: String) {
    var stage = Stage(.auto, Group(places: [item("copy"), .close, .panel]), kind: .dialog)
    press(&stage)
    stage.give(name, item: 1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0"])
    #expect(stage.light?.look == .rejected && stage.shown == "[tools] text help panel")
  }

  @Test("an item is not acted on, nor its key typed, where another window came to the front", arguments: [true, false])
  func key(_ isActed: Bool) {
    var stage = Stage(.auto, pages(item("link", actions: [], role: .link)))
    if !isActed { press(&stage) }
    stage.choose("link")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    if isActed { press(&stage) }
    stage.tell(.acted(attempt: stage.attempt, .focused))
    let done = ["check link"] + (isActed ? ["use link"] : [])
    #expect(stage.take() == done + ["scan 4 page \(stage.page) at 0"])
    #expect(stage.light?.look == .rejected && stage.shown == "[tools] text help panel")
  }
}
