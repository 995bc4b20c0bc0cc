/// A device in a `learn` line, with everything that a match in a key-remap file can name.
public struct LearnedDevice: Hashable, Sendable {
  /// The device's name. Already made printable, as are `phys` and `uniq`.
  public var name: EscapedText
  /// `vendor:product`.
  public var id: EscapedText
  /// One of the words for device kinds.
  public var kind: EscapedText
  public var phys: EscapedText
  public var uniq: EscapedText
  /// `name` differs from the device's name: that was too long, or had unprintable characters, which were replaced.
  public var isNameChanged: Bool

  public init(name: String, id: String, kind: String, phys: String, uniq: String, isNameChanged: Bool = false) {
    self.name = EscapedText(name)
    self.id = EscapedText(id)
    self.kind = EscapedText(kind)
    self.phys = EscapedText(phys)
    self.uniq = EscapedText(uniq)
    self.isNameChanged = isNameChanged
  }
}

// Lines about what a person presses while a client learns.
extension LineBuffer {
  /// Appends a `learn` line. `input` is the input as a key-remap file writes it after the device's name. `button` is
  /// the N of the input's other name `button-N`; nil for an axis. `time` in µs.
  public mutating func writeLearn(
    device: LearnedDevice, input: EscapedText, button: Int? = nil, down: Bool, time: Int64
  ) {
    put(#"{"type":"learn","device":{"name":"#, device.name)
    put(#","id":"#, device.id)
    put(#","kind":"#, device.kind)
    put(#","phys":"#, device.phys)
    put(#","uniq":"#, device.uniq)
    if device.isNameChanged { put(#","name-changed":true"#) }
    put(#"},"input":"#, input)
    if let button {
      put(#","button":"#, Int64(button))
    }
    put(#","down":"#, down)
    put(#","time":"#, time)
    end()
  }
}
