// The lines about presses, commands and questions.
extension Wire {
  /// The line `press`: a switch went down or up, according to its filter.
  package struct Press: WireValue {
    /// The name of the switch. `nil` if the line does not have it.
    package var switchName: String?
    package var isDown: Bool
    /// The time when the switch really went down or up.
    package var time: Int64?
    package var accepted: Int64?

    package init(_ members: Members) {
      switchName = members.text("switch")
      isDown = members.flag("down") ?? false
      time = members.number("time")
      accepted = members.number("accepted")
    }

    package var json: JSONValue {
      .object([
        "type": "press", "switch": text(switchName), "down": .bool(isDown), "time": number(time),
        "accepted": number(accepted),
      ])
    }
  }

  /// The line `pending`: a press is not decided yet.
  package struct Pending: WireValue {
    package var switchName: String?
    package var pressed: Int64?
    package var until: Int64?
    /// A word that says why the press is not decided yet. A newer daemon may have other words.
    package var reason: String

    package init(_ members: Members) {
      switchName = members.text("switch")
      pressed = members.number("pressed")
      until = members.number("until")
      reason = members.text("reason") ?? ""
    }

    package var json: JSONValue {
      .object([
        "type": "pending", "switch": text(switchName), "pressed": number(pressed), "until": number(until),
        "reason": .string(reason),
      ])
    }
  }

  /// The line `rejected`: a press, or a command of a client, had no effect.
  package struct Rejected: WireValue {
    /// The name of the switch. For a chord, all its switches, joined by `+`. `nil` if a client has sent the command.
    package var switchName: String?
    package var pressed: Int64?
    package var time: Int64?
    /// A word that says why the press or the command had no effect. A newer daemon may have other words.
    package var reason: String

    package init(_ members: Members) {
      switchName = members.text("switch")
      pressed = members.number("pressed")
      time = members.number("time")
      reason = members.text("reason") ?? ""
    }

    package var json: JSONValue {
      .object([
        "type": "rejected", "switch": text(switchName), "pressed": number(pressed), "time": number(time),
        "reason": .string(reason),
      ])
    }
  }

  /// The source of a command: a press of a switch, a key of a keyboard (then there is no switch), a client, or the
  /// scanning clock.
  package struct Source: WireValue {
    package var switchName: String?
    package var device: String?
    package var gesture: String?
    package var client: String?
    /// The style of the scanning clock. `nil` if the source is another one.
    package var clock: String?

    package init(
      switchName: String? = nil, device: String? = nil, gesture: String? = nil, client: String? = nil,
      clock: String? = nil
    ) {
      (self.switchName, self.device, self.gesture) = (switchName, device, gesture)
      (self.client, self.clock) = (client, clock)
    }

    package init(_ members: Members) {
      self.init(
        switchName: members.text("switch"), device: members.text("device"), gesture: members.text("gesture"),
        client: members.text("client"), clock: members.text("clock"))
    }

    package var json: JSONValue {
      .object([
        "switch": text(switchName), "device": text(device), "gesture": text(gesture), "client": text(client),
        "clock": text(clock),
      ])
    }
  }

  /// The line `command`: a command for scanning programs.
  package struct Command: WireValue {
    /// The number of the command, counted from 1 since the start of the daemon.
    package var sequence: Int64?
    package var name: String
    package var arguments: [String]
    /// Whether the command is done at once, begins or ends: `do`, `begin` or `end`.
    package var phase: String
    /// Which command of a repetition this is: 1 for the first command, then 2, 3 … while it repeats.
    package var count: Int64
    package var source: Source
    package var pressed: Int64?
    package var released: Int64?
    package var accepted: Int64?
    /// The time when the line was sent. `nil` in a replay.
    package var sent: Int64?
    /// Whether events of the device were lost before the command.
    package var isUncertain: Bool
    /// The name of the client that has claimed the command. `nil` if no client has.
    package var owner: String?
    package var page: Int64?
    package var item: Int64?

    package init(_ members: Members) {
      sequence = members.number("seq")
      name = members.text("command") ?? ""
      arguments = members.texts("args") ?? []
      phase = members.text("phase") ?? ""
      count = members.number("count") ?? 1
      source = members.value("source") ?? Source()
      pressed = members.number("pressed")
      released = members.number("released")
      accepted = members.number("accepted")
      sent = members.number("sent")
      isUncertain = members.flag("uncertain") ?? false
      owner = members.text("for")
      page = members.number("page")
      item = members.number("item")
    }

    package var json: JSONValue {
      .object([
        "type": "command", "seq": number(sequence), "command": .string(name), "args": texts(arguments),
        "phase": .string(phase), "count": .integer(count), "source": source.json, "pressed": number(pressed),
        "released": number(released), "accepted": number(accepted), "sent": number(sent),
        "uncertain": isUncertain ? true : nil, "for": text(owner) ?? .null, "page": number(page),
        "item": number(item),
      ])
    }
  }

  /// The line `question`: a destructive command waits for the person's answer, or the question was answered.
  package struct QuestionChange: WireValue {
    package var question: Question
    /// The answer: `confirm`, `reject` or `dropped`. `nil` while the question is open.
    package var answer: String?
    package var time: Int64?

    package init(_ question: Question, answer: String? = nil, time: Int64? = nil) {
      (self.question, self.answer, self.time) = (question, answer, time)
    }

    package init(_ members: Members) {
      question = members.same()
      answer = members.text("answer")
      time = members.number("time")
    }

    package var json: JSONValue {
      guard let answer else {
        return .object((["type": "question"] as JSONObject).adding(question.json.members))
      }
      return .object(["type": "question", "id": number(question.id), "answer": .string(answer), "time": number(time)])
    }
  }

  /// The line `attention`: the person calls for help.
  package struct Attention: WireValue {
    package var source: Source
    package var pressed: Int64?

    package init(_ members: Members) {
      source = members.value("source") ?? Source()
      pressed = members.number("pressed")
    }

    package var json: JSONValue {
      .object(["type": "attention", "source": source.json, "pressed": number(pressed)])
    }
  }
}
