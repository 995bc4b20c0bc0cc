// Other reports of the daemon, and its answers.
extension Wire {
  /// A device was added, removed, grabbed or released.
  package struct DeviceChange: WireValue {
    /// `added`, `removed`, `grabbed`, `released` or `failed`.
    package var change: String
    package var device: Device
    package var time: Int64?

    package init(_ change: String, _ device: Device, time: Int64) {
      (self.change, self.device, self.time) = (change, device, time)
    }

    package init(_ members: Members) {
      change = members.text("change") ?? ""
      device = members.same()
      time = members.number("time")
    }

    package var json: JSONValue {
      .object(
        (["type": "device", "change": .string(change)] as JSONObject).adding(device.json.members)
          .adding(["time": number(time)]))
    }
  }

  /// A mode was turned on or off, or a sticky modifier has another state.
  package struct ModeChange: WireValue {
    package var mode: String
    /// `nil` for a sticky modifier.
    package var state: ModeState?
    /// The state of a sticky modifier: `off`, `latched` or `locked`.
    package var stickiness: String?
    package var time: Int64?

    /// A mode that is on or off from `time` on, µs.
    package init(_ mode: String, isOn: Bool, time: Int64) {
      (self.mode, state, self.time) = (mode, isOn ? .on : .off, time)
    }

    /// A modifier that sticks has another state from `time` on, µs.
    package init(_ mode: String, stickiness: String, time: Int64) {
      (self.mode, self.stickiness, self.time) = (mode, stickiness, time)
    }

    package init(_ members: Members) {
      mode = members.text("mode") ?? ""
      state = members.either("on", "true, false or a word", ModeState.init(value:))
      stickiness = members.text("state")
      time = members.number("time")
    }

    package var json: JSONValue {
      .object([
        "type": "mode", "mode": .string(mode), "on": state?.json, "state": text(stickiness), "time": number(time),
      ])
    }
  }

  /// A warning of the daemon.
  package struct Warning: WireValue {
    /// The subject of a warning, by its name.
    package enum Subject: Hashable, Sendable {
      case switchName(String)
      /// A device's entry.
      case device(String)
      case client(String)
    }

    /// A word; a newer daemon may have others.
    package var code: String
    package var switchName: String?
    package var device: String?
    package var client: String?
    package var message: String
    package var time: Int64?

    /// `time` in µs.
    package init(_ code: WarningCode, about subject: Subject?, message: String, time: Int64) {
      (self.code, self.message, self.time) = (code.rawValue, message, time)
      switch subject {
      case .switchName(let name): switchName = name
      case .device(let entry): device = entry
      case .client(let name): client = name
      case nil: break
      }
    }

    package init(_ members: Members) {
      code = members.text("code") ?? ""
      switchName = members.text("switch")
      device = members.text("device")
      client = members.text("client")
      message = members.text("message") ?? ""
      time = members.number("time")
    }

    package var json: JSONValue {
      .object([
        "type": "warning", "code": .string(code), "switch": text(switchName), "device": text(device),
        "client": text(client), "message": .string(message), "time": number(time),
      ])
    }
  }

  /// A problem in a profile file.
  package struct Diagnostic: WireValue {
    package var file: String
    package var line: Int64?
    package var column: Int64?
    /// `error`, `warning` or `note`.
    package var severity: String
    package var message: String
    package var help: String?

    package init(_ message: DiagnosticMessage) {
      (file, line, column) = (message.file, Int64(message.line), Int64(message.column))
      (severity, self.message, help) = (message.severity, message.message, message.help)
    }

    package init(_ members: Members) {
      file = members.text("file") ?? ""
      line = members.number("line")
      column = members.number("column")
      severity = members.text("severity") ?? ""
      message = members.text("message") ?? ""
      help = members.text("help")
    }

    package var json: JSONValue {
      .object([
        "file": .string(file), "line": number(line), "column": number(column), "severity": .string(severity),
        "message": .string(message), "help": text(help),
      ])
    }
  }

  /// Profile files were read.
  package struct ConfigChange: WireValue {
    /// `loaded` or `failed`.
    package var change: String
    package var diagnostics: [Diagnostic]
    package var omitted: Int64?

    package init(_ members: Members) {
      change = members.text("change") ?? ""
      diagnostics = members.list("diagnostics") ?? []
      omitted = members.number("omitted")
    }

    package var isLoaded: Bool { change == "loaded" }

    package var json: JSONValue {
      .object([
        "type": "config", "change": .string(change), "diagnostics": objects(diagnostics), "omitted": number(omitted),
      ])
    }
  }

