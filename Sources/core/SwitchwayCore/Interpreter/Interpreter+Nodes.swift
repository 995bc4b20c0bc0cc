import SwitchwayTime

// Nodes that are added, removed, grabbed and released.
extension Interpreter {
  mutating func attach(
    _ node: NodeID, _ description: DeviceDescription, entry: Int?, down: KeySet, at time: Instant, announcing: Bool
  ) {
    let facts = NodeFacts(description, entry: entry)
    let index = nodes.add(node, facts)
    if announcing { effects.append(.node(.added, facts, at: time)) }
    if let entry {
      for shared in profile.sharedInputs(on: description, entry: entry) {
        effects.append(.sharedInput(shared, facts, at: time))
      }
      attachKeys(index, description, entry: entry, down: down, at: time)
      attachPointer(node, description, entry: entry, down: down, at: time)
    }
    if isLearning {
      listen(to: node, facts, down: down, at: time)
    } else if let entry {
      // In pass-through, a switch's key types instead of pressing the switch, if other keys of its node type.
      let types = keyboards.isPassingThrough && !profile.switchKeysThatType(of: description, entry: entry).isEmpty
      let isNew = announcing && !types && !former.contains(node)
      attachSwitches(of: index, description, entry: entry, down: down, isNew: isNew, at: time)
    }
    if announcing, scan?.pages?.page == 0 {
      endScanEvent(at: time)
      showNextPage(at: time)
    }
  }

  mutating func detach(_ all: [NodeID], at time: Instant, reason: RejectionReason) {
    let gone = all.filter { !isOffered($0) }
    for node in all where isOffered(node) {
      keyboards.detach(node, at: time)
      stopListening(to: node, at: time)
    }
    if gone.isEmpty, !all.isEmpty { return }
    for node in gone where nodes[node]?.isKeyboard == true {
      keyboards.detach(node, at: time)
    }
    performKeys()
    for node in gone { pointers.detach(node, at: time, into: &effects) }
    for node in gone { stopListening(to: node, at: time) }
    detachSwitches(of: gone, reason: reason)
    for id in gone {
      guard let index = nodes.index(of: id) else { continue }
      let node = nodes.list.remove(at: index)
      former.remove(id)
      if node.isGrabbed, reason == .inactive { effects.append(.node(.released, node.facts, at: time)) }
      effects.append(.node(.removed, node.facts, at: time))
    }
  }

  mutating func setAside(_ keys: KeySet, of id: NodeID) {
    guard let index = nodes.index(of: id) else { return }
    for code in keys.codes where !nodes.list[index].setAside.contains(code) { nodes.list[index].setAside.append(code) }
    nodes.list[index].switches?.setAside(keys)
    keyboards.setAside(keys, of: id)
  }

  mutating func setGrabbed(
    _ id: NodeID, _ isGrabbed: Bool, down: KeySet, since: Instant?, at time: Instant
  ) {
    guard let index = nodes.index(of: id), nodes.list[index].isGrabbed != isGrabbed else { return }
    nodes.list[index].isGrabbed = isGrabbed
    if isGrabbed { nodes.list[index].grabFailure = nil }
    let node = nodes.list[index]
    if !takesKeyboardsAtOnce {
      let since = since ?? Instant(.min)
      takeKeys(node, isGrabbed, since: since, at: time)
      if isGrabbed {
        pointers.take(id, down: down, since: since)
      } else {
        pointers.giveBack(id, at: time, into: &effects)
      }
    }
    effects.append(.node(isGrabbed ? .grabbed : .released, node.facts, at: time))
  }
}
