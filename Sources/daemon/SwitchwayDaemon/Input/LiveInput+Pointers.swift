import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime

// Pointers are grabbed only while a virtual pointer can pass on their events. The virtual pointer exists only while a
// pointer is grabbed, or is about to be.
extension LiveInput {
  /// Returns whether the virtual pointer can pass on a node's events, or true if the node is not a pointer to grab.
  /// Makes the virtual pointer if there is none. If it lacks abilities of the node, makes another one, unless one of
  /// its buttons is down.
  func canPoint(_ id: NodeID, at time: Instant) -> Bool {
    guard let one = open[id], one.isPointer else { return true }
    return pointing.prepare(one.node.abilities, at: time)
  }

  /// Removes the virtual pointer if it is not needed, and reports it if it could not be made. It is called after an
  /// attempt to grab.
  func reportPointer(at time: Instant) {
    closePointerIfUnused()
    let waiting = open.filter { $0.value.isPointer && grabs.waits($0.key) }.keys.sorted()
    if waiting.isEmpty { pointing.forgetReplacement() }
    let failure = pointing.failure ?? pointing.replacementFailure
    awaitsPointer = !waiting.isEmpty && pointing.isReady && failure == nil
    guard let failure else { return hasReportedPointer = false }
    for id in waiting {
      performer.handle(
        .grabFailed(
          id, .init(reason: "uinput-\(failure.word)", message: "there is no virtual pointer for it: \(failure.message)")
        ))
    }
    guard !hasReportedPointer else { return }
    hasReportedPointer = true
    performer.warn(.degraded, entry: nil, message: "pointers are not grabbed: \(failure.message)", at: time)
    log?(.warning, "virtual pointer reason=\(failure.word): \(failure.message)")
  }

  /// Removes the virtual pointer if no pointer is grabbed and no pointer waits for another attempt.
  func closePointerIfUnused() {
    let isWanted = open.contains { id, one in
      one.isPointer && (grabs.holdsOrRetries(id) || pointing.failure != nil && grabs.waits(id))
    }
    if !isWanted { pointing.close() }
  }

  func point(_ event: InputEvent) { pointing.relay(event) }

  /// Handles a failure to write to the virtual pointer: returns the pointers to the desktop first, and tries to grab
  /// them again later.
  func letGoOfPointers() {
    hasBrokenPointer = false
    let time = now
    let held = open.filter { $0.value.isPointer && grabs.isGrabbed($0.key) }.sorted { $0.key < $1.key }
    ungrab(held.map(\.value))
    pointing.discardBroken()
    for (id, one) in held {
      letGo(id, at: time)
      grabs.add(id, one.node)
    }
    reportPointer(at: time)
    setRetryTimer()
  }
}