  /// The answer to a request that was done.
  package struct OK: WireValue {
    package var id: RequestID?
    /// The number of the first entry that did not fit into the line.
    package var next: Int64?
    /// Entries that are longer than a line.
    package var omitted: Int64?
    /// The requested value. Its form depends on the request.
    package var result: JSONValue?

    package init(_ members: Members) {
      id = members.either("id", "a string or a number without a fraction", RequestID.init(value:))
      next = members.number("next")
      omitted = members.number("omitted")
      result = members.any("result")
    }

    package var json: JSONValue {
      .object([
        "type": "ok", "id": id?.json, "next": number(next), "omitted": number(omitted), "result": result,
      ])
    }
  }

  /// A request was not done: the line `error`.
  package struct Refusal: WireValue {
    package var id: RequestID?
    package var code: String
    /// The message for people.
    package var message: String?
    /// The word for programs. `nil` from an older daemon; a newer one may have other words.
    package var reason: String?
    package var diagnostics: [Diagnostic]?
    package var omitted: Int64?

    package init(_ members: Members) {
      id = members.either("id", "a string or a number without a fraction", RequestID.init(value:))
      code = members.text("code") ?? ""
      message = members.text("message")
      reason = members.text("reason")
      diagnostics = members.list("diagnostics")
      omitted = members.number("omitted")
    }

    package var json: JSONValue {
      .object([
        "type": "error", "id": id?.json, "code": .string(code), "message": text(message),
        "diagnostics": diagnostics.map(objects), "omitted": number(omitted), "reason": text(reason),
      ])
    }
  }

  /// An input moved while this client learns.
  package struct Learn: WireValue {
    /// A device and its description.
    package struct Device: WireValue {
      package var name: String
      package var id: String
      package var kind: String
      package var phys: String
      package var uniq: String
      package var path: String?
      package var isNameChanged: Bool

      package init(_ members: Members) {
        name = members.text("name") ?? ""
        id = members.text("id") ?? ""
        kind = members.text("kind") ?? ""
        phys = members.text("phys") ?? ""
        uniq = members.text("uniq") ?? ""
        path = members.text("path")
        isNameChanged = members.flag("name-changed") ?? false
      }

      package var json: JSONValue {
        .object([
          "name": .string(name), "id": .string(id), "kind": .string(kind), "phys": .string(phys),
          "uniq": .string(uniq), "path": text(path), "name-changed": isNameChanged ? true : nil,
        ])
      }
    }

    package var device: Device?
    package var input: String?
    package var button: Int64?
    package var isDown: Bool?
    /// For an axis, in percent.
    package var level: Int64?
    /// An event of the device that is not a press: a word.
    package var seen: String?
    package var node: Int64?
    /// `added`, `lost` or `removed`.
    package var change: String?
    package var bus: Int64?
    package var version: Int64?
    package var keys: [Int64]?
    package var axes: [[Int64]]?
    package var movements: [Int64]?
    package var held: [Int64]?
    package var events: [[Int64]]?
    package var time: Int64?

    package init(_ members: Members) {
      device = members.value("device")
      input = members.text("input")
      button = members.number("button")
      isDown = members.flag("down")
      level = members.number("level")
      seen = members.text("seen")
      node = members.number("node")
      change = members.text("change")
      bus = members.number("bus")
      version = members.number("version")
      keys = members.numbers("keys")
      axes = members.rows("axes")
      movements = members.numbers("movements")
      held = members.numbers("held")
      events = members.rows("events")
      time = members.number("time")
    }

    package var json: JSONValue {
      .object([
        "type": "learn", "device": device?.json, "input": text(input), "button": number(button), "down": flag(isDown),
        "level": number(level), "seen": text(seen), "node": number(node), "change": text(change), "bus": number(bus),
        "version": number(version), "keys": keys.map(numbers), "axes": axes.map(rows),
        "movements": movements.map(numbers), "held": held.map(numbers), "events": events.map(rows),
        "time": number(time),
      ])
    }
  }
}

private func numbers(_ list: [Int64]) -> JSONValue { .array(list.map(JSONValue.integer)) }
private func rows(_ list: [[Int64]]) -> JSONValue { .array(list.map(numbers)) }

extension RequestID {
  /// `nil` if the value is not an id.
  package init?(value: JSONValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .integer(let number): .integer(number)
    case .text(let text): .string(text)
    }
  }
}
