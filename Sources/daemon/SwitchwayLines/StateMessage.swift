import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// The contents of a `state` line.
public struct StateMessage: Sendable {
  /// A device that is open now.
  public struct Device: Sendable {
    /// The name of the device's entry in the profile. `nil` if there is none; the line then has `null`.
    public var entry: String?
    public var description: DeviceDescription
    public var isGrabbed: Bool
    /// The reason why the device is not grabbed although it should be. `nil` if it is grabbed, or should not be.
    public var failure: Interpreter.GrabFailure?
    /// A remark about the device that is shown to the person. `nil` if there is none.
    public var note: String?

    public init(
      entry: String?, _ description: DeviceDescription, isGrabbed: Bool, failure: Interpreter.GrabFailure? = nil
    ) {
      (self.entry, self.description, self.isGrabbed, self.failure) = (entry, description, isGrabbed, failure)
    }
  }

  /// A switch of the active profile.
  public struct Switch: Sendable {
    public var name: String
    public var label: String
    /// Whether the switch is pressed now, according to its filter.
    public var isDown: Bool

    public init(name: String, label: String, isDown: Bool) {
      (self.name, self.label, self.isDown) = (name, label, isDown)
    }
  }

  /// A client that has claimed commands.
  public struct Consumer: Equatable, Sendable {
    public var client: String
    public var commands: ClaimedCommands

    public init(client: String, commands: ClaimedCommands) {
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
  /// The open question, or `nil` if no question is open; the line then has `null`.
  public var question: CommandGate.Question?
  /// The context that a consumer has given, or `nil` if none has; the line then has `null`.
  public var context: ClaimTable.Context?
  /// The state of the scanning clock, or `nil` if the profile has no clock; the line then has `null`.
  public var scan: ClockAnnouncement?
  /// The reason why the request `type` would be refused now to a client with a claim. `nil` if it would be accepted;
  /// the line then has `true`.
  public var typingObstacle: String?
  /// The reason why the request `point` would be refused now to a client with a claim. `nil` if it would be accepted.
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

// Converts the state to the protocol's form.
extension StateMessage {
  package var wire: Wire.State {
    var state = Wire.State()
    state.profile = Wire.ProfileName(name: profileName, label: profileLabel)
    state.profiles = profiles
    let shown: [ModeName] = [.active, .locked, .passThrough, .rest, .gesture, .panic, .suspended]
    state.modes = Wire.Modes(shown.map { Wire.Modes.Entry($0.rawValue, modes.contains($0) ? .on : .off) })
    state.devices = devices.map(Wire.Device.init)
    state.switches = switches.map(Wire.Switch.init)
    state.consumers = consumers.map(Wire.Consumer.init)
    state.question = question.map(Wire.Question.init)
    state.context = context.map(Wire.Situation.init)
    state.scan = scan.map(Wire.Scan.init)
    state.typing = typingObstacle.map(Wire.Typing.refused) ?? .allowed
    state.pointing = pointingObstacle.map(Wire.Typing.refused) ?? .allowed
    state.time = time.microseconds
    return state
  }
}

extension Wire.Device {
  fileprivate init(_ device: StateMessage.Device) {
    self.init(device.description, entry: device.entry)
    isGrabbed = device.isGrabbed
    (reason, message) = (device.failure?.reason, device.failure?.message ?? device.note)
  }

  /// Makes a device from its description and the name of its entry, without the state of its grab.
  init(_ device: DeviceDescription, entry: String?) {
    self.init(
      entry: entry, name: PrintableName.of(device.name), id: device.id, kind: device.kind.rawValue)
  }
}

extension Wire.Switch {
  fileprivate init(_ one: StateMessage.Switch) { self.init(name: one.name, label: one.label, isDown: one.isDown) }
}

extension Wire.Consumer {
  package init(_ consumer: StateMessage.Consumer) {
    self.init(client: consumer.client, commands: nil)
    if case .names(let names) = consumer.commands { commands = names }
  }
}

extension Wire.Question {
  init(_ question: CommandGate.Question) {
    let word = question.command.word
    self.init(
      id: Int64(question.id), command: word.name, arguments: word.arguments,
      pressed: question.command.pressed.microseconds)
  }
}

extension Wire.Situation {
  package init(_ context: ClaimTable.Context) { self.init(kind: context.kind.rawValue, items: context.items) }
}

extension Wire.Scan {
  init(_ scan: ClockAnnouncement) {
    self.init(
      state: scan.state.rawValue, style: scan.style.rawValue, interval: scan.interval,
      page: scan.pageItem.map { Int64($0.page) }, item: scan.pageItem.map { Int64($0.item) })
  }
}

// Lines about parts of the state. Most are written from a value of `Wire`, and `scan` is written directly.
extension LineBuffer {
  /// Appends a `state` line.
  public mutating func writeState(_ state: StateMessage) { writeState(state.wire) }

  /// Appends the state as a JSON value, for the `result` of the request `get`.
  public mutating func putState(_ state: StateMessage) { putState(state.wire) }

  /// Appends a `consumer` line.
  public mutating func writeConsumers(_ consumers: [StateMessage.Consumer], at time: Instant) {
    putLine(Wire.ConsumerChange(consumers.map(Wire.Consumer.init), time: time.microseconds).json)
  }

  /// Appends a `context` line; `context` is `nil` if no consumer has given one.
  public mutating func writeContext(_ context: ClaimTable.Context?, at time: Instant) {
    putLine(Wire.ContextChange(context.map(Wire.Situation.init), time: time.microseconds).json)
  }

  /// Appends the members of a `scan` line. The scanning clock causes such a line at each step, so it is written without
  /// a `Wire.Scan` and without allocating memory.
  mutating func putMembers(of scan: ClockAnnouncement) {
    putWord(#""state":"#, scan.state.rawValue)
    putWord(#","style":"#, scan.style.rawValue)
    putNumber(#","interval":"#, scan.interval)
    guard let pageItem = scan.pageItem else { return }
    putNumber(#","page":"#, Int64(pageItem.page))
    putNumber(#","item":"#, Int64(pageItem.item))
  }

  mutating func putElements<Element>(_ list: [Element], _ element: (inout LineBuffer, Element) -> Void) {
    put("[")
    for (index, one) in list.enumerated() {
      if index > 0 { put(",") }
      element(&self, one)
    }
    put("]")
  }

  /// Appends the member `time` and ends the line.
  mutating func end(at time: Instant) {
    putNumber(#","time":"#, time.microseconds)
    end()
  }
}
