import SwitchwayCore
import SwitchwayDevices
import SwitchwayReport

// Devices of seats whose session in front is another person's are not read, and not even held open.
extension LiveInput {
  /// Reads the devices of these seats from now on, and no others. What is no longer ours is let go of and closed before
  /// this returns, and what is ours again has been opened.
  func serve(_ seats: SeatsInFront) {
    let leaving = open.filter { !seats.contains($0.value.announced.seat) }.map(\.key).sorted()
    performer.interpreter.detach(leaving, at: now, reason: .inactive)
    flushTyped()
    isServing = seats != .only([])
    close(leaving.compactMap { open[$0] }) { if !isServing { prepareTypist(at: now) } }
    if isServing { prepareTypist(at: now) }
    change { registry.seatsChanged(seats, at: $0) }
  }

  /// Closes nodes for good, which ends their grabs, all at once; `own` is done meanwhile, and may touch none of them.
  func close(_ nodes: [Open], beside own: () -> Void) {
    for one in nodes { poller.remove(one.node.descriptor) }
    AtOnce.run(nodes.map { one in { one.node.close() } }, beside: own)
  }

  /// Ends the grabs of all nodes at once.
  func ungrabAll() {
    let held = open.filter { grabs.isGrabbed($0.key) }
    AtOnce.run(held.map { one in { try? one.value.node.ungrab() } })
  }
}
