// Lines that begin, answer and end a connection. Members have the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `hello` line. `server`: name and version; `boot`: the id of this run; `time` in µs.
  public mutating func writeHello(server: String, boot: String, time: Int64) {
    putNumber(#"{"type":"hello","protocol":"#, ProtocolVersion.current)
    putText(#","server":"#, EscapedText(server))
    putText(#","boot":"#, EscapedText(boot))
    putNumber(#","time":"#, time)
    end()
  }

  /// Appends a `missed` line: the reader lost `count` lines; a fresh `state` follows.
  public mutating func writeMissed(count: Int64) {
    putNumber(#"{"type":"missed","count":"#, count)
    end()
  }

  /// Appends a `ping` line. The client answers it with a `pong` of the same number.
  public mutating func writePing(_ number: Int64) {
    putNumber(#"{"type":"ping","n":"#, number)
    end()
  }

  /// Appends a `bye` line, the last of a connection.
  public mutating func writeBye(reason: String) {
    putText(#"{"type":"bye","reason":"#, EscapedText(reason))
    end()
  }

  /// Appends an `ok` line. `result` is the answer to a `get`: one JSON value that this module wrote. `page` says which
  /// of its entries it contains.
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
