// Events, one function for each message. Members have the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `command` line. Times are µs of the monotonic clock, or of the recording.
  ///
  /// - Parameters:
  ///   - seq: counts the commands of this run from 1, without gaps.
  ///   - count: 1 for the first, then 2, 3 … for repeats.
  ///   - released: absent while the switch is down.
  ///   - sent: absent in a replay.
  ///   - isUncertain: written only when true.
  ///   - claimant: the member `for`: the client that has claimed the command. nil is `null`.
  ///   - pageItem: the item that it selects or lights. nil: the members are left out.
  package mutating func writeCommand(
    seq: Int64, _ command: EscapedText, _ arguments: EscapedList, _ phase: MessagePhase, count: Int64 = 1,
    _ source: CommandSource, pressed: Int64, released: Int64? = nil, accepted: Int64, sent: Int64? = nil,
    isUncertain: Bool = false, claimant: EscapedText? = nil, _ pageItem: PageItemMessage? = nil
  ) {
    // The literals of a line with all members are 199 bytes, and its numbers at most 168.
    fill(512 + command.count + arguments.count + source.count + (claimant?.count ?? 0)) {
      $0.put(#"{"type":"command","seq":"#, seq)
      $0.put(#","command":"#, command)
      $0.put(#","args":"#)
      $0.put(arguments)
      $0.put(#","phase":"#, word: phase.rawValue)
      $0.put(#","count":"#, count)
      $0.put(#","source":"#)
      $0.put(source)
      $0.put(#","pressed":"#, pressed)
      if let released { $0.put(#","released":"#, released) }
      $0.put(#","accepted":"#, accepted)
      if let sent { $0.put(#","sent":"#, sent) }
      if isUncertain { $0.put(#","uncertain":true"#) }
      $0.put(#","for":"#)
      if let claimant { $0.put(claimant) } else { $0.put("null") }
      if let pageItem {
        $0.put(#","page":"#, pageItem.page)
        $0.put(#","item":"#, pageItem.item)
      }
      $0.put("}\n")
    }
  }

  mutating func putSource(_ source: CommandSource) { fill(128 + source.count) { $0.put(source) } }

  private mutating func put(_ pageItem: PageItemMessage) {
    put(#","page":"#, pageItem.page)
    put(#","item":"#, pageItem.item)
  }

  /// Appends a `scan` line: what the scanning clock does now.
  public mutating func writeScan(_ scan: ScanMessage) {
    put(#"{"type":"scan","#)
    putMembers(of: scan)
    put(#","time":"#, scan.time)
    end()
  }

  /// Appends the `scan` of a `state`. nil is `null`.
  mutating func putScan(_ scan: ScanMessage?) {
    guard let scan else { return put("null") }
    put("{")
    putMembers(of: scan)
    put("}")
  }

  private mutating func putMembers(of scan: ScanMessage) {
    put(#""state":"#, word: scan.state)
    put(#","style":"#, word: scan.style)
    put(#","interval":"#, scan.interval)
    if let pageItem = scan.pageItem { put(pageItem) }
  }

  /// Appends a `press` line. Times in µs; `time` is the true edge.
  public mutating func writePress(switchName: EscapedText, down: Bool, time: Int64, accepted: Int64) {
    fill(128 + switchName.count) {
      $0.put(#"{"type":"press","switch":"#, switchName)
      if down { $0.put(#","down":true,"time":"#) } else { $0.put(#","down":false,"time":"#) }
      $0.put(time)
      $0.put(#","accepted":"#, accepted)
      $0.put("}\n")
    }
  }

  /// Appends a `pending` line. Times in µs.
  public mutating func writePending(switchName: EscapedText, pressed: Int64, until: Int64, reason: String) {
    fill(192 + switchName.count) {
      $0.put(#"{"type":"pending","switch":"#, switchName)
      $0.put(#","pressed":"#, pressed)
      $0.put(#","until":"#, until)
      $0.put(#","reason":"#, word: reason)
      $0.put("}\n")
    }
  }

  /// Appends a `rejected` line. `switchName` is nil if a client made the command. Times in µs; `time` is when it was
  /// rejected.
  public mutating func writeRejected(switchName: EscapedText?, pressed: Int64, time: Int64, reason: String) {
    fill(192 + (switchName?.count ?? 0)) {
      $0.put(#"{"type":"rejected""#)
      if let switchName { $0.put(#","switch":"#, switchName) }
      $0.put(#","pressed":"#, pressed)
      $0.put(#","time":"#, time)
      $0.put(#","reason":"#, word: reason)
      $0.put("}\n")
    }
  }

  /// Appends a `device` line. `reason` is for `failed` only. `time` in µs.
  public mutating func writeDevice(
    _ change: DeviceChange, node: NodeIdentity, reason: String? = nil, time: Int64
  ) {
    put(#"{"type":"device","change":"#, word: change.rawValue)
    put(#","device":"#)
    putIdentity(node)
    if let reason { put(#","reason":"#, word: reason) }
    put(#","time":"#, time)
    end()
  }

  mutating func putIdentity(_ node: NodeIdentity) {
    put(orNull: node.entry)
    put(#","name":"#, node.name)
    put(#","id":"#, node.id)
    put(#","kind":"#, node.kind)
  }

  /// Appends a `profile` line: the profile that is in force from now on. `time` in µs.
  public mutating func writeProfile(name: EscapedText, label: EscapedText, time: Int64) {
    put(#"{"type":"profile","name":"#, name)
    put(#","label":"#, label)
    put(#","time":"#, time)
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
    put(#"{"type":"warning","code":"#, word: code.rawValue)
    switch subject {
    case .switchName(let name): put(#","switch":"#, name)
    case .device(let entry): put(#","device":"#, entry)
    case nil: break
    }
    put(#","message":"#, message)
    put(#","time":"#, time)
    end()
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
    put(#","omitted":"#, Int64(omitted))
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
    put(#"{"file":"#, EscapedText(diagnostic.file))
    put(#","line":"#, Int64(diagnostic.line))
    put(#","column":"#, Int64(diagnostic.column))
    put(#","severity":"#, EscapedText(diagnostic.severity))
    put(#","message":"#, EscapedText(diagnostic.message))
    if let help = diagnostic.help {
      put(#","help":"#, EscapedText(help))
    }
    put("}")
  }
}
