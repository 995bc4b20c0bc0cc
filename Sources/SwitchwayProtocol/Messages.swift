/// Where a command came from.
public enum CommandSource: Hashable, Sendable {
  /// A press: the switch, the device of the press and what was done, such as `tap`.
  case press(switchName: EscapedText, device: EscapedText, gesture: EscapedText)
  /// A key of a keyboard: never which one.
  case key(device: EscapedText, gesture: EscapedText)
  /// A client's `send`.
  case client(EscapedText)
}

/// A `command` line. Times are µs of the monotonic clock, or of the recording.
public struct CommandMessage: Hashable, Sendable {
  /// Counts the commands of this run, from 1, without holes.
  public var seq: Int64
  public var command: EscapedText
  public var arguments: EscapedList
  public var phase: MessagePhase
  /// 1, then 2, 3 … for repeats.
  public var count: Int64
  public var source: CommandSource
  public var pressed: Int64
  /// Absent while down.
  public var released: Int64?
  public var accepted: Int64
  /// Absent in a replay.
  public var sent: Int64?
  /// Written only when true.
  public var isUncertain: Bool
  /// `for`: the client that has claimed it; nil is `null`.
  public var claimant: EscapedText?

  public init(
    seq: Int64, command: EscapedText, arguments: EscapedList, phase: MessagePhase, count: Int64 = 1,
    source: CommandSource, pressed: Int64, released: Int64? = nil, accepted: Int64, sent: Int64? = nil,
    isUncertain: Bool = false, claimant: EscapedText? = nil
  ) {
    self.seq = seq
    self.command = command
    self.arguments = arguments
    self.phase = phase
    self.count = count
    self.source = source
    self.pressed = pressed
    self.released = released
    self.accepted = accepted
    self.sent = sent
    self.isUncertain = isUncertain
    self.claimant = claimant
  }
}

/// What the server needs to know of a line besides its bytes, so that it never reads its own lines.
public struct LineHead: Hashable, Sendable {
  public var type: MessageType
  /// Of a command: the name of the client that has claimed it; nil: none has.
  public var owner: EscapedText?
  /// Of a command.
  public var phase: MessagePhase?
  /// Of a command, µs.
  public var pressed: Int64 = 0
  /// Of a command, µs.
  public var accepted: Int64 = 0
  /// Of a command: the switch that made it; nil where none did.
  public var switchName: EscapedText?

  /// The head of a line that is no command.
  public init(_ type: MessageType) { self.type = type }

  /// The head of a command's line.
  public init(_ message: CommandMessage) {
    type = .command
    owner = message.claimant
    phase = message.phase
    pressed = message.pressed
    accepted = message.accepted
    if case .press(let name, _, _) = message.source { switchName = name }
  }

  /// Whether a line that has waited for long is replaced by a `rejected`. An `end` is always sent.
  public var expires: Bool { type == .command && phase != .end }
}

/// Who a device node is, as `device`, `state` and warnings name it.
public struct NodeIdentity: Hashable, Sendable {
  /// The entry of the key-remap file that took it; nil is `null`.
  public var entry: EscapedText?
  /// What people call it: already made printable.
  public var name: EscapedText
  /// `vendor:product`.
  public var id: EscapedText
  /// A word of the device kinds.
  public var kind: EscapedText

  public init(entry: String?, name: String, id: String, kind: String) {
    self.entry = entry.map { EscapedText($0) }
    self.name = EscapedText(name)
    self.id = EscapedText(id)
    self.kind = EscapedText(kind)
  }
}

/// A problem in a key-remap file, as `config` and a refused `reload` tell it.
public struct DiagnosticMessage: Hashable, Sendable {
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int
  /// `error`, `warning` or `note`.
  public var severity: String
  public var message: String
  /// Absent where there is nothing to advise.
  public var help: String?

  public init(file: String, line: Int, column: Int, severity: String, message: String, help: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.help = help
  }
}

