import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol

/// The contents of a `state` line.
public struct StateMessage: Sendable {
  /// A device that is open now.
  public struct Device: Sendable {
    /// The name of its entry. nil is `null`.
    public var entry: EscapedText?
    public var description: DeviceDescription
    public var isGrabbed: Bool
    /// Why the device is not grabbed although it should be. nil: it is grabbed, or should not be.
    public var failure: Interpreter.GrabFailure?
    /// What a person should know of the device. nil: nothing.
    public var note: String?

    public init(
      entry: EscapedText?, _ description: DeviceDescription, isGrabbed: Bool, failure: Interpreter.GrabFailure? = nil
    ) {
      (self.entry, self.description, self.isGrabbed, self.failure) = (entry, description, isGrabbed, failure)
    }
  }

  /// A switch of the profile in force.
  public struct Switch: Sendable {
    public var name: EscapedText
    public var label: EscapedText
    /// Whether it is pressed now, after steadying.
    public var isDown: Bool

    public init(name: EscapedText, label: EscapedText, isDown: Bool) {
      (self.name, self.label, self.isDown) = (name, label, isDown)
    }
  }

  /// A client that has claimed commands.
  public struct Consumer: Equatable, Sendable {
    public var client: EscapedText
    public var commands: ClaimedCommands

    public init(client: EscapedText, commands: ClaimedCommands) {
      (self.client, self.commands) = (client, commands)
    }
  }

  public var profileName: String
  public var profileLabel: String
  /// The names of all profiles, sorted.
  public var profiles: [String]
  /// The modes that are on.
  public var modes: Set<ModeName>
  public var devices: [Device]
  public var switches: [Switch]
  /// The clients that have claimed commands, the newest first.
  public var consumers: [Consumer] = []
  /// nil is `null`: no question is open.
  public var question: CommandGate.Question?
  /// nil is `null`: no consumer has given a context.
  public var context: ClaimTable.Context?
  /// nil is `null`: the profile has no clock.
  public var scan: ClockAnnouncement?
  /// Why `type` would be refused now to a client with a claim. nil is `true`: it would not.
  public var typingObstacle: String?
  /// The same for `point`.
  public var pointingObstacle: String?
  public var time: Instant

