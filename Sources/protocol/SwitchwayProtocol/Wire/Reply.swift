extension Wire {
  /// The answer to a request.
  package enum Reply: Sendable {
    case done
    /// The request was done, and this is its result: one JSON value, and which of its list entries are in it.
    case result(LineBuffer, AnswerPage = AnswerPage())
    case refused(RequestError)

    /// Makes `refused` if there is an error, otherwise `done`.
    package init(_ error: RequestError?) { self = error.map(Reply.refused) ?? .done }

    /// Makes a result of one page of a value, from entry number `first` on.
    package static func page(of value: PagedValue, from first: Int) -> Reply {
      let (text, page) = value.page(from: first)
      return .result(text, page)
    }

    /// The type of the line that contains the answer.
    package var type: MessageType { if case .refused = self { .error } else { .ok } }
  }
}

extension LineBuffer {
  /// Appends the line that answers the request with this `id`.
  package mutating func write(_ reply: Wire.Reply, id: RequestID?) {
    switch reply {
    case .done: writeOK(id: id)
    case .result(let value, let page): writeOK(id: id, result: value, page: page)
    case .refused(let error): writeError(error, id: id)
    }
  }
}

extension Wire {
  /// The `result` of the request `scan`: the time since which the page is scanned.
  package struct PageTime: WireValue {
    /// The time in µs. `nil` from an older daemon.
    package var time: Int64?

    package init(_ time: Int64) { self.time = time }

    package init(_ members: Members) { time = members.number("time") }

    package var json: JSONValue { .object(["time": number(time)]) }
  }
}
