/// What one gesture of a switch or a chord does, in the `result` of `get` `bindings`.
public struct BindingMessage: Hashable, Sendable {
  /// A switch's name, or a chord as the key-remap file writes it.
  public var switchName: String
  public var label: String
  public var gesture: String
  public var command: String
  public var arguments: [String]
  /// µs from the press to a `hold` or to the first `repeat`.
  public var after: Int64?
  /// µs from one `repeat` to the next.
  public var every: Int64?
  /// µs between the presses of a `double` or `triple`, or from the first to the last of a `chord`. The times must be
  /// less than this.
  public var within: Int64?
  /// The keys that a bridge types while no front end claims the command. nil: none.
  public var alone: String?

  public init(
    switchName: String, label: String, gesture: String, command: String, arguments: [String], after: Int64? = nil,
    every: Int64? = nil, within: Int64? = nil, alone: String? = nil
  ) {
    self.switchName = switchName
    self.label = label
    self.gesture = gesture
    self.command = command
    self.arguments = arguments
    self.after = after
    self.every = every
    self.within = within
    self.alone = alone
  }
}

/// What a chord of keys does, in the `result` of `get` `bindings`.
public struct KeyBindingMessage: Hashable, Sendable {
  /// The chord as the key-remap file writes it: `tab+z`.
  public var chord: String
  /// The chord as the keys that are pressed: `Tab + Z`.
  public var label: String
  /// `chord` or `hold`.
  public var gesture: String
  /// `gesture` if the binding works only in that mode. nil: it needs no mode.
  public var mode: String?
  public var command: String
  public var arguments: [String]
  /// The keys that are typed while no front end claims the command. nil is `null`: the command is then published
  /// anyway.
  public var alone: String?
  /// µs from the press to a `hold`.
  public var after: Int64?

  public init(
    chord: String, label: String, gesture: String, mode: String? = nil, command: String, arguments: [String],
    alone: String?, after: Int64? = nil
  ) {
    self.chord = chord
    self.label = label
    self.gesture = gesture
    self.mode = mode
    self.command = command
    self.arguments = arguments
    self.alone = alone
    self.after = after
  }
}

// Values for the `result` of a `get`.
extension LineBuffer {
  /// Appends an array of what every switch and chord does. Each entry of `bindings` is
  /// `{"switch","label","gesture","command","args","after","every","within","alone"}`; the last four are present only
  /// if the binding has them. Each entry of `keys` is then
  /// `{"chord","label","gesture","mode","command","args","alone","after"}`.
  public mutating func putBindings(_ bindings: [BindingMessage], keys: [KeyBindingMessage] = []) {
    put("[")
    for (index, binding) in bindings.enumerated() {
      put(index == 0 ? #"{"switch":"# : #",{"switch":"#, EscapedText(binding.switchName))
      put(#","label":"#, EscapedText(binding.label))
      put(#","gesture":"#, EscapedText(binding.gesture))
      put(#","command":"#, EscapedText(binding.command))
      put(#","args":"#, EscapedList(binding.arguments))
      let times: [(StaticString, Int64?)] = [
        (#","after":"#, binding.after), (#","every":"#, binding.every), (#","within":"#, binding.within),
      ]
      for case (let key, let time?) in times {
        put(key)
        put(time)
      }
      if let alone = binding.alone {
        put(#","alone":"#, EscapedText(alone))
      }
      put("}")
    }
    for (index, binding) in keys.enumerated() {
      put(bindings.isEmpty && index == 0 ? "{" : ",{")
      putMembers(of: binding)
      put("}")
    }
    put("]")
  }

  /// Appends the members of a key's binding, without the braces.
  package mutating func putMembers(of binding: KeyBindingMessage) {
    put(#""chord":"#, EscapedText(binding.chord))
    put(#","label":"#, EscapedText(binding.label))
    put(#","gesture":"#, EscapedText(binding.gesture))
    if let mode = binding.mode {
      put(#","mode":"#, EscapedText(mode))
    }
    put(#","command":"#, EscapedText(binding.command))
    put(#","args":"#, EscapedList(binding.arguments))
    put(#","alone":"#)
    put(orNull: binding.alone.map { EscapedText($0) })
    if let after = binding.after {
      put(#","after":"#, after)
    }
  }

  /// Appends `{"profile","files","absent","diagnostics","in-force"}`: the wanted profile, the files that were read or
  /// looked for, the required devices that are absent, and the problems in the files. `inForce` is one JSON value, the
  /// profile in force with its numbers and places. nil: none is in force.
  public mutating func putConfig(
    profile: String, files: [String], absent: [String], diagnostics: [DiagnosticMessage], inForce: LineBuffer? = nil
  ) {
    put(#"{"profile":"#, EscapedText(profile))
    put(#","files":"#, EscapedList(files))
    put(#","absent":"#, EscapedList(absent))
    put(#","diagnostics":"#)
    put(diagnostics, upTo: .max)
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
