// Values for the `result` of a `get`.
extension LineBuffer {
  /// Appends `{"profile","files","absent","diagnostics","substitute","in-force"}`: the wanted profile, the files that
  /// were read or looked for, the required devices that are absent, the problems in the files, and what is used instead
  /// of a profile with errors. `inForce` is one JSON value, the profile in force with its numbers and places. nil: none
  /// is in force.
  public mutating func putConfig(
    profile: String, files: [String], absent: [String], diagnostics: [DiagnosticMessage],
    substitute: (kind: String, profile: String)? = nil, inForce: LineBuffer? = nil
  ) {
    put(#"{"profile":"#, EscapedText(profile))
    put(#","files":"#, EscapedList(files))
    put(#","absent":"#, EscapedList(absent))
    put(#","diagnostics":"#)
    put(diagnostics, upTo: .max)
    if let substitute {
      put(#","substitute":{"kind":"#, EscapedText(substitute.kind))
      put(#","profile":"#, EscapedText(substitute.profile))
      put("}")
    }
    if let inForce {
      put(#","in-force":"#)
      put(contentsOf: inForce)
    }
    put("}")
  }

  /// Appends `{"time"}`: since when a page is scanned.
  public mutating func putPageTime(_ time: Int64) {
    put(#"{"time":"#, time)
    put("}")
  }

  /// Appends a finite number, which may have a fraction.
  package mutating func put(_ number: Double) { append(Array(number.description.utf8)[...]) }
}
