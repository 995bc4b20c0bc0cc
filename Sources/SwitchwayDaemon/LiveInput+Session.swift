import SwitchwayCore
import SwitchwayDevices

// Devices of seats whose session in front is another person's are not read, and not even held open.
extension LiveInput {
  /// Reads the devices of these seats from now on, and no others. What is no longer ours is let go of and closed before
  /// this returns, and what is ours again has been opened.
  func serve(_ seats: SeatsInFront) {
    let leaving = open.filter { !seats.contains($0.value.announced.seat) }.map(\.key).sorted()
    engine.detach(leaving, at: now, reason: .inactive)
    flushTyped()
    isServing = seats != .only([])
    prepareTypist(at: now)
    change { registry.seatsChanged(seats, at: $0) }
  }
}
