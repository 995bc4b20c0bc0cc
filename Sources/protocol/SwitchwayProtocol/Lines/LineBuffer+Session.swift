// Writes the lines that begin a connection, answer requests, and end the connection. The members are in the order of
// the protocol's examples.
extension LineBuffer {
  /// Appends a `hello` line. `server` is the name and the version of the daemon, `boot` is the id of this run, and
  /// `time` is in µs.
  public mutating func writeHello(server: String, boot: String, time: Int64) {
    putNumber(#"{"type":"hello","protocol":"#, ProtocolVersion.current)
    putText(#","server":"#, EscapedText(server))
    putText(#","boot":"#, EscapedText(boot))
    putNumber(#","time":"#, time)
    end()
  }

  /// Appends a `missed` line, which says that the client has lost `count` lines. A new `state` follows it.
  public mutating func writeMissed(count: Int64) {
    putNumber(#"{"type":"missed","count":"#, count)
    end()
  }

  /// Appends a `ping` line. The client answers it with a `pong` of the same number.
  public mutating func writePing(_ number: Int64) {
    putNumber(#"{"type":"ping","n":"#, number)
    end()
  }

  /// Appends a `bye` line, which is the last line of a connection.
  public mutating func writeBye(reason: String) {
    putText(#"{"type":"bye","reason":"#, EscapedText(reason))
    end()
  }

  /// Appends an `ok` line. `result` is the value that a request asked for: one JSON value that this module has written.
  /// `page` says which entries of the value's lists it contains.
  public mutating func writeOK(id: RequestID?, result: LineBuffer? = nil, page: AnswerPage = AnswerPage()) {
    put(#"{"type":"ok""#)
    putID(id)
    if let next = page.next {
      putNumber(#","next":"#, Int64(next))
    }
    putOmitted(page.omitted)
    if let result {
      put(#","result":"#)
      putJSON(result)
    }
    end()
  }

  /// Appends the `error` line that answers the request with this `id`.
  public mutating func writeError(_ error: RequestError, id: RequestID?) {
    put(#"{"type":"error""#)
    putID(id)
    putWord(#","code":"#, error.code.rawValue)
    putText(#","message":"#, EscapedText(error.message))
    if let diagnostics = error.diagnostics {
      put(#","diagnostics":"#)
      putOmitted(putDiagnostics(diagnostics))
    }
    putWord(#","reason":"#, error.reason.rawValue)
    end()
  }

  private mutating func putID(_ id: RequestID?) {
    switch id {
    case .integer(let number):
      putNumber(#","id":"#, number)
    case .text(let text):
      putText(#","id":"#, EscapedText(text))
    case nil: break
    }
  }
}
