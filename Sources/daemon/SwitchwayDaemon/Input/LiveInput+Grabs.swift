import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayTime

// Decides which devices are grabbed, and which devices may not be read without a grab.
extension LiveInput {
  /// Decides whether to grab an open node. Reports a grab that the profile requests but that is impossible. A node that
  /// no entry of the profile matches is not grabbed.
  func decideGrab(_ id: NodeID, _ one: Open, at time: Instant) {
    guard let entry = one.entry, !performer.hasPanicked else { return }
    let (profile, device) = (performer.profile, one.node.description)
    let plan = NodePlan(profile: profile, entry: entry, device: device, foreign: one.node.foreignEvents)
    if let failure = NodeWords.failure(plan, of: profile.devices[entry]) {
      return tell(.failed(id, failure), at: time)
    }
    switch plan {
    case .keyboard, .keyboardOfSwitches: if canPass(id, one, at: time) { grabs.add(id, one.node) }
    case .pointer: grabs.add(id, one.node)
    case .other(let decision): grab(decision, id, one)
    case .textKeys, .tooManyTextKeys, .noKeyboard, .keyboardSendsMore, .pointerSendsMore: break
    }
  }

  /// Adds a node to the nodes to grab, together with the other nodes of its device, if the device is to be grabbed.
  private func grab(_ decision: GrabDecision, _ id: NodeID, _ one: Open) {
    let siblings = siblings(of: one)
    guard decision.isGrab || decision == .unheard && siblings.contains(where: { self.decision($0.one)?.isGrab == true })
    else { return }
    grabs.add(id, one.node)
    // Nodes of this device that were opened before and that no switch uses must also be grabbed.
    for (sibling, other) in siblings where self.decision(other) == .unheard { grabs.add(sibling, other.node) }
  }

  /// Returns the other open nodes of the same device that the same entry matches, if they are boxes or pedals. All
  /// nodes of such a device are grabbed, or none: if only the node with the switches were grabbed, the events of the
  /// others would reach the desktop.
  private func siblings(of one: Open) -> [(id: NodeID, one: Open)] {
    let boxes = DeviceKind.onlyForSwitches
    guard boxes.contains(one.node.description.kind) else { return [] }
    let others = open.sorted { $0.key < $1.key }.filter {
      $0.value.node !== one.node && $0.value.entry == one.entry && boxes.contains($0.value.node.description.kind)
    }
    let groups = DeviceGroups.of([one.node.description] + others.map(\.value.node.description))
    return zip(others, groups.dropFirst()).filter { $0.1 == groups[0] }.map { ($0.0.key, $0.0.value) }
  }

  private func decision(_ one: Open) -> GrabDecision? {
    one.entry.map { GrabDecision(profile: performer.profile, entry: $0, device: one.node.description) }
  }

  func settleGrabs(at time: Instant) {
    for change in grabs.settle(at: time, isReady: { canPoint($0, at: time) }) { tell(change, at: time) }
    for (id, down, failure) in grabs.waiting { nameKeys(down, of: id, failure, at: time) }
    disown()
    reportPointer(at: time)
  }

  func tell(_ change: GrabChange, at time: Instant) {
    switch change {
    case .grabbed(let id):
      performer.handle(
        .grabbed(
          id, true, down: open[id]?.node.down ?? KeySet(), since: grabs.timeOfGrab(id), at: time))
      guard let one = open[id] else { return }
      if isKeyboard(one) { for led in typist.leds { one.node.setLED(led) } }
      log?(.info, "device grabbed \(fields(of: one.announced))")
      warnOfLostKeys(one)
    case .released(let id):
      performer.handle(.grabbed(id, false, at: time))
      if let one = open[id] { log?(.info, "device released \(fields(of: one.announced))") }
    case .setAside(let id, let keys):
      guard let one = open[id] else { return }
      performer.handle(.setAside(id, keys, at: time))
      let words = HeldKeys.words(keys.codes, namesText: false)
      performer.warn(
        .stuck, entry: one.entry,
        message: keys.count == 1
          ? "\(words), and has been for 10 s; the device is used without it"
          : "\(words), and have been for 10 s; the device is used without them", at: time)
      log?(.warning, "device keys set aside \(fields(of: one.announced)): \(words), for 10 s")
    case .failed(let id, let failure):
      guard let one = open[id] else { return }
      performer.announceFailure(of: one.node.description, entry: one.entry, reason: failure.reason, at: time)
      performer.handle(.grabFailed(id, failure))
      log?(
        .warning, "device not grabbed \(fields(of: one.announced)) reason=\(failure.reason): \(failure.message)")
    }
  }

  /// Reports in the `state` which keys prevent the grab of a node. A key that types text is named only if it has been
  /// down for so long that nobody writes with it.
  private func nameKeys(_ down: [UInt16], of id: NodeID, _ failure: GrabFailure, at time: Instant) {
    guard !down.isEmpty else { return }
    let stays = failure == .keyStays
    let end =
      stays
      ? ", and has been for 10 s; release it, or unplug the device"
      : "; the device is grabbed when all its keys are up, or after 10 s; keys that are still down are then ignored"
    performer.handle(
      .grabFailed(id, .init(reason: failure.reason, message: HeldKeys.words(down, namesText: stays) + end)))
  }

  func setRetryTimer() {
    if let failure = typist.failure ?? typist.replacementFailure {
      let what =
        typist.failure == nil ? "the virtual keyboard cannot type all its keys" : "there is no virtual keyboard"
      for id in awaitsTypist {
        performer.handle(
          .grabFailed(id, .init(reason: "uinput-\(failure.word)", message: "\(what): \(failure.message)")))
      }
    }
    retryTimer?.set(
      to: [
        registry.nextRetry, grabs.nextRetry, typist.nextRetry, pointing.nextRetry, clientPointer.nextRetry,
      ].compactMap(\.self).min())
  }

  /// Grabs nodes whose keys are now up, and ends the grabs of devices that send too many events. It is called after
  /// events were read.
  func settleGrabsAfterEvents() {
    letGoIfBroken()
    letGoIfPanicked()
    let floods = performer.takeFloods()
    for flood in floods {
      guard let one = open[flood.node] else { continue }
      if flood.isMuted {
        letGo(flood.node, at: now)
        performer.handle(
          .grabFailed(
            flood.node,
            .init(reason: "flood", message: "it sent too many events; it is ignored for a few seconds")))
      } else {
        decideGrab(flood.node, one, at: now)
      }
    }
    guard !floods.isEmpty || grabs.waitsForKeys || !awaitsTypist.isEmpty || isDegraded || awaitsPointer
    else { return }
    settleTypist(at: now)
    settleGrabs(at: now)
    setRetryTimer()
  }

  /// Returns whether a device is not read because its keys that type text would press switches without a grab. Reports
  /// such a device.
  func refuseText(_ announced: NodeAnnouncement, at time: Instant) -> Bool {
    let device = announced.description
    guard let entry = performer.profile.entry(for: device) else { return false }
    let (profile, foreign) = (performer.profile, announced.foreignEvents)
    let plan = NodePlan(profile: profile, entry: entry, device: device, foreign: foreign)
    guard let reason = NodeWords.unread(plan, of: profile.devices[entry], device, foreign: foreign) else {
      return false
    }
    performer.announceFailure(of: device, entry: entry, reason: "text-keys", at: time)
    log?(.warning, "device not read \(fields(of: announced)) reason=text-keys: \(reason)")
    return true
  }
}
