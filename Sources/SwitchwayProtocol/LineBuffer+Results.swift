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
  /// The keys that a bridge types while no front end claims the command; nil: none.
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
  /// As the key-remap file writes it: `tab+z`.
  public var chord: String
  /// With the keys that are pressed: `Tab + Z`.
  public var label: String
  /// `chord`, or `hold`.
  public var gesture: String
  /// The mode in which it counts: `gesture`; nil: in no mode.
  public var mode: String?
  public var command: String
  public var arguments: [String]
  /// The keys that are typed while no front end claims the command; nil is `null`: it is published all the same.
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
  /// Appends what every switch does: an array, `{"switch","label","gesture","command","args","after","every","within"}`
  /// each, the last three only where the gesture has them; then `{"chord","label","gesture","mode","command","args",
  /// "alone","after"}` for each of `keys`.
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

  /// Appends the members of a key's binding, without what stands around them.
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

  /// Appends which profile is wanted, which files were read or looked for, which devices that it requires are absent,
  /// and what was found in the files: `{"profile","files","absent","diagnostics","in-force"}`. `inForce`: one JSON value,
  /// the profile in force with its numbers and places; nil: none is.
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

  /// Appends a finite number that may have a fraction.
  package mutating func put(_ number: Double) { append(Array(number.description.utf8)[...]) }
}
