import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// A person who can see nothing chooses nothing: presses type, as without a scanner.
@Suite struct DisplayTests {
  @Test("while nothing can be shown nothing is claimed, and all is claimed again afterwards")
  func claims() {
    var stage = Stage(.auto)
    stage.tell(.display(canShow: true))
    #expect(stage.take() == [])
    stage.tell(.display(canShow: false))
    #expect(stage.take() == ["release"])
    // What the daemon says then.
    stage.tell(.allowed(false))
    #expect(stage.shown == "nothing")
    _ = stage.take()
    stage.tell(.bindings(["next"]))
    #expect(stage.take() == [])
    stage.tell(.display(canShow: true))
    let claims = stage.take()
    #expect(claims.count == 1 && claims[0].hasPrefix("claim next "))
    stage.tell(.allowed(true))
    #expect(stage.take().contains { $0.hasPrefix("scan ") })
    #expect(stage.shown != "nothing")
  }

  @Test("a daemon that starts while nothing can be shown gets no claim")
  func connects() {
    var stage = Stage(.auto)
    stage.tell(.display(canShow: false))
    stage.tell(.disconnected)
    _ = stage.take()
    stage.connect(Session.Clock(style: .auto, state: .resting))
    let log = stage.take()
    #expect(log.contains("release") && !log.contains { $0.hasPrefix("claim") }, "\(log)")
  }
}
