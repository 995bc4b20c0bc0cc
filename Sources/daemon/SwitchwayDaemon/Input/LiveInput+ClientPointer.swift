import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime

// The virtual pointer that clients place on the screens. It exists only while the profile allows pointing.
extension LiveInput {
  var hasPointer: Bool { clientPointer.isReady }

  var hasLostPointer: Bool { clientPointer.failure != nil }

  func stroke(_ stroke: PointerStroke) { clientPointer.stroke(stroke) }

  /// Makes the pointer if the profile allows pointing, so that the desktop knows the pointer before it is used.
  /// Otherwise removes it.
  func prepareClientPointer(at time: Instant) {
    guard performer.profile.policy.allowsPointing, isServing else {
      hasReportedClientPointer = false
      return clientPointer.close()
    }
    let wasReady = clientPointer.isReady
    if clientPointer.prepare(.absolutePointer, at: time) {
      if !wasReady { log?(.info, "pointer for scanning programs made") }
      hasReportedClientPointer = false
    } else {
      reportClientPointer(at: time)
    }
    disown()
  }

  /// Removes the pointer after writing to it has failed. The pending `point` requests of clients end, and another
  /// pointer is made later. The kernel releases the pointer's buttons when it is removed.
  func clientPointerFailed() {
    hasBrokenClientPointer = false
    clientPointer.discardBroken()
    performer.handle(.pointerFailed)
    reportClientPointer(at: now)
    setRetryTimer()
  }

  private func reportClientPointer(at time: Instant) {
    guard let failure = clientPointer.failure, !hasReportedClientPointer else { return }
    hasReportedClientPointer = true
    performer.warn(.degraded, entry: nil, message: "scanning programs cannot point: \(failure.message)", at: time)
    log?(.warning, "pointer for scanning programs reason=\(failure.word): \(failure.message)")
  }
}
