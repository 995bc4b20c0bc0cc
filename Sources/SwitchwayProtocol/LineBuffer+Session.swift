// Lines that begin, answer and end a connection. Members have the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `hello` line. `server`: name and version; `boot`: the id of this run; `time` in µs.
  public mutating func writeHello(server: String, boot: String, time: Int64) {
    put(#"{"type":"hello","protocol":"#, ProtocolVersion.current)
    put(#","server":"#, EscapedText(server))
    put(#","boot":"#, EscapedText(boot))
    put(#","time":"#, time)
    end()
  }

  /// Appends a `state` line.
  public mutating func writeState(_ state: StateMessage) {
    putState(state)
    put("\n")
  }

  /// Appends a `state` as a value, for the `result` of a `get`. It fits into a line: list entries that do not fit are
  /// left out and counted in `omitted`.
  public mutating func putState(_ state: StateMessage) {
    var head = LineBuffer()
    head.put(#"{"type":"state","profile":{"name":"#, EscapedText(state.profileName))
    head.put(#","label":"#, EscapedText(state.profileLabel))
    head.put(#"},"profiles":["#)
    var modes = LineBuffer()
    modes.putModes(state.modes)
    var tail = LineBuffer()
    tail.put(#"],"consumers":"#)
    tail.putConsumers(state.consumers)
    tail.put(#","question":"#)
    tail.putQuestion(state.question)
    tail.put(#","context":"#)
    tail.putContext(state.context)
    tail.put(#","scan":"#)
    tail.putScan(state.scan)
    tail.put(#","typing":"#)
    if let obstacle = state.typingObstacle { tail.put(obstacle) } else { tail.put(true) }
    tail.put(#","time":"#, state.time)
    var lists = StateLists(state)
    lists.cut(to: Self.mostOfValue - head.count - modes.count - tail.count - 256)
    put(contentsOf: head)
    put(contentsOf: lists.profiles.joined)
    put("]")
    put(contentsOf: modes)
    put(#","devices":["#)
    put(contentsOf: lists.devices.joined)
    put(#"],"switches":["#)
    put(contentsOf: lists.switches.joined)
    put(contentsOf: tail)
    lists.putOmitted(into: &self)
    put("}")
  }

  private mutating func putModes(_ modes: StateMessage.Modes) {
    put(#","modes":{"active":"#, modes.isActive)
    put(#","locked":"#, modes.isLocked)
    put(#","pass-through":"#, modes.passThrough)
    put(#","rest":"#, modes.rest)
    put(#","gesture":"#, modes.gesture)
    put(#","panic":"#, modes.panic)
    put("}")
  }

  /// Appends a `missed` line: the reader lost `count` lines; a fresh `state` follows.
  public mutating func writeMissed(count: Int64) {
    put(#"{"type":"missed","count":"#, count)
    end()
  }

  /// Appends a `bye` line, the last of a connection.
  public mutating func writeBye(reason: String) {
    put(#"{"type":"bye","reason":"#, EscapedText(reason))
    end()
  }

  /// Appends an `ok` line. `result` is the answer to a `get`: one JSON value that this module wrote. `page` tells which
  /// of its entries it contains.
  public mutating func writeOK(id: RequestID?, result: LineBuffer? = nil, page: AnswerPage = AnswerPage()) {
    put(#"{"type":"ok""#)
    putID(id)
    if let next = page.next {
      put(#","next":"#, Int64(next))
    }
    putOmitted(page.omitted)
    if let result {
      put(#","result":"#)
      put(contentsOf: result)
    }
    end()
  }

  /// Appends an `error` line. `diagnostics` are for a failed `reload`. nil: the member is left out.
  public mutating func writeError(
    id: RequestID?, code: ErrorCode, message: String, diagnostics: [DiagnosticMessage]? = nil
  ) {
    put(#"{"type":"error""#)
    putID(id)
    put(#","code":"#, EscapedText(code.rawValue))
    put(#","message":"#, EscapedText(message))
    if let diagnostics {
      put(#","diagnostics":"#)
      putOmitted(put(diagnostics))
    }
    end()
  }

  private mutating func putID(_ id: RequestID?) {
    switch id {
    case .integer(let number):
      put(#","id":"#, number)
    case .text(let text):
      put(#","id":"#, EscapedText(text))
    case nil: break
    }
  }
}
