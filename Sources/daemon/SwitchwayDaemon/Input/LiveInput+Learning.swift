import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayTime

// Devices that no entry matches are read while a client learns.
extension LiveInput {
  /// While a client learns, opens the devices that it may hear although no entry matches them. Closes them afterwards.
  /// They are not grabbed, so the desktop also gets their events.
  func learningChanged(at time: Instant) {
    let isLearning = performer.interpreter.isLearning
    if !isLearning { close(open.values.filter { $0.entry == nil }, beside: {}) }
    let changes = registry.offersChanged { isLearning && InputListener.mayListen(to: $0) && !$0.isOwn }
    for change in changes { perform(change, at: time) }
  }
}
