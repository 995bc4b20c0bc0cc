import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayText
import SwitchwayTime

// Keyboards are grabbed only while a virtual keyboard can pass on their keys.
extension LiveInput {
  /// Whether a virtual keyboard is needed, because something in the profile can type or a keyboard is open.
  private var wantsToType: Bool {
    let profile = performer.profile
    let isBridged = performer.interpreter.bridgeTable.map { profile.types(by: $0) } ?? false
    return profile.keyboard != nil || !profile.typedChords.isEmpty || isBridged
      || profile.policy.allowsTyping || profile.mayPassOtherKeys || open.values.contains(where: isKeyboard)
  }

  func setUpTypist() {
    typist.onLEDs = { [unowned self] changes in
      for (id, one) in open where grabs.isGrabbed(id) { for change in changes { one.node.setLED(change) } }
      if let caps = changes.last(where: { $0.code == LEDState.capsLock }) {
        performer.handle(.capsLock(caps.isOn, at: now))
      }
    }
    typist.onMade = { [unowned self] keyboard in
      own.append(keyboard)
      // A new virtual keyboard counts as without Caps Lock, until the desktop sets its LEDs.
      performer.handle(.capsLock(false, at: now))
    }
    for one in [pointing, clientPointer] { one.onMade = { [unowned self] pointer in own.append(pointer) } }
  }

  /// Makes the virtual keyboard if one is needed, so that the desktop knows it before anything is typed.
  func prepareTypist(at time: Instant) {
    guard wantsToType, isServing else { return }
    let wasReady = typist.isReady
    if !typist.prepare(KeyboardAbilities(), at: time), !isDegraded { degrade(at: time) }
    if typist.isReady {
      if !wasReady { log?(.info, "virtual keyboard made") }
      isDegraded = false
    }
    disown()
  }

  /// Removes the virtual keyboard if nothing needs it. Call this after the grabs that used it have ended.
  func closeTypistIfUnused() {
    if !wantsToType || !isServing { typist.close() }
  }

  func typingChanged(at time: Instant) {
    prepareTypist(at: time)
    closeTypistIfUnused()
    setRetryTimer()
  }

  /// Makes the registry ignore this process's virtual devices, so that they are not read.
  func disown() {
    let made = own
    own.removeAll()
    for device in made { for change in registry.disown(device) { perform(change, at: now) } }
  }

  /// Returns whether the virtual keyboard is ready to pass on the events of a keyboard's node. If not, the node waits
  /// for the virtual keyboard.
  func canPass(_ id: NodeID, _ one: Open, at time: Instant) -> Bool {
    let isReady = typist.prepare(one.node.abilities, isTyping: performer.interpreter.isTyping(at: time), at: time)
    disown()
    if !isReady {
      awaitsTypist.insert(id)
      warnOfReplacement(for: one, at: time)
    }
    return isReady
  }

  /// Warns that `one` is not grabbed, because the virtual keyboard could not be replaced by one that can pass on all
  /// its events. This is reported once.
  private func warnOfReplacement(for one: Open, at time: Instant) {
    guard let failure = typist.replacementFailure, !hasReportedReplacement else { return }
    hasReportedReplacement = true
    let name = PrintableName.of(one.announced.description.name)
    performer.warn(
      .degraded, entry: one.entry, message: "'\(name)' is not grabbed, the others are: \(failure.message)", at: time)
    log?(
      .warning,
      "device not grabbed \(fields(of: one.announced)) reason=uinput-\(failure.word): \(failure.message)")
  }

  /// Decides again about the nodes that wait for a virtual keyboard.
  func settleTypist(at time: Instant) {
    guard !performer.hasPanicked else { return }
    if typist.failure != nil, let retry = typist.nextRetry, retry <= time { prepareTypist(at: time) }
    if awaitsTypist.isEmpty { typist.forgetReplacement() }
    if typist.replacementFailure == nil { hasReportedReplacement = false }
    guard !awaitsTypist.isEmpty, typist.isReady, typist.nextRetry.map({ $0 <= time }) ?? true else { return }
    let waiting = awaitsTypist.sorted()
    awaitsTypist.removeAll()
    for id in waiting { if let one = open[id] { decideGrab(id, one, at: time) } }
  }

