/// What one gesture of a switch does, or a chord, in the `result` of `get` `bindings`.
public struct BindingMessage: Hashable, Sendable {
  /// A switch's name, or a chord as it is written.
  public var switchName: String
  public var label: String
  public var gesture: String
  public var command: String
  public var arguments: [String]
  /// µs from the press to a `hold` or to the first `repeat`.
  public var after: Int64?
  /// µs from one `repeat` to the next.
  public var every: Int64?
  /// µs between the presses of a `double` or `triple`, or from the first to the last of a `chord`: less than this.
  public var within: Int64?

  public init(
    switchName: String, label: String, gesture: String, command: String, arguments: [String], after: Int64? = nil,
    every: Int64? = nil, within: Int64? = nil
  ) {
    self.switchName = switchName
    self.label = label
    self.gesture = gesture
    self.command = command
    self.arguments = arguments
    self.after = after
    self.every = every
    self.within = within
  }
}

// Values for the `result` of a `get`.
extension LineBuffer {
  /// Appends what every switch does: an array, `{"switch","label","gesture","command","args","after","every","within"}`
  /// each, the last three only where the gesture has them.
  public mutating func putBindings(_ bindings: [BindingMessage]) {
    put("[")
    for (index, binding) in bindings.enumerated() {
      put(index == 0 ? #"{"switch":"# : #",{"switch":"#)
      put(EscapedText(binding.switchName))
      put(#","label":"#)
      put(EscapedText(binding.label))
      put(#","gesture":"#)
      put(EscapedText(binding.gesture))
      put(#","command":"#)
      put(EscapedText(binding.command))
      put(#","args":"#)
      put(EscapedList(binding.arguments))
      if let after = binding.after {
        put(#","after":"#)
        put(after)
      }
      if let every = binding.every {
        put(#","every":"#)
        put(every)
      }
      if let within = binding.within {
        put(#","within":"#)
        put(within)
      }
      put("}")
    }
    put("]")
  }

  /// Appends which profile is wanted, which files were read or looked for, which devices that it requires are absent,
  /// and what was found in the files: `{"profile","files","absent","diagnostics","in-force"}`. `inForce`: one JSON value,
  /// the profile in force with its numbers and places; nil: none is.
  public mutating func putConfig(
    profile: String, files: [String], absent: [String], diagnostics: [DiagnosticMessage], inForce: LineBuffer? = nil
  ) {
    put(#"{"profile":"#)
    put(EscapedText(profile))
    put(#","files":"#)
    put(EscapedList(files))
    put(#","absent":"#)
    put(EscapedList(absent))
    put(#","diagnostics":"#)
    put(diagnostics)
    if let inForce {
      put(#","in-force":"#)
      put(contentsOf: inForce)
    }
    put("}")
  }
}
