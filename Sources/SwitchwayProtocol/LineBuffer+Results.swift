/// What one gesture of a switch does, in the `result` of `get` `bindings`.
public struct BindingMessage: Hashable, Sendable {
  public var switchName: String
  public var label: String
  public var gesture: String
  public var command: String
  public var arguments: [String]

  public init(switchName: String, label: String, gesture: String, command: String, arguments: [String]) {
    self.switchName = switchName
    self.label = label
    self.gesture = gesture
    self.command = command
    self.arguments = arguments
  }
}

// Values for the `result` of a `get`.
extension LineBuffer {
  /// Appends what every switch does: an array, `{"switch","label","gesture","command","args"}` each.
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
      put("}")
    }
    put("]")
  }

  /// Appends which profile is wanted, which files were read or looked for, which devices that it requires are absent,
  /// and what was found in the files: `{"profile","files","absent","diagnostics"}`.
  public mutating func putConfig(
    profile: String, files: [String], absent: [String], diagnostics: [DiagnosticMessage]
  ) {
    put(#"{"profile":"#)
    put(EscapedText(profile))
    put(#","files":"#)
    put(EscapedList(files))
    put(#","absent":"#)
    put(EscapedList(absent))
    put(#","diagnostics":"#)
    put(diagnostics)
    put("}")
  }
}
