import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

// Lines about a person's presses while a client learns.
extension LineBuffer {
  /// Appends the `learn` line of an edge. `input` is the input as it is written in profiles, after the device's name.
  public mutating func writeLearn(_ edge: InputListener.Edge, input: EscapedText, of device: DeviceDescription) {
    put(#"{"type":"learn","device":"#)
    putDevice(device)
    putText(#","input":"#, input)
    // Profiles can also name the input `button-N`. This member is the N.
    if case .key(let code) = edge.input, let index = device.keys.codes.firstIndex(of: code) {
      putNumber(#","button":"#, Int64(index + 1))
    }
    putFlag(#","down":"#, edge.down)
    if let level = edge.level { putNumber(#","level":"#, Int64(level)) }
    end(at: edge.time)
  }

  /// Appends the `learn` line for an event that is not a press, such as a movement.
  public mutating func writeLearn(_ sight: InputListener.Sight, of device: DeviceDescription, at time: Instant) {
    put(#"{"type":"learn","device":"#)
    putDevice(device)
    putWord(#","seen":"#, sight.rawValue)
    end(at: time)
  }

  /// Appends the `learn` line of a change of a node whose events are recorded.
  public mutating func writeLearn(_ change: LearnedChange, of node: NodeID, _ device: DeviceDescription) {
    put(#"{"type":"learn","#)
    if case .added = change {
      put(#""device":"#)
      putDevice(device)
      put(",")
    }
    putNumber(#""node":"#, Int64(node.rawValue))
    switch change {
    case .added(let held, let time):
      putNumber(#","change":"added","bus":"#, Int64(device.bus))
      putNumber(#","version":"#, Int64(device.version))
      putNumbers(#","keys":"#, device.keys.codes.map(Int64.init))
      put(#","axes":"#)
      putElements(device.axes) {
        let values = [Int64($1.code), Int64($1.minimum), Int64($1.maximum)]
        $0.putElements(values + ($1.value.map { [Int64($0)] } ?? [])) { $0.putNumber($1) }
      }
      // A device without movements has no member `movements`.
      if device.movements != 0 {
        putNumbers(#","movements":"#, MovementCode.codes(in: device.movements).map(Int64.init))
      }
      putNumbers(#","held":"#, held.map(Int64.init))
      end(at: time)
    case .events(let events):
      putEvents(events)
      end(at: events.last?.time ?? Instant(0))
    case .lost(let held, let axes, let time):
      putNumbers(#","change":"lost","held":"#, held.map(Int64.init))
      putEvents(axes)
      end(at: time)
    case .removed(let time):
      put(#","change":"removed""#)
      end(at: time)
    }
  }

  private mutating func putEvents(_ events: [InputEvent]) {
    put(#","events":"#)
    putElements(events) {
      let numbers = [$1.time.microseconds, Int64($1.type), Int64($1.code), Int64($1.value)]
      $0.putElements(numbers) { $0.putNumber($1) }
    }
  }

  /// Appends the device with all properties by which an entry of a profile can match it.
  private mutating func putDevice(_ device: DeviceDescription) {
    let name = PrintableName.of(device.name)
    putText(#"{"name":"#, EscapedText(name))
    putText(#","id":"#, EscapedText(device.id))
    putWord(#","kind":"#, device.kind.rawValue)
    putText(#","phys":"#, EscapedText(PrintableName.of(device.phys)))
    putText(#","uniq":"#, EscapedText(PrintableName.of(device.uniq)))
    // The link in `/dev/input/by-path` that names the device's socket, or the device's path in sysfs.
    if let path = device.place { putText(#","path":"#, EscapedText(PrintableName.of(path))) }
    // The name in the line differs from the device's own name, which is too long or has unprintable characters.
    if name != device.name { put(#","name-changed":true"#) }
    put("}")
  }

  private mutating func putNumbers(_ literal: StaticString, _ numbers: [Int64]) {
    put(literal)
    putElements(numbers) { $0.putNumber($1) }
  }
}
