import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// A press waits for a program that is busy, and is answered. Source: docs/design/desktop.md, "Choosing and acting" 1.
@Suite struct SlowProgramTests {
  @Test("a program that takes its time for the answer is named after 0.5 s; its item is acted on when it answers")
  func slowCheck() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.wait(499)
    #expect(stage.message == nil)
    stage.wait(1)
    #expect(stage.message == .notAnswering("editor"))
    #expect(stage.light?.look != .rejected)
    stage.wait(2_499)
    #expect(stage.take() == ["check help"])
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    #expect(stage.take() == ["use help"])
    #expect(stage.message == nil)
  }

  @Test("a program that does not answer is named until its window was read again; the press is answered after 3 s")
  func noCheck() {
    var stage = Stage(.auto)
    stage.choose("help")
    stage.wait(2_999)
    #expect(stage.light?.look != .rejected)
    stage.wait(1)
    #expect(stage.light?.look == .rejected)
    #expect(stage.take() == ["check help", "read 1"])
    #expect(stage.message == .notAnswering("editor"))
    // Too late: nothing is done any more.
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    stage.show(plain)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 2"])
    #expect(stage.message == nil)
  }
}
