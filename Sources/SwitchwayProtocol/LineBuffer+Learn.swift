/// A device as `learn` tells it: all that a match in a key-remap file may be made of.
public struct LearnedDevice: Hashable, Sendable {
  /// What people call it: already made printable, as are `phys` and `uniq`.
  public var name: EscapedText
  /// `vendor:product`.
  public var id: EscapedText
  /// A word of the device kinds.
  public var kind: EscapedText
  public var phys: EscapedText
  public var uniq: EscapedText
  /// `name` is not the device's own: it was too long, or what cannot be printed was replaced.
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

// What a person moves while a client learns.
extension LineBuffer {
  /// Appends a `learn` line. `input`: as a key-remap file writes it behind the device's name; `button`: the N of its other
  /// name `button-N`, nil where it is an axis; `time` in µs.
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
