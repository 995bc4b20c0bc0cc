import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine

// Devices of a seat are closed while another person's session is active on it.
extension LiveInput {
  /// Reads only the devices of these seats from now on. Before this returns, the devices of other seats are released
  /// and closed, and the devices of new seats are opened.
  func serve(_ seats: SeatsInFront) {
    let leaving = open.filter { !seats.contains($0.value.announced.seat) }.map(\.key).sorted()
    performer.handle(.detached(leaving, at: now, reason: .inactive))
    flushTyped()
    isServing = seats != .only([])
    close(leaving.compactMap { open[$0] }) {
      guard !isServing else { return }
      typist.close()
      clientPointer.close()
    }
    prepareTypist(at: now)
    prepareClientPointer(at: now)
    change { registry.seatsChanged(seats, at: $0) }
  }

  /// Closes nodes in parallel threads, which ends their grabs. `own` runs meanwhile in this thread, and must not use
  /// these nodes.
  func close(_ nodes: [Open], beside own: () -> Void) {
    for one in nodes { poller.remove(one.node.descriptor) }
    AtOnce.run(nodes.map { one in { one.node.close() } }, beside: own)
  }

  /// Ends the grabs of nodes in parallel threads.
  func ungrab(_ nodes: [Open]) { AtOnce.run(nodes.map { one in { try? one.node.ungrab() } }) }
}
