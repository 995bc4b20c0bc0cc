extension Wire {
  /// Returns the type of a line, which is its member `type`. `nil` if the line has none.
  package static func type(of line: JSONValue) -> String? { Members(line, unread: nil).text("type") }

  /// A line of the daemon, by its type. Answers to requests are also such lines.
  package enum Event: Hashable, Sendable {
    case hello(Hello)
    case state(State)
    case command(Command)
    case press(Press)
    case pending(Pending)
    case rejected(Rejected)
    case device(DeviceChange)
    case mode(ModeChange)
    case profile(ProfileChange)
    case context(ContextChange)
    case consumer(ConsumerChange)
    case scan(ScanChange)
    case config(ConfigChange)
    case question(QuestionChange)
    case attention(Attention)
    case warning(Warning)
    case ping(Ping)
    case missed(Missed)
    case learn(Learn)
    case ok(OK)
    case error(Refusal)
    case bye(Bye)
    /// A line of a type that this version does not know, from a newer daemon.
    case unknown(type: String, time: Int64?)

    /// Reads a line. Returns `nil` if the line has no `type`, so that it is not a message.
    package init?(_ value: JSONValue, unread: UnreadMembers? = nil) {
      let members = Members(value, unread: unread)
      guard let type = members.text("type") else { return nil }
      switch MessageType(rawValue: type) {
      case .hello: self = .hello(Hello(members))
      case .state: self = .state(State(members))
      case .command: self = .command(Command(members))
      case .press: self = .press(Press(members))
      case .pending: self = .pending(Pending(members))
      case .rejected: self = .rejected(Rejected(members))
      case .device: self = .device(DeviceChange(members))
      case .mode: self = .mode(ModeChange(members))
      case .profile: self = .profile(ProfileChange(members))
      case .context: self = .context(ContextChange(members))
      case .consumer: self = .consumer(ConsumerChange(members))
      case .scan: self = .scan(ScanChange(members))
      case .config: self = .config(ConfigChange(members))
      case .question: self = .question(QuestionChange(members))
      case .attention: self = .attention(Attention(members))
      case .warning: self = .warning(Warning(members))
      case .ping: self = .ping(Ping(members))
      case .missed: self = .missed(Missed(members))
      case .learn: self = .learn(Learn(members))
      case .ok: self = .ok(OK(members))
      case .error: self = .error(Refusal(members))
      case .bye: self = .bye(Bye(members))
      case nil: self = .unknown(type: type, time: members.number("time"))
      }
    }

    /// The line as a JSON value.
    package var json: JSONValue { value?.json ?? .object(["type": .string(type)]) }

    /// The value of the message. `nil` for a message of an unknown type.
    private var value: (any WireValue)? {
      switch self {
      case .hello(let one): one
      case .state(let one): one
      case .command(let one): one
      case .press(let one): one
      case .pending(let one): one
      case .rejected(let one): one
      case .device(let one): one
      case .mode(let one): one
      case .profile(let one): one
      case .context(let one): one
      case .consumer(let one): one
      case .scan(let one): one
      case .config(let one): one
      case .question(let one): one
      case .attention(let one): one
      case .warning(let one): one
      case .ping(let one): one
      case .missed(let one): one
      case .learn(let one): one
      case .ok(let one): one
      case .error(let one): one
      case .bye(let one): one
      case .unknown: nil
      }
    }

    /// The member `type` of the line.
    package var type: String {
      switch self {
      case .unknown(let type, _): type
      default: value.flatMap { Wire.type(of: $0.json) } ?? ""
      }
    }

    /// The member `time` of the line, in µs. `nil` if the line has none.
    package var time: Int64? {
      switch self {
      case .hello(let one): one.time
      case .state(let one): one.time
      case .press(let one): one.time
      case .rejected(let one): one.time
      case .device(let one): one.time
      case .mode(let one): one.time
      case .profile(let one): one.time
      case .context(let one): one.time
      case .consumer(let one): one.time
      case .scan(let one): one.time
      case .question(let one): one.time
      case .warning(let one): one.time
      case .learn(let one): one.time
      case .unknown(_, let time): time
      case .command, .pending, .config, .attention, .ping, .missed, .ok, .error, .bye: nil
      }
    }

    /// The member `pressed` of the line, in µs. `nil` if the line has none.
    package var pressed: Int64? {
      switch self {
      case .command(let one): one.pressed
      case .pending(let one): one.pressed
      case .rejected(let one): one.pressed
      case .question(let one): one.question.pressed
      case .attention(let one): one.pressed
      default: nil
      }
    }
  }

  /// The line `hello`, which is the first line of a connection.
  package struct Hello: WireValue {
    package var protocolVersion: Int64?
    /// The name and the version of the daemon.
    package var server: String
    /// The id of this run of the daemon.
    package var boot: String
    package var time: Int64?

    package init(_ members: Members) {
      protocolVersion = members.number("protocol")
      server = members.text("server") ?? ""
      boot = members.text("boot") ?? ""
      time = members.number("time")
    }

    package var json: JSONValue {
      .object([
        "type": "hello", "protocol": number(protocolVersion), "server": .string(server), "boot": .string(boot),
        "time": number(time),
      ])
    }
  }

  /// The line `profile`: another profile has become active.
  package struct ProfileChange: WireValue {
    package var profile: ProfileName
    package var time: Int64?

    package init(_ profile: ProfileName, time: Int64) { (self.profile, self.time) = (profile, time) }

    package init(_ members: Members) {
      profile = members.same()
      time = members.number("time")
    }

    package var json: JSONValue {
      .object((["type": "profile"] as JSONObject).adding(profile.json.members).adding(["time": number(time)]))
    }
  }

  /// The line `context`: the person's context has changed.
  package struct ContextChange: WireValue {
    package var context: Situation?
    package var time: Int64?

    package init(_ context: Situation?, time: Int64) { (self.context, self.time) = (context, time) }

    package init(_ members: Members) {
      context = members.value("context")
      time = members.number("time")
    }

    package var json: JSONValue {
      .object(["type": "context", "context": context?.json ?? .null, "time": number(time)])
    }
  }

  /// The line `consumer`: the clients that have claimed commands, or their commands, have changed.
  package struct ConsumerChange: WireValue {
    /// The clients that have claimed commands, the newest claim first.
    package var consumers: [Consumer]
    package var time: Int64?

    package init(_ consumers: [Consumer], time: Int64) { (self.consumers, self.time) = (consumers, time) }

    package init(_ members: Members) {
      consumers = members.list("consumers") ?? []
      time = members.number("time")
    }

    package var json: JSONValue {
      .object(["type": "consumer", "consumers": objects(consumers), "time": number(time)])
    }
  }

  /// The line `scan`: the state of the scanning clock has changed.
  package struct ScanChange: WireValue {
    package var scan: Scan
    package var time: Int64?

    package init(_ members: Members) {
      scan = members.same()
      time = members.number("time")
    }

    package var json: JSONValue {
      .object((["type": "scan"] as JSONObject).adding(scan.json.members).adding(["time": number(time)]))
    }
  }

  /// The line `ping`: the daemon asks whether the client responds.
  package struct Ping: WireValue {
    package var count: Int64?

    package init(_ members: Members) { count = members.number("n") }

    package var json: JSONValue { .object(["type": "ping", "n": number(count)]) }
  }

  /// The line `missed`: this client has lost events. A `state` follows.
  package struct Missed: WireValue {
    package var count: Int64

    package init(_ members: Members) { count = members.number("count") ?? 0 }

    package var json: JSONValue { .object(["type": "missed", "count": .integer(count)]) }
  }

  /// The line `bye`, which is the last line of a connection.
  package struct Bye: WireValue {
    package var reason: String

    package init(_ members: Members) { reason = members.text("reason") ?? "" }

    package var json: JSONValue { .object(["type": "bye", "reason": .string(reason)]) }
  }
}
