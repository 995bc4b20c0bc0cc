import SwitchwayProtocol

/// The facts that the live monitor knows about the daemon, from the daemon's lines. This type is pure.
///
/// Keeps at most `mostPresses` presses and `mostNotes` notes; if there are more, the oldest are removed.
struct MonitorState {
  /// The largest number of presses. It is more than the rows of a screen.
  static let mostPresses = 200
  static let mostNotes = 50

  /// A message that the person should see, and its time, which is `nil` if the daemon's line has none.
  struct Note: Equatable {
    let time: Int64?
    let text: String
    let isUrgent: Bool
  }

  /// The last `state` of the daemon, with the changes that the daemon has reported since.
  private(set) var state = Wire.State()
  private(set) var limits: [String: PressLimits] = [:]
  /// The presses, the newest last.
  private(set) var presses: [ShownPress] = []
  private(set) var notes: [Note] = []
  /// The last command, from a switch, a client or the clock.
  private(set) var command: Wire.Command?
  private(set) var bridge: String?
  /// The reason why the daemon has ended, or `nil` while it runs.
  private(set) var farewell: String?

  /// The time when the earliest press began whose switch is still down. `nil` if no switch is down.
  var runningSince: Int64? { presses.lazy.filter(\.isDown).map(\.pressed).min() }

  /// Whether the daemon's statistics have figures about a rejected press that are not known here yet. The owner sets it
  /// to false when it asks for the statistics.
  var lacksFigures = false
  /// The reasons for which the statistics have figures about a rejected press.
  private static let withFigures: Set = ["too-short", "repeat"]

  // MARK: Lines

  /// Handles a line of the daemon that is not an answer.
  mutating func handle(_ event: Wire.Event) {
    switch event {
    case .state(let fresh): use(fresh)
    case .profile(let change):
      state.profile = change.profile
      note(event, isUrgent: false)
    case .pending(let pending): self.pending(pending)
    case .press(let press): self.press(press)
    case .rejected(let rejected): self.rejected(rejected)
    case .command(let command): self.command(command)
    case .question(let change): question(change)
    case .scan(let change): state.scan = change.scan
    case .context(let change): state.context = change.context
    case .consumer(let change):
      state.consumers = change.consumers
      note(event, isUrgent: false)
    case .mode(let change): mode(change)
    case .device(let change):
      device(change)
      note(event, isUrgent: change.change == "failed")
    case .warning, .attention, .missed, .error: note(event, isUrgent: true)
    case .config(let change): note(event, isUrgent: !change.isLoaded)
    case .bye(let bye): farewell = bye.reason
    case .hello, .ping, .learn, .ok, .unknown: break
    }
  }

  /// Adds a note about a part of a line that this version cannot read.
  mutating func note(unread text: String) { append(Note(time: nil, text: text, isUrgent: false)) }

  private mutating func use(_ fresh: Wire.State) {
    state = fresh
    // The daemon also sends its state after lines were lost. A switch that was down may be up now.
    for index in presses.indices where presses[index].isDown && !state.isDown(presses[index].name) {
      presses[index].end = presses[index].pressed
    }
  }

  private mutating func device(_ change: Wire.DeviceChange) {
    let index = state.devices.firstIndex { $0.isSame(as: change.device) }
    switch change.change {
    case "added" where change.device.entry != nil && index == nil: state.devices.append(change.device)
    case "removed": index.map { _ = state.devices.remove(at: $0) }
    case "grabbed", "released":
      guard let index else { return }
      state.devices[index].isGrabbed = change.change == "grabbed"
    default: return
    }
  }

  private mutating func mode(_ change: Wire.ModeChange) {
    if let isOn = change.state { state.modes[change.mode] = isOn }
    // Sticky modifiers have three states.
    if let word = change.stickiness { state.modes[change.mode] = word == "off" ? .off : .word(word) }
    note(.mode(change), isUrgent: false)
  }

  private mutating func note(_ event: Wire.Event, isUrgent: Bool) {
    let text = EventWords.text(of: event)
    append(Note(time: event.time ?? event.pressed, text: text.replacing("\n", with: "; "), isUrgent: isUrgent))
  }

  private mutating func append(_ note: Note) {
    notes.append(note)
    if notes.count > Self.mostNotes { notes.removeFirst() }
  }

  // MARK: Presses

  private func lastDown(_ name: String) -> Int? { presses.lastIndex { $0.name == name && $0.isDown } }

  private mutating func append(_ press: ShownPress) {
    // An earlier press of the switch, if its end was not reported, has ended by now.
    if let index = lastDown(press.name) { presses[index].end = presses[index].pressed }
    presses.append(press)
    if presses.count > Self.mostPresses { presses.removeFirst() }
  }

  private mutating func pending(_ pending: Wire.Pending) {
    let name = pending.switchName ?? ""
    guard let pressed = pending.pressed else { return }
    if let index = presses.lastIndex(where: { $0.name == name && $0.pressed == pressed }) {
      presses[index].outcome = .waiting(reason: pending.reason)
    } else {
      append(ShownPress(name: name, pressed: pressed, outcome: .waiting(reason: pending.reason)))
    }
  }