  /// Warns about keys of a grabbed keyboard that are lost: no virtual keyboard can send them, and no switch uses them.
  func warnOfLostKeys(_ one: Open) {
    guard let entry = one.entry, isKeyboard(one) else { return }
    let description = one.node.description
    let used = performer.profile.switchKeys(of: description, entry: entry)
    let passed = one.node.abilities.keys
    let lost = description.keys.codes.filter { $0 != 0 && !passed.contains($0) && !used.contains($0) }
    guard !lost.isEmpty else { return }
    let names = lost.map { EventNames.shown(type: EventType.key, $0) }.joined(separator: ",")
    log?(.warning, "device keys lost \(fields(of: one.announced)) keys=\(names): switchwayd cannot pass them on")
  }

  // MARK: Typing

  /// Passes on the events in a frame of a grabbed keyboard that are not keys.
  func passOn(_ frame: ArraySlice<InputEvent>, from id: NodeID) {
    guard let one = open[id], one.movesMore, let first = frame.first, grabs.wasGrabbed(id, at: first.time) else {
      return
    }
    typist.pass(frame)
    flushTyped()
  }

  func type(_ code: UInt16, down: Bool, at time: Instant) { typist.type(code, down: down) }

  var typedKeys: KeySet? { typist.keys }

  var hasFailed: Bool { typist.failure != nil }

  func flushTyped() {
    if !typist.flush(at: now) { hasBrokenTypist = true }
    if !pointing.flush(at: now) { hasBrokenPointer = true }
    if !clientPointer.flush(at: now) { hasBrokenClientPointer = true }
    if hasBrokenTypist || hasBrokenPointer || hasBrokenClientPointer { nextTurn?.schedule() }
  }

  /// Handles failures to write to the virtual devices: returns the grabbed devices to the desktop first, and makes
  /// other virtual devices later.
  func letGoIfBroken() {
    if hasBrokenPointer { letGoOfPointers() }
    if hasBrokenClientPointer { clientPointerFailed() }
    guard hasBrokenTypist else { return }
    hasBrokenTypist = false
    let time = now
    let held = open.filter { isKeyboard($0.value) && grabs.isGrabbed($0.key) }.sorted { $0.key < $1.key }
    ungrab(held.map(\.value))
    typist.discardBroken()
    for (id, _) in held {
      letGo(id, at: time)
      awaitsTypist.insert(id)
    }
    performer.handle(.keyboardFailed)
    degrade(at: time)
  }

  private func degrade(at time: Instant) {
    guard let failure = typist.failure else { return }
    isDegraded = true
    performer.warn(.degraded, entry: nil, message: "keyboards are not grabbed: \(failure.message)", at: time)
    log?(.warning, "virtual keyboard reason=\(failure.word): \(failure.message)")
  }

  func isKeyboard(_ one: Open) -> Bool {
    one.entry.map { performer.profile.isKeyboard(one.node.description, entry: $0) } ?? false
  }

  /// Ends the grab of a node, after its keys were released on the virtual keyboard.
  func letGo(_ id: NodeID, at time: Instant) {
    if grabs.isGrabbed(id) { tell(.released(id), at: time) }
    grabs.remove(id)
    awaitsTypist.remove(id)
  }

  // MARK: Panic

  /// Ends all grabs after the panic chord. Nothing is grabbed again until a `resume`.
  func letGoIfPanicked() {
    guard performer.hasPanicked, !isPanicked else { return }
    isPanicked = true
    let time = now
    ungrab(open.filter { grabs.isGrabbed($0.key) }.map(\.value))
    for id in open.keys.sorted() { letGo(id, at: time) }
    closePointerIfUnused()
    log?(.warning, "emergency release: all devices are released until 'switchway resume'")
  }

  func resumed(at time: Instant) {
    guard isPanicked, !performer.hasPanicked else { return }
    isPanicked = false
    prepareTypist(at: time)
    for (id, one) in open.sorted(by: { $0.key < $1.key }) { decideGrab(id, one, at: time) }
    settleGrabs(at: time)
    setRetryTimer()
  }
}
