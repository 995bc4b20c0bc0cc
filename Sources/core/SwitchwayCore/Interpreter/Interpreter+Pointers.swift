import SwitchwayTime

// Grabbed pointers: their events are passed on to the desktop, except the buttons and axes that are switches.
extension Interpreter {
  mutating func attachPointer(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant
  ) {
    guard profile.isGrabbedPointer(description, entry: entry) else { return }
    pointers.attach(
      node, switches: profile.switchKeys(of: description, entry: entry),
      lendable: profile.lendableButtons(of: description, entry: entry),
      movements: profile.switchMovements(of: description, entry: entry))
    if takesKeyboardsAtOnce { pointers.take(node, down: down, since: time) }
  }

  /// Handles one whole frame of a pointer: passes it on, and then lets the switches on its buttons and axes decide.
  mutating func handlePointer(_ frame: ArraySlice<InputEvent>, from node: NodeID, at pointer: Int) {
    pointers.pass(frame, of: pointer, lends: keyboards.isPassingThrough, into: &effects)
    guard let index = nodes.index(of: node), hears(frame, of: index) else { return }
    let isLoss = KernelFrame.contains(frame)
    if isLearning {
      learn(frame, from: node)
    } else {
      if !isLoss { nodes.list[index].switches?.begin(frame) }
      for event in frame where !(event.type == EventType.key && pointers.isLent(event.code, of: pointer)) {
        advance(to: event.time)
        handleEvent(event, isLoss: isLoss, of: index)
        if hasClock { endScanEvent(at: latest) }
      }
    }
    pointers.endLoans(of: pointer)
    if nodes.list[index].isKeyboard { handleKeys(frame, from: node) }
  }

  /// Whether a frame of a pointer can press a switch. Most frames cannot, because they only move the cursor.
  private func hears(_ frame: ArraySlice<InputEvent>, of index: Int) -> Bool {
    let moves = isLearning || nodes.list[index].switches?.hasMovements == true
    return frame.contains { $0.type == EventType.key || moves && $0.type == EventType.relative }
  }

  /// Handles the state of a pointer that was read after events were lost. Returns the buttons that are down and that
  /// the desktop does not get.
  mutating func resyncPointer(_ node: NodeID, down: KeySet, at time: Instant) -> KeySet {
    guard let pointer = pointers.index(of: node) else { return down }
    pointers.resync(pointer, down: down, lends: keyboards.isPassingThrough, at: time, into: &effects)
    let own = KeySet(down.codes.filter { !pointers.isLent($0, of: pointer) })
    pointers.endLoans(of: pointer)
    return own
  }
}
