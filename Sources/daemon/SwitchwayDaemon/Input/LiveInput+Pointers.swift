import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime

// Pointers are grabbed only while a virtual pointer can pass on their events. It exists only while one is grabbed.
extension LiveInput {
  /// Whether the virtual pointer can pass on a node's events; true if the node is not a pointer. Makes the virtual
  /// pointer if there is none, or another one if it lacks abilities and none of its buttons is down.
  func canPoint(_ id: NodeID, at time: Instant) -> Bool {
    guard let one = open[id], one.isPointer else { return true }
    return pointing.prepare(one.node.abilities, at: time)
  }

  /// This is called after an attempt to grab: it removes a virtual pointer that is not needed, and reports one that
  /// could not be made.
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

  /// Removes the virtual pointer if no pointer is grabbed, and no pointer waits for another program or another try.
  func closePointerIfUnused() {
    let isWanted = open.contains { id, one in
      one.isPointer && (grabs.holdsOrRetries(id) || pointing.failure != nil && grabs.waits(id))
    }
    if !isWanted { pointing.close() }
  }

  func point(_ event: InputEvent) { pointing.relay(event) }

  /// This is called after writing to the virtual pointer has failed: it returns pointers to the desktop first, and
  /// retries later.
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
