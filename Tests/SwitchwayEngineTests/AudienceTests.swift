import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayEngine

@Suite("When a command is sent") struct AudienceTests {
  @Test(
    "never before it was accepted, at any speed of a recording",
    arguments: [
      (0, 1, 500), (400, 1, 500), (500, 1, 500), (900, 1, 900), (900, 4, 600), (400, .leastNonzeroMagnitude, 500),
      (501, .leastNonzeroMagnitude, 1_000_000_000_000_000_500),
    ] as [(now: Int64, speed: Double, sent: Int64)])
  func sent(now: Int64, speed: Double, sent: Int64) {
    #expect(Audience.clients(clock: { Instant(now) }, speed: speed).sent(Instant(500)) == Instant(sent))
  }
}