  public init(
    profileName: String, profileLabel: String, profiles: [String], modes: Set<ModeName> = [.active],
    devices: [Device], switches: [Switch], question: CommandGate.Question? = nil, scan: ClockAnnouncement? = nil,
    typingObstacle: String? = nil, pointingObstacle: String? = nil, time: Instant
  ) {
    self.profileName = profileName
    self.profileLabel = profileLabel
    self.profiles = profiles
    self.modes = modes
    self.devices = devices
    self.switches = switches
    self.question = question
    self.scan = scan
    self.typingObstacle = typingObstacle
    self.pointingObstacle = pointingObstacle
    self.time = time
  }
}

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
    let (head, modes, rest) = parts(of: state)
    let lists = [
      ListedEntries(state.profiles) { $0.put(EscapedText($1)) },
      ListedEntries(state.devices) { $0.put($1) },
      ListedEntries(state.switches) { $0.put($1) },
    ]
    // The brackets of the lists, and the names of the last two.
    let outside = head.count + modes.count + rest.count + #"[],"devices":[],"switches":[]"#.utf8.count
    let kept = Self.kept(of: lists, besides: outside)
    put(contentsOf: head)
    lists[0].put(first: kept[0], into: &self)
    put(contentsOf: modes)
    put(#","devices":"#)
    lists[1].put(first: kept[1], into: &self)
    put(#","switches":"#)
    lists[2].put(first: kept[2], into: &self)
    put(contentsOf: rest)
    putOmitted(zip(lists, kept).map { $0.count - $1 })
    put("}")
  }

  /// What is around the lists of profiles, devices and switches: before the first, after it, and after the last.
  private func parts(of state: StateMessage) -> (head: LineBuffer, modes: LineBuffer, rest: LineBuffer) {
    var (head, modes, rest) = (LineBuffer(), LineBuffer(), LineBuffer())
    head.put(#"{"type":"state","profile":{"name":"#, EscapedText(state.profileName))
    head.put(#","label":"#, EscapedText(state.profileLabel))
    head.put(#"},"profiles":"#)
    modes.put(#","modes":{"#)
    for (index, mode) in [ModeName.active, .locked, .passThrough, .rest, .gesture, .panic, .suspended].enumerated() {
      if index > 0 { modes.put(",") }
      modes.put(word: mode.rawValue)
      modes.put(":", state.modes.contains(mode))
    }
    modes.put("}")
    rest.putConsumers(state.consumers)
    rest.put(#","question":"#)
    if let question = state.question { rest.put(question) } else { rest.put("null") }
    rest.putContext(state.context)
    rest.put(#","scan":"#)
    if let scan = state.scan { rest.put(scan) } else { rest.put("null") }
    rest.put(#","typing":"#)
    if let obstacle = state.typingObstacle { rest.put(word: obstacle) } else { rest.put(true) }
    rest.put(#","pointing":"#)
    if let obstacle = state.pointingObstacle { rest.put(word: obstacle) } else { rest.put(true) }
    rest.put(#","time":"#, state.time.microseconds)
    return (head, modes, rest)
  }

  private mutating func put(_ device: StateMessage.Device) {
    put(#"{"device":"#)
    putIdentity(of: device.description, entry: device.entry)
    put(#","grabbed":"#, device.isGrabbed)
    if let failure = device.failure {
      put(#","reason":"#, word: failure.reason)
      put(#","message":"#, EscapedText(failure.message))
    } else if let note = device.note {
      put(#","message":"#, EscapedText(note))
    }
    put("}")
  }

  private mutating func put(_ one: StateMessage.Switch) {
    put(#"{"switch":"#, one.name)
    put(#","label":"#, one.label)
    put(#","down":"#, one.isDown)
    put("}")
  }

  /// How many entries of the profiles, devices and switches the line has room for. Each list may have at least a third
  /// of the room. Bytes that a list does not need go to the others: devices first, then switches, then profiles.
  private static func kept(of lists: [ListedEntries], besides outside: Int) -> [Int] {
    // Room for `omitted`.
    let most = mostOfValue - 256
    let needed = lists.map(\.needed)
    // Before the first entry of a list is a bracket, and no comma.
    let room = max(most - outside + lists.count { $0.count > 0 }, 0)
    guard needed.reduce(0, +) > room else { return lists.map(\.count) }
    let least = needed.map { min($0, room / 3) }
    var kept = [0, 0, 0]
    var left = room - least[0] - least[2]
    for (list, more) in [(1, 0), (2, least[2]), (0, least[0])] {
      kept[list] = lists[list].most(in: left + more)
      left += more - lists[list].lengths[kept[list]]
    }
    return kept
  }

  /// Appends how many profiles, devices and switches are left out, if any are.
  private mutating func putOmitted(_ omitted: [Int]) {
    let names: [StaticString] = [#""profiles":"#, #""devices":"#, #""switches":"#]
    var opening: StaticString = #","omitted":{"#
    for (name, omitted) in zip(names, omitted) where omitted > 0 {
      put(opening)
      put(name, Int64(omitted))
      opening = ","
    }
    if omitted.contains(where: { $0 > 0 }) { put("}") }
  }
}

// Values that both a `state` and a line of their own contain.
extension LineBuffer {
  /// Appends a `consumer` line.
  public mutating func writeConsumers(_ consumers: [StateMessage.Consumer], at time: Instant) {
    put(#"{"type":"consumer""#)
    putConsumers(consumers)
    end(at: time)
  }

  /// Appends a `context` line; `context` is `nil` if no consumer has given one.
  public mutating func writeContext(_ context: ClaimTable.Context?, at time: Instant) {
    put(#"{"type":"context""#)
    putContext(context)
    end(at: time)
  }

  mutating func putIdentity(of node: DeviceDescription, entry: EscapedText?) {
    put(orNull: entry)
    put(#","name":"#, EscapedText(PrintableName.of(node.name)))
    put(#","id":"#, EscapedText(node.id))
    put(#","kind":"#, word: node.kind.rawValue)
  }

  private mutating func putConsumers(_ consumers: [StateMessage.Consumer]) {
    put(#","consumers":"#)
    put(list: consumers) { line, consumer in
      line.put(#"{"client":"#, consumer.client)
      line.put(#","commands":"#)
      if case .names(let names) = consumer.commands { line.put(EscapedList(names)) } else { line.put(#""all""#) }
      line.put("}")
    }
  }

  private mutating func putContext(_ context: ClaimTable.Context?) {
    guard let context else { return put(#","context":null"#) }
    put(#","context":{"kind":"#, word: context.kind.rawValue)
    if let items = context.items { put(#","items":"#, items) }
    put("}")
  }

  private mutating func put(_ question: CommandGate.Question) {
    put("{")
    putMembers(of: question)
    put("}")
  }

  mutating func putMembers(of question: CommandGate.Question) {
    put(#""id":"#, Int64(question.id))
    put(#","command":"#, EscapedText(question.command.word.name))
    put(#","args":"#, EscapedList(question.command.word.arguments))
    put(#","pressed":"#, question.command.pressed.microseconds)
  }

  private mutating func put(_ scan: ClockAnnouncement) {
    put("{")
    putMembers(of: scan)
    put("}")
  }

  mutating func putMembers(of scan: ClockAnnouncement) {
    put(#""state":"#, word: scan.state.rawValue)
    put(#","style":"#, word: scan.style.rawValue)
    put(#","interval":"#, scan.interval)
    guard let pageItem = scan.pageItem else { return }
    put(#","page":"#, Int64(pageItem.page))
    put(#","item":"#, Int64(pageItem.item))
  }

  mutating func put<Element>(list: [Element], _ element: (inout LineBuffer, Element) -> Void) {
    put("[")
    for (index, one) in list.enumerated() {
      if index > 0 { put(",") }
      element(&self, one)
    }
    put("]")
  }

  /// Ends a line whose last member is a time.
  mutating func end(at time: Instant) {
    put(#","time":"#, time.microseconds)
    end()
  }
}
