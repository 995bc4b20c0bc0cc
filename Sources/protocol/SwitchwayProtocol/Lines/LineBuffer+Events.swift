// Writes events, with one function for each type of message. The members are in the order of the protocol's examples.
extension LineBuffer {
  /// Appends a `command` line. Times are in µs, on the monotonic clock or on the clock of the recording.
  ///
  /// - Parameters:
  ///   - seq: the number of the command, counted from 1 since the start of the daemon, without gaps.
  ///   - phase: `do`, `begin` or `end`.
  ///   - count: 1 for the first command, then 2, 3 … for its repetitions.
  ///   - released: the time of the release. `nil` while the switch is down; then the member is left out.
  ///   - sent: the time at which the line is sent. `nil` in a replay; then the member is left out.
  ///   - isUncertain: whether events were lost before the command. The member is written only if true.
  ///   - claimant: the client that has claimed the command, for the member `for`. If `nil`, the member is `null`.
  ///   - pageItem: the item that the command selects or highlights. If `nil`, the members `page` and `item` are left
  ///     out.
  package mutating func writeCommand(
    seq: Int64, _ command: EscapedText, _ arguments: EscapedList, phase: String, count: Int64 = 1,
    _ source: CommandSource, pressed: Int64, released: Int64? = nil, accepted: Int64, sent: Int64? = nil,
    isUncertain: Bool = false, claimant: EscapedText? = nil, pageItem: (page: Int, item: Int)? = nil
  ) {
    // In a line with all members, the literals need 199 bytes, and the numbers at most 168.
    fill(512 + command.count + arguments.count + source.count + (claimant?.count ?? 0)) {
      $0.putNumber(#"{"type":"command","seq":"#, seq)
      $0.putText(#","command":"#, command)
      $0.put(#","args":"#)
      $0.putList(arguments)
      $0.putWord(#","phase":"#, phase)
      $0.putNumber(#","count":"#, count)
      $0.put(#","source":"#)
      $0.putSource(source)
      $0.putNumber(#","pressed":"#, pressed)
      if let released { $0.putNumber(#","released":"#, released) }
      $0.putNumber(#","accepted":"#, accepted)
      if let sent { $0.putNumber(#","sent":"#, sent) }
      if isUncertain { $0.put(#","uncertain":true"#) }
      $0.put(#","for":"#)
      if let claimant { $0.putText(claimant) } else { $0.put("null") }
      if let pageItem {
        $0.putNumber(#","page":"#, Int64(pageItem.page))
        $0.putNumber(#","item":"#, Int64(pageItem.item))
      }
      $0.put("}\n")
    }
  }

  package mutating func putSource(_ source: CommandSource) { fill(128 + source.count) { $0.putSource(source) } }

  /// Appends a `press` line. Times are in µs. `time` is when the switch really went down or up, and `accepted` when
  /// that was decided.
  public mutating func writePress(switchName: EscapedText, down: Bool, time: Int64, accepted: Int64) {
    fill(128 + switchName.count) {
      $0.putText(#"{"type":"press","switch":"#, switchName)
      if down { $0.put(#","down":true,"time":"#) } else { $0.put(#","down":false,"time":"#) }
      $0.putNumber(time)
      $0.putNumber(#","accepted":"#, accepted)
      $0.put("}\n")
    }
  }

  /// Appends a `pending` line. Times are in µs.
  public mutating func writePending(switchName: EscapedText, pressed: Int64, until: Int64, reason: String) {
    fill(192 + switchName.count) {
      $0.putText(#"{"type":"pending","switch":"#, switchName)
      $0.putNumber(#","pressed":"#, pressed)
      $0.putNumber(#","until":"#, until)
      $0.putWord(#","reason":"#, reason)
      $0.put("}\n")
    }
  }

  /// Appends a `rejected` line. `switchName` is `nil` if a client has made the command. Times are in µs. `time` is when
  /// the press or the command was rejected.
  public mutating func writeRejected(switchName: EscapedText?, pressed: Int64, time: Int64, reason: String) {
    fill(192 + (switchName?.count ?? 0)) {
      $0.put(#"{"type":"rejected""#)
      if let switchName { $0.putText(#","switch":"#, switchName) }
      $0.putNumber(#","pressed":"#, pressed)
      $0.putNumber(#","time":"#, time)
      $0.putWord(#","reason":"#, reason)
      $0.put("}\n")
    }
  }

  /// Appends a `key` line for a key that is typed on the virtual keyboard. Only replays have such lines. `time` is in
  /// µs.
  public mutating func writeKey(_ code: EscapedText, down: Bool, time: Int64) {
    putText(#"{"type":"key","code":"#, code)
    putNumber(#","value":"#, Int64(down ? 1 : 0))
    putNumber(#","time":"#, time)
    end()
  }

  /// Appends a `config` line, which says that profile files were read. `loaded` says whether they are active now.
  public mutating func writeConfig(loaded: Bool, diagnostics: [DiagnosticMessage]) {
    put(#"{"type":"config","change":"#)
    if loaded { put(#""loaded""#) } else { put(#""failed""#) }
    put(#","diagnostics":"#)
    putOmitted(putDiagnostics(diagnostics))
    end()
  }

  /// Appends the number of entries that are left out of the preceding list. Appends nothing if the number is 0.
  mutating func putOmitted(_ omitted: Int) {
    guard omitted > 0 else { return }
    putNumber(#","omitted":"#, Int64(omitted))
  }

  /// Appends the first diagnostics as a JSON list, as many as keep the buffer within `limit` bytes. Returns the number
  /// of diagnostics that are left out. The person sees them after having corrected the first ones.
  @discardableResult package mutating func putDiagnostics(
    _ diagnostics: [DiagnosticMessage], upTo limit: Int = LineBuffer.mostWithDiagnostics
  ) -> Int {
    var omitted = 0
    put("[")
    for (index, diagnostic) in diagnostics.enumerated() {
      let before = count
      if index > 0 { put(",") }
      putValue(Wire.Diagnostic(diagnostic).json)
      if count > limit {
        cut(to: before)
        omitted = diagnostics.count - index
        break
      }
    }
    put("]")
    return omitted
  }

  /// The largest size of a line up to the end of its list, in bytes: the protocol's longest line, minus 4096 bytes for
  /// the other members, because an `id` may be a long text.
  package static let mostWithDiagnostics = LineDecoder.maximumLength - 4_096
}
