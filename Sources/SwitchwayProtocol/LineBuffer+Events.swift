// Events, one function for each message. Members have the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `command` line.
  @discardableResult
  public mutating func writeCommand(_ message: CommandMessage) -> LineHead {
    put(#"{"type":"command","seq":"#)
    put(message.seq)
    put(#","command":"#)
    put(message.command)
    put(#","args":"#)
    put(message.arguments)
    put(#","phase":"#)
    switch message.phase {
    case .once: put(#""do""#)
    case .begin: put(#""begin""#)
    case .end: put(#""end""#)
    }
    put(#","count":"#)
    put(message.count)
    put(#","source":"#)
    putSource(message.source)
    put(#","pressed":"#)
    put(message.pressed)
    if let released = message.released {
      put(#","released":"#)
      put(released)
    }
    put(#","accepted":"#)
    put(message.accepted)
    if let sent = message.sent {
      put(#","sent":"#)
      put(sent)
    }
    if message.isUncertain { put(#","uncertain":true"#) }
    put(#","for":"#)
    put(orNull: message.claimant)
    end()
    return LineHead(message)
  }

  mutating func putSource(_ source: CommandSource) {
    switch source {
    case .press(let switchName, let device, let gesture):
      put(#"{"switch":"#)
      put(switchName)
      put(#","device":"#)
      put(device)
      put(#","gesture":"#)
      put(gesture)
    case .key(let device, let gesture):
      put(#"{"device":"#)
      put(device)
      put(#","gesture":"#)
      put(gesture)
    case .client(let name):
      put(#"{"client":"#)
      put(name)
    }
    put("}")
  }

  /// Appends a `press` line. Times in µs; `time` is the true edge.
  public mutating func writePress(switchName: EscapedText, down: Bool, time: Int64, accepted: Int64) {
    put(#"{"type":"press","switch":"#)
    put(switchName)
    put(#","down":"#)
    put(down)
    put(#","time":"#)
    put(time)
    put(#","accepted":"#)
    put(accepted)
    end()
  }

  /// Appends a `pending` line. Times in µs.
  public mutating func writePending(switchName: EscapedText, pressed: Int64, until: Int64, reason: EscapedText) {
    put(#"{"type":"pending","switch":"#)
    put(switchName)
    put(#","pressed":"#)
    put(pressed)
    put(#","until":"#)
    put(until)
    put(#","reason":"#)
    put(reason)
    end()
  }

  /// Appends a `rejected` line. `switchName` is nil if a client made the command. Times in µs; `time` is when it was
  /// rejected.
  public mutating func writeRejected(switchName: EscapedText?, pressed: Int64, time: Int64, reason: EscapedText) {
    put(#"{"type":"rejected""#)
    if let switchName {
      put(#","switch":"#)
      put(switchName)
    }
    put(#","pressed":"#)
    put(pressed)
    put(#","time":"#)
    put(time)
    put(#","reason":"#)
    put(reason)
    end()
  }

  /// Appends a `device` line. `reason` is for `failed` only. `time` in µs.
  public mutating func writeDevice(
    _ change: DeviceChange, node: NodeIdentity, reason: EscapedText? = nil, time: Int64
  ) {
    put(#"{"type":"device","change":"#)
    switch change {
    case .added: put(#""added""#)
    case .removed: put(#""removed""#)
    case .grabbed: put(#""grabbed""#)
    case .released: put(#""released""#)
    case .failed: put(#""failed""#)
    }
    put(#","device":"#)
    putIdentity(node)
    if let reason {
      put(#","reason":"#)
      put(reason)
    }
    put(#","time":"#)
    put(time)
    end()
  }

  mutating func putIdentity(_ node: NodeIdentity) {
    put(orNull: node.entry)
    put(#","name":"#)
    put(node.name)
    put(#","id":"#)
    put(node.id)
    put(#","kind":"#)
    put(node.kind)
  }

  /// Appends a `profile` line: the profile that is in force from now on. `time` in µs.
  public mutating func writeProfile(name: EscapedText, label: EscapedText, time: Int64) {
    put(#"{"type":"profile","name":"#)
    put(name)
    put(#","label":"#)
    put(label)
    put(#","time":"#)
    put(time)
    end()
  }

  /// What a warning is about.
  public enum WarningSubject: Hashable, Sendable {
    case switchName(EscapedText)
    /// The name of a device's entry.
    case device(EscapedText)
  }

  /// Appends a `warning` line. `time` in µs.
  public mutating func writeWarning(
    _ code: WarningCode, about subject: WarningSubject?, message: EscapedText, time: Int64
  ) {
    put(#"{"type":"warning","code":"#)
    putCode(code)
    switch subject {
    case .switchName(let name):
      put(#","switch":"#)
      put(name)
    case .device(let entry):
      put(#","device":"#)
      put(entry)
    case nil: break
    }
    put(#","message":"#)
    put(message)
    put(#","time":"#)
    put(time)
    end()
  }

  private mutating func putCode(_ code: WarningCode) {
    switch code {
    case .stuck: put(#""stuck""#)
    case .deviceLost: put(#""device-lost""#)
    case .degraded: put(#""degraded""#)
    case .flood: put(#""flood""#)
    case .consumerLost: put(#""consumer-lost""#)
    case .recalibrate: put(#""recalibrate""#)
    case .panic: put(#""panic""#)
    case .settingUnused: put(#""setting-unused""#)
    case .sharedInput: put(#""shared-input""#)
    case .clock: put(#""clock""#)
    }
  }

  /// Appends a `config` line: files were read, and are now in force (`loaded`) or not.
  public mutating func writeConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    put(#"{"type":"config","change":"#)
    if loaded { put(#""loaded""#) } else { put(#""failed""#) }
    put(#","diagnostics":"#)
    putOmitted(put(diagnostics))
    end()
  }

  /// Appends how many entries are left out of the preceding list. Appends nothing if that is 0.
  mutating func putOmitted(_ omitted: Int) {
    guard omitted > 0 else { return }
    put(#","omitted":"#)
    put(Int64(omitted))
  }

  /// Appends diagnostics as a JSON list: the first ones, as many as keep the buffer within `limit` bytes. The others
  /// are reported after those have been corrected. Returns how many are left out.
  @discardableResult package mutating func put(
    _ diagnostics: [DiagnosticMessage], upTo limit: Int = LineBuffer.mostWithDiagnostics
  ) -> Int {
    var omitted = 0
    put("[")
    for (index, diagnostic) in diagnostics.enumerated() {
      let before = count
      if index > 0 { put(",") }
      put(diagnostic)
      if count > limit {
        cut(to: before)
        omitted = diagnostics.count - index
        break
      }
    }
    put("]")
    return omitted
  }

  /// The protocol's longest line, less 4096 bytes for the members beside a list: an `id` may be a long text.
  package static let mostWithDiagnostics = LineDecoder.maximumLength - 4_096

  private mutating func put(_ diagnostic: DiagnosticMessage) {
    put(#"{"file":"#)
    put(EscapedText(diagnostic.file))
    put(#","line":"#)
    put(Int64(diagnostic.line))
    put(#","column":"#)
    put(Int64(diagnostic.column))
    put(#","severity":"#)
    put(EscapedText(diagnostic.severity))
    put(#","message":"#)
    put(EscapedText(diagnostic.message))
    if let help = diagnostic.help {
      put(#","help":"#)
      put(EscapedText(help))
    }
    put("}")
  }
}
