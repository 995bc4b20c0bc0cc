import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// The panel's page of all windows.
@Suite struct WindowsPageTests {
  private static func windows(_ titles: String...) -> [OpenWindow] {
    titles.enumerated().map { OpenWindow(id: Int64($0 + 1), title: $1) }
  }

  private static let three = windows("Mail", "Notes", "")
  private static let many = (1...20).map { OpenWindow(id: Int64($0), title: "w\($0)") }

  /// At that page.
  private func stage(_ windows: [OpenWindow] = three) -> Stage {
    var stage = Stage(.auto)
    stage.tell(.windows(windows))
    stage.choose("panel")
    stage.choose("windows")
    return stage
  }

  @Test("the bar offers windows only where somebody tells them")
  func offered() {
    var stage = Stage(.auto)
    stage.choose("panel")
    #expect(stage.shown == "[call for help] back system out")
    stage.tell(.windows([]))
    #expect(stage.shown == "[call for help] back windows system out")
    stage.tell(.windows(nil))
    #expect(stage.shown == "[call for help] back system out")
  }

  @Test("they are asked for anew, and the one that is chosen comes to the front and is scanned")
  func chosen() {
    var stage = stage()
    #expect(stage.take().contains("list windows") && stage.shown == "[Mail] Notes window out")
    stage.choose("Notes")
    #expect(stage.take() == ["raise 2"])
    stage.choose("Mail")
    #expect(stage.take() == [], "one choice at a time")
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.show(pages(item("write")), id: 2)
    stage.wait(300)
    #expect(stage.take().last == "scan 2 page \(stage.page) at 0" && stage.shown == "[write] panel")
  }

  @Test("where it does not come, the page of the window in front is shown, and nothing waits")
  func doesNotCome() {
    var stage = stage()
    stage.choose("Mail")
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.wait(5_000)
    #expect(stage.shown == "[tools] text help panel" && stage.session.nextDeadline == nil)
    stage = self.stage()
    stage.choose("Notes")
    stage.tell(.acted(attempt: stage.attempt, .failed))
    stage.wait(5_000)
    #expect(stage.shown == "Mail [Notes] window out" && stage.session.nextDeadline == nil)
  }

  @Test("more than seven are in groups, named by their titles, of eight places at most")
  func groups() {
    var stage = stage(Self.many)
    #expect(stage.light?.places.count == 4)
    let labels = stage.light?.places.map(\.label)
    #expect(labels?.first == "w1, w2, w3, w4, w5, w6" && labels?.last == "out")
    stage.choose(1)
    #expect(stage.shown == "[w7] w8 w9 w10 w11 w12 w13 out")
    stage.choose("out")
    #expect(stage.light?.lit == 1)
    stage.choose("out")
    #expect(stage.shown == "call for help back [windows] system out")
    stage = self.stage((1...1_000).map { OpenWindow(id: $0, title: "\($0)") })
    for _ in 0..<4 {
      #expect((stage.light?.places.count ?? 0) <= Group.limit)
      stage.choose(0)
    }
    #expect(stage.take().last == "raise 1")
  }

  @Test("another title changes the name and not the page; a window that comes or goes makes it anew")
  func changes() {
    var stage = stage()
    let page = stage.page
    stage.steps(1)
    stage.tell(.windows(Self.windows("Mail (1)", "Notes", "")))
    #expect(stage.shown == "Mail (1) [Notes] window out" && stage.page == page)
    stage.tell(.press(switch: "main", isDown: true))
    stage.tell(.windows(Self.windows("Mail", "Notes")))
    #expect(stage.shown == "Mail (1) [Notes] window out", "not while a switch is down")
    stage.tell(.press(switch: "main", isDown: false))
    stage.wait(100)
    #expect(stage.shown == "Mail [Notes] out" && stage.page == page + 1)
  }

  @Test("titles are one line without control characters, of 200 bytes at most")
  func titles() {
    let window = OpenWindow(id: 1, title: "\u{1B}[2J a\nb" + String(repeating: "x", count: 1 << 20))
    #expect(window.title.hasPrefix("a b") && window.title.utf8.count == 200)
  }
}