/// A command that waits for `confirm` or `reject`.
public struct QuestionMessage: Hashable, Sendable {
  /// Counts the questions of this run from 1.
  public var id: Int64
  public var command: EscapedText
  public var arguments: EscapedList
  /// µs: the press that asked.
  public var pressed: Int64

  public init(id: Int64, command: EscapedText, arguments: EscapedList, pressed: Int64) {
    self.id = id
    self.command = command
    self.arguments = arguments
    self.pressed = pressed
  }
}

/// A client that has claimed commands.
public struct ConsumerMessage: Hashable, Sendable {
  public var client: EscapedText
  /// The names that it claimed; nil is `"all"`.
  public var commands: EscapedList?

  public init(client: EscapedText, commands: EscapedList?) {
    self.client = client
    self.commands = commands
  }
}

/// What the person is in, as the consumer says.
public struct ContextMessage: Hashable, Sendable {
  /// `items`, `text`, `find`, `modal` or `menu`.
  public var kind: EscapedText
  /// How many items there are; nil leaves the member out.
  public var items: Int64?

  public init(kind: EscapedText, items: Int64?) {
    self.kind = kind
    self.items = items
  }
}

/// All that a `state` line tells.
public struct StateMessage: Hashable, Sendable {
  /// A device that is open now.
  public struct Device: Hashable, Sendable {
    public var node: NodeIdentity
    public var isGrabbed: Bool
    /// Why it is not grabbed although it is to be; nil where it is grabbed, or is not to be.
    public var failure: Failure?

    /// Why a device is not grabbed.
    public struct Failure: Hashable, Sendable {
      /// A word for programs, as in `device` lines.
      public var reason: EscapedText
      /// What is wrong, for people.
      public var message: EscapedText

      public init(reason: String, message: String) {
        self.reason = EscapedText(reason)
        self.message = EscapedText(message)
      }
    }

    public init(node: NodeIdentity, isGrabbed: Bool, failure: Failure? = nil) {
      self.node = node
      self.isGrabbed = isGrabbed
      self.failure = failure
    }
  }

  /// A switch of the profile in force.
  public struct Switch: Hashable, Sendable {
    public var name: EscapedText
    public var label: EscapedText
    /// Whether it is pressed now, after steadying.
    public var isDown: Bool
    public init(name: EscapedText, label: EscapedText, isDown: Bool) {
      self.name = name
      self.label = label
      self.isDown = isDown
    }
  }

  /// `modes`; what this server does not do yet stays as it is here.
  public struct Modes: Hashable, Sendable {
    /// The person's session is in front, so devices are read.
    public var isActive = true
    /// The screen is locked.
    public var isLocked = false
    /// Keyboards are let through.
    public var passThrough = false
    /// Presses make no commands for now.
    public var rest = false
    /// Keys are gestures.
    public var gesture = false
    /// The panic chord has let go of everything.
    public var panic = false
    public init() {}
  }

  public var profileName: String
  public var profileLabel: String
  /// Names of every profile there is, sorted.
  public var profiles: [String]
  public var modes: Modes
  public var devices: [Device]
  public var switches: [Switch]
  /// Who has claimed commands, the newest first.
  public var consumers: [ConsumerMessage] = []
  /// nil is `null`: none is open.
  public var question: QuestionMessage?
  /// nil is `null`: no consumer says any.
  public var context: ContextMessage?
  /// µs of the monotonic clock.
  public var time: Int64

  public init(
    profileName: String, profileLabel: String, profiles: [String], modes: Modes = Modes(), devices: [Device],
    switches: [Switch], question: QuestionMessage? = nil, time: Int64
  ) {
    self.profileName = profileName
    self.profileLabel = profileLabel
    self.profiles = profiles
    self.modes = modes
    self.devices = devices
    self.switches = switches
    self.question = question
    self.time = time
  }
}

/// The `id` of a request, echoed in its answer.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}
