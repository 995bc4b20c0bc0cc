// Types texts and chords for clients.
extension Interpreter {
  /// Begins to type a text for a client. `keyboard`: the keys of the virtual keyboard. nil: there is none.
  ///
  /// Returns the number of the request. `Effect.typed` reports its end. If the layout lacks a character, nothing is
  /// typed.
  public mutating func type(
    text: String, on keyboard: KeySet?, for client: ClientName, at time: Instant
  ) -> Result<Int, TypingRefusal> {
    let layout = layout
    return type(on: keyboard, for: client, at: time) { keys throws(TypingRefusal) in
      var chords: [[TypedChord]] = []
      for (index, character) in text.enumerated() {
        let typed = layout.typing(character)?.map(TypedChord.init) ?? []
        guard !typed.isEmpty, typed.allSatisfy({ $0.isTyped(by: keys) }) else { throw .noCharacter(index + 1) }
        chords.append(typed)
      }
      return chords
    }
  }

  /// The same for a chord.
  public mutating func type(
    keys chord: KeyChord, on keyboard: KeySet?, for client: ClientName, at time: Instant
  ) -> Result<Int, TypingRefusal> {
    // The modifier Tab does not matter for typing.
    let compiler = KeyChordCompiler(modifier: KeyboardSettings.standardModifier, layout: layout)
    return type(on: keyboard, for: client, at: time) { keys throws(TypingRefusal) in
      guard let typed = compiler.typed(chord), typed.isTyped(by: keys) else { throw .noKey }
      return [[typed]]
    }
  }

  private mutating func type(
    on keyboard: KeySet?, for client: ClientName, at time: Instant,
    _ compile: (KeySet) throws(TypingRefusal) -> [[TypedChord]]
  ) -> Result<Int, TypingRefusal> {
    advance(to: time)
    if let obstacle = obstacleToTyping(for: client) { return .failure(obstacle) }
    guard let keyboard else { return .failure(.noKeyboard) }
    do throws(TypingRefusal) {
      let chords = try compile(keyboard)
      guard !typing.isFull else { return .failure(.busy) }
      let number = typing.add(chords, for: client, at: time)
      typeTexts(to: time)
      return .success(number)
    } catch {
      return .failure(error)
    }
  }

  /// Whether keys of a client's text wait, or its last key was typed less than a gap ago.
  public func isTyping(at time: Instant) -> Bool { typing.nextDeadline != nil || typing.ready > time }

  /// Why nothing may be typed for this client now. nil: it may.
  private func obstacleToTyping(for client: ClientName) -> TypingRefusal? {
    if !profile.policy.allowsTyping { return .policy }
    if claims.client(named: client) == nil { return .noClaim }
    if !isActive { return .inactive }
    if isLocked { return .locked }
    if hasPanicked { return .panic }
    return isResting ? .resting : nil
  }

  /// Types what is due at or before `time`. Typing stops between two characters once it is no longer allowed.
  mutating func typeTexts(to time: Instant) {
    while let due = typing.nextDeadline, due <= time, let text = typing.texts.first {
      if let obstacle = obstacleToTyping(for: text.client) {
        endTexts(obstacle) { $0.number == text.number }
        continue
      }
      let (chords, completed) = typing.next(gap: bridge.table?.gap ?? .zero)
      for chord in chords {
        keyboards.type(chord, at: due, into: &keyOutputs)
        performKeys()
      }
      if let completed { effects.append(.typed(completed, nil)) }
    }
  }

  /// Stops typing because the virtual keyboard has failed.
  public mutating func stopTyping() { endTexts(.noKeyboard) { _ in true } }

  /// Drops the texts of clients that have no claim any more.
  mutating func dropUnclaimedTexts() {
    let claims = claims
    endTexts(.noClaim) { claims.client(named: $0.client) == nil }
  }

  /// Drops all texts, because of a mode or because everything ends.
  mutating func dropTexts() {
    guard let first = typing.texts.first else { return }
    endTexts(obstacleToTyping(for: first.client) ?? .ended) { _ in true }
  }

  private mutating func endTexts(_ reason: TypingRefusal, where isDropped: (TypingQueue.Text) -> Bool) {
    for number in typing.drop(where: isDropped) { effects.append(.typed(number, reason)) }
  }
}

extension TypedChord {
  fileprivate init(_ key: LayoutKeys.Key) {
    self.init(
      modifiers: (key.needsShift ? [KeyCode.leftShift] : []) + (key.needsAltGr ? [KeyCode.rightAlt] : []),
      code: key.code)
  }

  fileprivate func isTyped(by keys: KeySet) -> Bool { keys.contains(code) && modifiers.allSatisfy(keys.contains) }
}
