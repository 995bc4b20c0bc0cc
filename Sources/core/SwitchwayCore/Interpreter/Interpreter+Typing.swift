import SwitchwayText
import SwitchwayTime

// Types texts and chords for clients.
extension Interpreter {
  /// Begins to type a text for a client, as the request `number`. Returns the reason if nothing is typed, otherwise
  /// `nil`.
  mutating func type(
    text: String, on keyboard: KeySet?, for client: ClientName, number: Int, at time: Instant
  ) -> TypingRefusal? {
    let layout = layout
    return type(on: keyboard, for: client, number: number, at: time) { keys throws(TypingRefusal) in
      var chords: [[TypedChord]] = []
      for character in text {
        let typed = layout.typing(character)?.map(TypedChord.init) ?? []
        guard !typed.isEmpty, typed.allSatisfy({ $0.isTyped(by: keys) }) else { throw .noCharacter(character) }
        chords.append(typed)
      }
      return chords
    }
  }

  /// Begins to type a chord for a client, as the request `number`. Returns the reason if nothing is typed, otherwise
  /// `nil`.
  mutating func type(
    keys chord: KeyChord, on keyboard: KeySet?, for client: ClientName, number: Int, at time: Instant
  ) -> TypingRefusal? {
    // The modifier (usually Tab) is not typed, so it does not matter which key it is.
    let compiler = KeyChordCompiler(modifier: KeyboardSettings.standardModifier, layout: layout)
    return type(on: keyboard, for: client, number: number, at: time) { keys throws(TypingRefusal) in
      guard let typed = compiler.typed(chord) else { throw .noKey }
      guard !typed.isForbidden else { throw .forbiddenKeys }
      guard typed.isTyped(by: keys) else { throw .noKey }
      return [[typed]]
    }
  }

  private mutating func type(
    on keyboard: KeySet?, for client: ClientName, number: Int, at time: Instant,
    _ compile: (KeySet) throws(TypingRefusal) -> [[TypedChord]]
  ) -> TypingRefusal? {
    let claimant = claims.client(named: client)
    if let obstacle = typingObstacle(for: claimant) { return .obstacle(obstacle) }
    guard let client = claimant else { return .noClaim }
    guard let keyboard else { return .obstacle(.noKeyboard) }
    do throws(TypingRefusal) {
      let chords = try compile(keyboard)
      guard !typing.isFull else { return .busy }
      typing.add(chords, as: number, for: client, at: time)
      typeTexts(to: time)
      return nil
    } catch {
      return error
    }
  }

  /// If a key of a client's text is late by more than a gap at `time`, it is typed at `time`, and the keys after it
  /// follow with their usual gaps. Otherwise, after the computer stood still, keys would come so close together that
  /// the kernel drops some before a desktop reads them. Strokes of the pointer are delayed in the same way. Returns
  /// whether anything was delayed.
  package mutating func delayTexts(to time: Instant) -> Bool {
    let isDelayed = pointing.delay(to: time)
    guard typing.delay(to: time) else { return isDelayed }
    keyboards.continueRun(until: typing.ready)
    return true
  }

  /// Whether keys of a client's text wait, or its last key was typed less than a gap ago.
  public func isTyping(at time: Instant) -> Bool { typing.nextDeadline != nil || typing.ready > time }

  /// The reason why typing is refused to every client now, apart from a missing virtual keyboard. `nil` if typing is
  /// allowed.
  public var typingObstacle: TypingObstacle? { typingObstacle(for: nil) }

  /// The reason why typing is refused to this client now. A client may be allowed to type while the screen is locked.
  private func typingObstacle(for client: Int?) -> TypingObstacle? {
    if !profile.policy.allowsTyping { return .policy }
    if !isActive { return .inactive }
    if isLocked, client.map({ claims.lockedUse(of: $0) != .type }) ?? true { return .locked }
    if hasPanicked { return .panic }
    if isResting { return .resting }
    return otherLayout.map { .layout(desktop: $0) }
  }

  mutating func compareLayouts() {
    let layout = layout
    let isKnown = !desktopLayouts.isEmpty
    let isSame = desktopLayouts.contains { $0.keys == layout }
    otherLayout = isKnown && !isSame ? desktopLayouts.map(\.name).joined(separator: " or ") : nil
  }

  /// Types the keys that are due at or before `time`. If typing is no longer allowed, stops between two characters.
  mutating func typeTexts(to time: Instant) {
    while let due = typing.nextDeadline, due <= time, let text = typing.jobs.first {
      if let obstacle = typingObstacle(for: text.client) {
        endTexts(.obstacle(obstacle)) { $0.number == text.number }
        continue
      }
      let press = bridge.table?.press ?? .zero
      let (chords, completed) = typing.next(gap: typingGap + press)
      keyboards.typeInRun(chords, for: press, until: typing.ready, at: due)
      performKeys()
      if let completed { effects.append(.reply(completed, .typed(nil))) }
    }
  }

  /// Drops the texts and pointer requests of clients that have no claim any more.
  mutating func dropUnclaimedTexts() {
    let claims = claims
    endTexts(.noClaim) { !claims.isHeld(by: $0.client) }
    endPointing(.noClaim, at: latest) { !claims.isHeld(by: $0) }
  }

  /// Drops all texts and pointer requests, because of a mode or because the run ends. Releases the pointer's button.
  mutating func dropTexts(at time: Instant) {
    endTexts(typingObstacle.map(TypingRefusal.obstacle) ?? .ended) { _ in true }
    endPointing(pointingObstacle.map(PointingRefusal.obstacle) ?? .ended, at: time) { _ in true }
  }

  mutating func endTexts(_ reason: TypingRefusal, where isDropped: (PacedQueue<TypedChord>.Job) -> Bool) {
    for number in typing.drop(where: isDropped) { effects.append(.reply(number, .typed(reason))) }
  }
}

extension TypedChord {
  /// Keys that no client may type: `KEY_SYSRQ`, `KEY_POWER`, `KEY_SLEEP`, `KEY_SUSPEND`, `KEY_POWER2` and
  /// `KEY_RESTART`. `KEY_SYSRQ` is the kernel's magic key. With the other keys, logind turns the computer off, restarts
  /// it or lets it sleep.
  private static let forbidden: Set<UInt16> = [99, 116, 142, 205, 356, 408]
  /// Keys that no client may type together with Ctrl and Alt. `KEY_DELETE` and `KEY_KPDOT` then restart the computer,
  /// and `KEY_F1` to `KEY_F12` change the console.
  private static let forbiddenWithCtrlAlt = Set<UInt16>([83, 111, 87, 88]).union(59...68)

  /// Whether no client may type this chord. AltGr counts as Alt, because it acts as Alt in layouts without a third
  /// level.
  var isForbidden: Bool {
    let keys = modifiers + [code]
    let kinds = keys.reduce(into: ModifierKeys()) { $0.formUnion(ModifierKeys.of($1) ?? []) }
    if !TypedChord.forbidden.isDisjoint(with: keys) { return true }
    return !kinds.isDisjoint(with: .ctrl) && !kinds.isDisjoint(with: [.alt, .altgr])
      && !TypedChord.forbiddenWithCtrlAlt.isDisjoint(with: keys)
  }

  fileprivate init(_ key: LayoutKeys.Key) {
    self.init(
      modifiers: (key.needsShift ? [KeyCode.leftShift] : []) + (key.needsAltGr ? [KeyCode.rightAlt] : []),
      code: key.code, isText: true)
  }

  fileprivate func isTyped(by keys: KeySet) -> Bool { keys.contains(code) && modifiers.allSatisfy(keys.contains) }
}
