// The daemon's state, which fits into a line.
extension LineBuffer {
  /// Appends a `state` line.
  public mutating func writeState(_ state: StateMessage) {
    putState(state)
    put("\n")
  }

  /// Appends a `state` as a value, for the `result` of a `get`. It fits into a line: list entries that do not fit are
  /// left out and counted in `omitted`.
  public mutating func putState(_ state: StateMessage) {
    put(#"{"type":"state","profile":{"name":"#, EscapedText(state.profileName))
    put(#","label":"#, EscapedText(state.profileLabel))
    put("}")
    let profiles = putEntries(#","profiles":["#, state.profiles) { $0.put(EscapedText($1)) }
    let modes = state.modes
    put(#","modes":{"active":"#, modes.isActive)
    put(#","locked":"#, modes.isLocked)
    put(#","pass-through":"#, modes.passThrough)
    put(#","rest":"#, modes.rest)
    put(#","gesture":"#, modes.gesture)
    put(#","panic":"#, modes.panic)
    put("}")
    let devices = putEntries(#","devices":["#, state.devices) { line, device in
      line.put(#"{"device":"#)
      line.putIdentity(device.node)
      line.put(#","grabbed":"#, device.isGrabbed)
      if let failure = device.failure {
        line.put(#","reason":"#, word: failure.reason)
        line.put(#","message":"#, failure.message)
      }
      line.put("}")
    }
    let switches = putEntries(#","switches":["#, state.switches) { line, one in
      line.put(#"{"switch":"#, one.name)
      line.put(#","label":"#, one.label)
      line.put(#","down":"#, one.isDown)
      line.put("}")
    }
    put(#","consumers":"#)
    putConsumers(state.consumers)
    put(#","question":"#)
    putQuestion(state.question)
    put(#","context":"#)
    putContext(state.context)
    put(#","scan":"#)
    putScan(state.scan)
    put(#","typing":"#)
    if let obstacle = state.typingObstacle { put(word: obstacle) } else { put(true) }
    put(#","time":"#, state.time)
    leaveOut(profiles: profiles, devices: devices, switches: switches)
    put("}")
  }

  /// Where the entries of a list are in the buffer.
  private struct Entries {
    let start: Int
    var ends: [Int] = []

    /// The bytes of the first `number` entries, with a comma for each.
    func length(_ number: Int) -> Int { number == 0 ? 0 : ends[number - 1] - start + 1 }

    /// How many of the first entries fit.
    func fitting(in room: Int) -> Int { ends.firstIndex { $0 - start + 1 > room } ?? ends.count }
  }

  /// Appends a list after `opening`, and returns where its entries are.
  private mutating func putEntries<Value>(
    _ opening: StaticString, _ values: [Value], _ body: (inout LineBuffer, Value) -> Void
  ) -> Entries {
    put(opening)
    var entries = Entries(start: count)
    for (index, value) in values.enumerated() {
      if index > 0 { put(",") }
      body(&self, value)
      entries.ends.append(count)
    }
    put("]")
    return entries
  }

  /// Cuts these lists so that the state fits into a line, and appends the member `omitted`. Each list may have at least
  /// a third of the room. Bytes that a list does not need go to the others: devices first, then switches, then
  /// profiles.
  private mutating func leaveOut(profiles: Entries, devices: Entries, switches: Entries) {
    let lists = [profiles, devices, switches]
    let lengths = lists.map { $0.length($0.ends.count) }
    // Room for the commas and for `omitted`.
    let room = max(Self.mostOfValue - (count - lengths.reduce(0, +)) - 256, 0)
    guard lengths.reduce(0, +) > room else { return }
    let least = lengths.map { min($0, room / 3) }
    var kept = [0, 0, 0]
    var left = room - least[0] - least[2]
    for (list, more) in [(1, 0), (2, least[2]), (0, least[0])] {
      kept[list] = lists[list].fitting(in: left + more)
      left += more - lists[list].length(kept[list])
    }
    let whole = Array(bytes)
    clear()
    var copied = 0
    for (list, kept) in zip(lists, kept) {
      append(whole[copied..<(kept == 0 ? list.start : list.ends[kept - 1])])
      copied = list.ends.last ?? list.start
    }
    append(whole[copied...])
    let names: [StaticString] = [#""profiles":"#, #""devices":"#, #""switches":"#]
    var opening: StaticString = #","omitted":{"#
    for (index, name) in names.enumerated() where lists[index].ends.count > kept[index] {
      put(opening)
      put(name, Int64(lists[index].ends.count - kept[index]))
      opening = ","
    }
    put("}")
  }
}
