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
    put(#"{"type":"learn","device":"#)
    put(device)
    put(#","input":"#, input)
    if let button {
      put(#","button":"#, Int64(button))
    }
    put(#","down":"#, down)
    put(#","time":"#, time)
    end()
  }

  /// Appends a `learn` line about a node whose events follow. `node`: a number for these events, never used again.
  /// `axes`: code, minimum, maximum and, if it is known, the value of each. `held`: the codes of keys that are down.
  public mutating func writeLearnedNode(
    device: LearnedDevice, node: Int64, bus: Int64, version: Int64, keys: [UInt16], axes: [[Int32]], held: [UInt16],
    time: Int64
  ) {
    put(#"{"type":"learn","device":"#)
    put(device)
    put(#","node":"#, node)
    put(#","change":"added","bus":"#, bus)
    put(#","version":"#, version)
    put(#","keys":"#)
    put(keys.map(Int64.init)) { $0.put($1) }
    put(#","axes":"#)
    put(axes) { line, axis in line.put(axis) { $0.put(Int64($1)) } }
    put(#","held":"#)
    put(held.map(Int64.init)) { $0.put($1) }
    put(#","time":"#, time)
    end()
  }

  /// Appends a `learn` line with events of a node: time, type, code and value of each. With `held`, events before them
  /// were lost, and the keys with these codes are down.
  public mutating func writeLearnedEvents(node: Int64, _ events: [[Int64]], held: [UInt16]?, time: Int64) {
    put(#"{"type":"learn","node":"#, node)
    if let held {
      put(#","change":"lost","held":"#)
      put(held.map(Int64.init)) { $0.put($1) }
    }
    put(#","events":"#)
    put(events) { line, event in line.put(event) { $0.put($1) } }
    put(#","time":"#, time)
    end()
  }

  /// Appends a `learn` line: the node is read no more.
  public mutating func writeLearnedRemoval(node: Int64, time: Int64) {
    put(#"{"type":"learn","node":"#, node)
    put(#","change":"removed","time":"#, time)
    end()
  }

  private mutating func put(_ device: LearnedDevice) {
    put(#"{"name":"#, device.name)
    put(#","id":"#, device.id)
    put(#","kind":"#, device.kind)
    put(#","phys":"#, device.phys)
    put(#","uniq":"#, device.uniq)
    if device.isNameChanged { put(#","name-changed":true"#) }
    put("}")
  }

  private mutating func put<Element>(_ list: [Element], _ element: (inout LineBuffer, Element) -> Void) {
    put("[")
    for (index, one) in list.enumerated() {
      if index > 0 { put(",") }
      element(&self, one)
    }
    put("]")
  }
}
