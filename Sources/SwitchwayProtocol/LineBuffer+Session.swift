// What begins, answers and ends a connection; members stand in the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `hello` line. `server`: name and version; `boot`: the id of this run; `time` in µs.
  public mutating func writeHello(server: String, boot: String, time: Int64) {
    put(#"{"type":"hello","protocol":"#)
    put(ProtocolVersion.current)
    put(#","server":"#)
    put(EscapedText(server))
    put(#","boot":"#)
    put(EscapedText(boot))
    put(#","time":"#)
    put(time)
    end()
  }

  /// Appends a `state` line.
  public mutating func writeState(_ state: StateMessage) {
    putState(state)
    put("\n")
  }

  /// Appends a `state` as a value, for the `result` of a `get`.
  public mutating func putState(_ state: StateMessage) {
    put(#"{"type":"state","profile":{"name":"#)
    put(EscapedText(state.profileName))
    put(#","label":"#)
    put(EscapedText(state.profileLabel))
    put(#"},"profiles":"#)
    put(EscapedList(state.profiles))
    putModes(state.modes)
    put(#","devices":["#)
    for (index, device) in state.devices.enumerated() {
      put(index == 0 ? #"{"device":"# : #",{"device":"#)
      putIdentity(device.node)
      put(#","grabbed":"#)
      put(device.isGrabbed)
      if let failure = device.failure {
        put(#","reason":"#)
        put(failure.reason)
        put(#","message":"#)
        put(failure.message)
      }
      put("}")
    }
    put(#"],"switches":["#)
    for (index, one) in state.switches.enumerated() {
      put(index == 0 ? #"{"switch":"# : #",{"switch":"#)
      put(one.name)
      put(#","label":"#)
      put(one.label)
      put(#","down":"#)
      put(one.isDown)
      put("}")
    }
    put(#"],"consumers":"#)
    putConsumers(state.consumers)
    put(#","question":"#)
    putQuestion(state.question)
    put(#","context":"#)
    putContext(state.context)
    // The scanning clock is not served yet.
    put(#","scan":null,"time":"#)
    put(state.time)
    put("}")
  }

  private mutating func putModes(_ modes: StateMessage.Modes) {
    put(#","modes":{"active":"#)
    put(modes.isActive)
    put(#","locked":"#)
    put(modes.isLocked)
    put(#","pass-through":"#)
    put(modes.passThrough)
    put(#","rest":"#)
    put(modes.rest)
    put(#","gesture":"#)
    put(modes.gesture)
    put(#","panic":"#)
    put(modes.panic)
    put("}")
  }

  /// Appends a `missed` line: the reader lost `count` lines; a fresh `state` follows.
  public mutating func writeMissed(count: Int64) {
    put(#"{"type":"missed","count":"#)
    put(count)
    end()
  }

  /// Appends a `bye` line, the last of a connection.
  public mutating func writeBye(reason: String) {
    put(#"{"type":"bye","reason":"#)
    put(EscapedText(reason))
    end()
  }

  /// Appends an `ok` line. `result` holds one JSON value, made by this module: the answer to a `get`.
  public mutating func writeOK(id: RequestID?, result: LineBuffer? = nil) {
    put(#"{"type":"ok""#)
    putID(id)
    if let result {
      put(#","result":"#)
      put(contentsOf: result)
    }
    end()
  }

  /// Appends an `error` line. `diagnostics` belong to a `reload` that failed; nil: none are written.
  public mutating func writeError(
    id: RequestID?, code: ErrorCode, message: String, diagnostics: [DiagnosticMessage]? = nil
  ) {
    put(#"{"type":"error""#)
    putID(id)
    put(#","code":"#)
    put(EscapedText(code.rawValue))
    put(#","message":"#)
    put(EscapedText(message))
    if let diagnostics {
      put(#","diagnostics":"#)
      put(diagnostics)
    }
    end()
  }

  private mutating func putID(_ id: RequestID?) {
    switch id {
    case .integer(let number):
      put(#","id":"#)
      put(number)
    case .text(let text):
      put(#","id":"#)
      put(EscapedText(text))
    case nil: break
    }
  }
}
