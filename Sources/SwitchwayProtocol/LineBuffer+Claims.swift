// Lines about which clients act on commands.
extension LineBuffer {
  /// Appends a `consumer` line: which clients have claims from now on. `time` in µs.
  public mutating func writeConsumers(_ consumers: [ConsumerMessage], time: Int64) {
    put(#"{"type":"consumer","consumers":"#)
    putConsumers(consumers)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `context` line: the person's context from now on. nil is `null`. `time` in µs.
  public mutating func writeContext(_ context: ContextMessage?, time: Int64) {
    put(#"{"type":"context","context":"#)
    putContext(context)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `ping` line. The client answers it with a `pong` of the same number.
  public mutating func writePing(_ number: Int64) {
    put(#"{"type":"ping","n":"#, number)
    end()
  }

  /// Appends the consumers of a `state`.
  mutating func putConsumers(_ consumers: [ConsumerMessage]) {
    put("[")
    for (index, consumer) in consumers.enumerated() {
      put(index == 0 ? #"{"client":"# : #",{"client":"#, consumer.client)
      put(#","commands":"#)
      if let commands = consumer.commands { put(commands) } else { put(#""all""#) }
      put("}")
    }
    put("]")
  }

  /// Appends the context of a `state`.
  mutating func putContext(_ context: ContextMessage?) {
    guard let context else {
      put("null")
      return
    }
    put(#"{"kind":"#, word: context.kind)
    if let items = context.items {
      put(#","items":"#, items)
    }
    put("}")
  }
}
