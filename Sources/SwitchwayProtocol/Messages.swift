/// Where a command came from.
public enum CommandSource: Hashable, Sendable {
  /// A press: the switch, its device, and the gesture, such as `tap`.
  case press(switchName: EscapedText, device: EscapedText, gesture: String)
  /// A key of a keyboard. The message never says which key.
  case key(device: EscapedText, gesture: String)
  /// A client's `send`.
  case client(EscapedText)
  /// The scanning clock: its style.
  case clock(String)

  var switchName: EscapedText? { if case .press(let name, _, _) = self { name } else { nil } }

  var isKeyOrClock: Bool {
    switch self {
    case .key, .clock: true
    case .press, .client: false
    }
  }
}

/// An item of a page that a client shows.
public struct PageItemMessage: Hashable, Sendable {
  public var page: Int64
  public var item: Int64

  public init(page: Int64, item: Int64) {
    self.page = page
    self.item = item
  }
}

/// A `scan` line, and the member `scan` of a `state`.
public struct ScanMessage: Hashable, Sendable {
  /// `off`, `running`, `frozen`, `holding`, `resting` or `paused`.
  public var state: String
  /// `front-end`, `auto`, `step` or `inverse`.
  public var style: String
  /// µs.
  public var interval: Int64
  /// nil: the members are left out, because no client has told how many items there are.
  public var pageItem: PageItemMessage?
  /// µs.
  public var time: Int64

  public init(state: String, style: String, interval: Int64, pageItem: PageItemMessage?, time: Int64) {
    self.state = state
    self.style = style
    self.interval = interval
    self.pageItem = pageItem
    self.time = time
  }
}

/// What the server needs to know about a line, so that it never parses its own lines.
public struct LineHead: Hashable, Sendable {
  public var type: MessageType
  /// For a command: the name of the client that has claimed it. nil: none has.
  public var owner: EscapedText?
  /// For a command.
  public var phase: MessagePhase?
  /// For a command, in µs.
  public var pressed: Int64 = 0
  /// For a command, in µs.
  public var accepted: Int64 = 0
  /// For a command: the switch that made it. nil if no switch did.
  public var switchName: EscapedText?
  /// For a command: no press of a switch made it, but a key or the scanning clock. No `rejected` is sent if it is too
  /// late.
  public var expiresSilently = false

  /// The head of a line that is not a command.
  public init(_ type: MessageType) { self.type = type }

  /// The head of the line of a command.
  package init(
    of source: CommandSource, _ phase: MessagePhase, owner: EscapedText?, pressed: Int64, accepted: Int64
  ) {
    type = .command
    self.owner = owner
    self.phase = phase
    self.pressed = pressed
    self.accepted = accepted
    switchName = source.switchName
    expiresSilently = source.isKeyOrClock
  }

  /// Whether the line is not sent any more after it has waited for too long. An `end` is always sent.
  public var expires: Bool { type == .command && phase != .end }
}

/// Identifies a device node in `device` and `state` lines and in warnings.
public struct NodeIdentity: Hashable, Sendable {
  /// The entry of the key-remap file that the node belongs to. nil is `null`.
  public var entry: EscapedText?
  /// The node's name, already made printable.
  public var name: EscapedText
  /// `vendor:product`.
  public var id: EscapedText
  /// One of the words for device kinds.
  public var kind: EscapedText

  public init(entry: String?, name: String, id: String, kind: String) {
    self.entry = entry.map { EscapedText($0) }
    self.name = EscapedText(name)
    self.id = EscapedText(id)
    self.kind = EscapedText(kind)
  }
}

/// A problem in a key-remap file, as `config` lines and the answer to a failed `reload` contain it.
public struct DiagnosticMessage: Hashable, Sendable {
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int
  /// `error`, `warning` or `note`.
  public var severity: String
  public var message: String
  /// Absent if there is no advice.
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
  /// The time of the press that asked, in µs.
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
  /// The names that it claimed. nil is `"all"`.
  public var commands: EscapedList?

  public init(client: EscapedText, commands: EscapedList?) {
    self.client = client
    self.commands = commands
  }
}

/// The person's context, as the consumer describes it.
public struct ContextMessage: Hashable, Sendable {
  /// `items`, `text`, `find`, `modal` or `menu`.
  public var kind: String
  /// The number of items. nil: the member is left out.
  public var items: Int64?

  public init(kind: String, items: Int64?) {
    self.kind = kind
    self.items = items
  }
}

/// The contents of a `state` line.
public struct StateMessage: Hashable, Sendable {
  /// A device that is open now.
  public struct Device: Hashable, Sendable {
    public var node: NodeIdentity
    public var isGrabbed: Bool
    /// Why the device is not grabbed although it should be. nil: it is grabbed, or should not be.
    public var failure: Failure?

    /// Why a device is not grabbed.
    public struct Failure: Hashable, Sendable {
      /// A word for programs, the same as in `device` lines.
      public var reason: String
      /// What is wrong, for people.
      public var message: EscapedText

      public init(reason: String, message: String) {
        self.reason = reason
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

  /// The member `modes`. Modes that the server does not implement keep these values.
  public struct Modes: Hashable, Sendable {
    /// The person's session is in front, so that devices are read.
    public var isActive = true
    /// The screen is locked.
    public var isLocked = false
    /// Keyboard input is passed through.
    public var passThrough = false
    /// Presses make no commands at present.
    public var rest = false
    /// Keys are read as gestures.
    public var gesture = false
    /// The panic chord has released everything.
    public var panic = false
    public init() {}
  }

  public var profileName: String
  public var profileLabel: String
  /// The names of all profiles, sorted.
  public var profiles: [String]
  public var modes: Modes
  public var devices: [Device]
  public var switches: [Switch]
  /// Who has claimed commands, the newest first.
  public var consumers: [ConsumerMessage] = []
  /// nil is `null`: no question is open.
  public var question: QuestionMessage?
  /// nil is `null`: no consumer has given a context.
  public var context: ContextMessage?
  /// nil is `null`: the profile has no clock.
  public var scan: ScanMessage?
  /// Why `type` would be refused now to a client with a claim. nil is `true`: it would not.
  public var typingObstacle: String?
  /// µs of the monotonic clock.
  public var time: Int64

  public init(
    profileName: String, profileLabel: String, profiles: [String], modes: Modes = Modes(), devices: [Device],
    switches: [Switch], question: QuestionMessage? = nil, scan: ScanMessage? = nil,
    typingObstacle: String? = nil, time: Int64
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
    self.time = time
  }
}

/// The `id` of a request, repeated in its answer.
public enum RequestID: Hashable, Sendable {
  case integer(Int64)
  case text(String)
}
