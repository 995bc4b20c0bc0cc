// Reports of the daemon that are not about presses or the state, and its answers.
extension Wire {
  /// The line `device`: a device was added, removed, grabbed or released, or could not be read or grabbed.
  package struct DeviceChange: WireValue {
    /// What has happened: `added`, `removed`, `grabbed`, `released` or `failed`.
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

  /// The line `mode`: a mode was turned on or off, or a sticky modifier has another state.
  package struct ModeChange: WireValue {
    package var mode: String
    /// The new state of the mode. `nil` for a sticky modifier.
    package var state: ModeState?
    /// The new state of a sticky modifier: `off`, `latched` or `locked`. `nil` for other modes.
    package var stickiness: String?
    package var time: Int64?

    /// Makes the line for a mode that is on or off since `time`, in µs.
    package init(_ mode: String, isOn: Bool, time: Int64) {
      (self.mode, state, self.time) = (mode, isOn ? .on : .off, time)
    }

    /// Makes the line for a sticky modifier that has this state since `time`, in µs.
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
    /// What a warning is about, by its name.
    package enum Subject: Hashable, Sendable {
      case switchName(String)
      /// An entry of devices in the profile.
      case device(String)
      case client(String)
    }

    /// A word that says what kind of warning it is. A newer daemon may have other words.
    package var code: String
    package var switchName: String?
    package var device: String?
    package var client: String?
    package var message: String
    package var time: Int64?

    /// Makes a warning. `time` is in µs.
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
    /// How serious the problem is: `error`, `warning` or `note`.
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

  /// The line `config`: profile files were read.
  package struct ConfigChange: WireValue {
    /// Whether the files are active now: `loaded` or `failed`.
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

  /// The answer to a request that was done: the line `ok`.
  package struct OK: WireValue {
    package var id: RequestID?
    /// The number of the first list entry that did not fit into the line. `nil` if all entries fitted.
    package var next: Int64?
    /// The number of list entries that were left out because they are longer than a line.
    package var omitted: Int64?
    /// The requested value, whose form depends on the request. `nil` if the request has none.
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

  /// The answer to a request that was not done: the line `error`.
  package struct Refusal: WireValue {
    package var id: RequestID?
    package var code: String
    /// The message for people.
    package var message: String?
    /// The reason, as a word for programs. `nil` if an older daemon has given none. A newer daemon may have other
    /// words.
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

  /// The line `learn`, which a client gets while it learns: an input has moved.
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
    /// The position of an axis, in percent. `nil` for other inputs.
    package var level: Int64?
    /// A word for an event of the device that is not a press. `nil` if the line is about a press.
    package var seen: String?
    package var node: Int64?
    /// What has happened to the node: `added`, `lost` (events were lost) or `removed`. `nil` for events.
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
  /// Reads the id of a request. Returns `nil` if the value cannot be an id.
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