  private mutating func press(_ press: Wire.Press) {
    let name = press.switchName ?? ""
    guard let time = press.time else { return }
    for index in state.switches.indices where state.switches[index].name == name {
      state.switches[index].isDown = press.isDown
    }
    let index = lastDown(name)
    if press.isDown {
      if let index, case .waiting = presses[index].outcome {
        // The beginning may turn out to be earlier than the contact that was reported as pending.
        presses[index].pressed = time
        presses[index].outcome = .accepted
      } else {
        append(ShownPress(name: name, pressed: time, outcome: .accepted))
      }
    } else if let index {
      presses[index].end = time
    }
  }

  private mutating func rejected(_ rejected: Wire.Rejected) {
    let name = rejected.switchName ?? ""
    guard !name.isEmpty, let pressed = rejected.pressed, let time = rejected.time else {
      return note(.rejected(rejected), isUrgent: false)
    }
    let outcome = ShownPress.Outcome.rejected(reason: rejected.reason)
    if Self.withFigures.contains(rejected.reason) { lacksFigures = true }
    let parts = name.split(separator: "+").map(String.init)
    if let index = presses.lastIndex(where: { parts.contains($0.name) && $0.pressed == pressed }) {
      presses[index].outcome = outcome
      // If the switch is still down, the daemon had accepted its press, and will report its release in another line.
      if !state.isDown(presses[index].name) { presses[index].end = presses[index].end ?? time }
    } else {
      append(ShownPress(name: name, pressed: pressed, end: time, outcome: outcome))
    }
  }

  private mutating func command(_ command: Wire.Command) {
    self.command = command
    if let page = command.page, let item = command.item {
      state.scan?.page = page
      state.scan?.item = item
    }
    guard let name = command.source.switchName else { return }
    let written = CommandWords.written(command.name, command.arguments)
    decide(since: command.pressed, name, .command(written, details: Self.details(command)))
  }

  /// Returns how a command was made and for whom, such as `tap, for board; page 1, item 3`.
  private static func details(_ command: Wire.Command) -> String {
    var text = (command.source.gesture ?? "") + CommandWords.course(of: command)
    if let owner = command.owner { text += ", for \(owner)" }
    return text + (ScanWords.item(command.item, ofPage: command.page).map { "; \($0)" } ?? "")
  }

  private mutating func question(_ change: Wire.QuestionChange) {
    let isOpen = change.answer == nil
    state.question = isOpen ? change.question : nil
    note(.question(change), isUrgent: isOpen)
    if isOpen, let pressed = change.question.pressed {
      let name = presses.last { $0.pressed <= pressed }?.name ?? ""
      decide(since: pressed, name, .question(CommandWords.written(change.question)))
    }
  }

  /// Sets the outcome of all presses of a gesture or chord: the presses of its switches since its first press.
  private mutating func decide(since pressed: Int64?, _ name: String, _ outcome: ShownPress.Outcome) {
    guard let pressed else { return }
    let parts = name.split(separator: "+").map(String.init)
    for index in presses.indices where parts.contains(presses[index].name) && presses[index].pressed >= pressed {
      if !presses[index].isRejected { presses[index].outcome = outcome }
    }
  }

  // MARK: Answers

  /// Stores the bridge and the limits of switches from the daemon's answer to `get` with `config`.
  mutating func use(config: Wire.Configuration) {
    bridge = config.inForce?.bridge
    limits = [:]
    for one in config.inForce?.switches ?? [] {
      limits[one.name] = PressLimits(
        holdDuration: one.steadying("hold-duration"), ignoreRepeat: one.steadying("ignore-repeat"),
        hold: one.gestures.first { $0.gesture == "hold" }?.after ?? 0)
    }
  }

  /// Stores the figures about rejected presses from the daemon's statistics. If no press is known yet, also adds the
  /// presses from before the monitor started.
  mutating func use(statistics: Wire.Statistics) {
    let told = statistics.presses
    let isBeginning = presses.isEmpty
    for (index, one) in told.enumerated() where one.outcome != "pending" {
      guard let pressed = one.pressed else { continue }
      if isBeginning {
        let end = pressed &+ (one.length ?? 0)
        presses.append(ShownPress(name: one.name, pressed: pressed, end: end, outcome: Self.outcome(of: one)))
      }
      guard one.outcome == "rejected",
        let press = presses.lastIndex(where: { $0.name == one.name && $0.pressed == pressed && $0.isRejected })
      else { continue }
      if let length = one.length { presses[press].end = pressed &+ length }
      presses[press].figures = PressWords.rejection(one, gap: PressWords.gap(before: one, told[..<index]))
    }
  }

  private static func outcome(of one: Wire.AnsweredPress) -> ShownPress.Outcome {
    switch one.outcome {
    case "rejected": .rejected(reason: one.reason ?? "")
    case "question": .question(CommandWords.written(one))
    default: .command(CommandWords.written(one), details: one.gesture ?? "")
    }
  }
}
