/// The lists of a `state`, split into entries. They can be too long for one line.
struct StateLists {
  /// One list, with the number of its entries that are left out.
  struct List {
    var entries: [LineBuffer]
    var omitted = 0

    /// The length in bytes, commas included.
    var count: Int { entries.reduce(0) { $0 + $1.count + 1 } }

    /// The entries with commas between them.
    var joined: LineBuffer {
      var line = LineBuffer()
      for (index, entry) in entries.enumerated() {
        if index > 0 { line.put(",") }
        line.put(contentsOf: entry)
      }
      return line
    }

    /// Keeps the first entries, as many as fit, and returns the bytes that are left.
    mutating func cut(to room: Int) -> Int {
      var left = room
      let kept = entries.prefix { entry in
        guard entry.count + 1 <= left else { return false }
        left -= entry.count + 1
        return true
      }
      omitted = entries.count - kept.count
      entries = Array(kept)
      return left
    }
  }

  var profiles: List
  var devices: List
  var switches: List

  init(_ state: StateMessage) {
    profiles = List(
      entries: state.profiles.map { name in
        var line = LineBuffer(capacity: 80)
        line.put(EscapedText(name))
        return line
      })
    devices = List(
      entries: state.devices.map { device in
        var line = LineBuffer(capacity: 160)
        line.put(#"{"device":"#)
        line.putIdentity(device.node)
        line.put(#","grabbed":"#, device.isGrabbed)
        if let failure = device.failure {
          line.put(#","reason":"#, failure.reason)
          line.put(#","message":"#, failure.message)
        }
        line.put("}")
        return line
      })
    switches = List(
      entries: state.switches.map { one in
        var line = LineBuffer(capacity: 80)
        line.put(#"{"switch":"#, one.name)
        line.put(#","label":"#, one.label)
        line.put(#","down":"#, one.isDown)
        line.put("}")
        return line
      })
  }

  /// Cuts the lists to `room` bytes together. Each list may have at least a third. Bytes that a list does not need go
  /// to the others: devices first, then switches, then profiles.
  mutating func cut(to room: Int) {
    guard profiles.count + devices.count + switches.count > room else { return }
    let third = max(room, 0) / 3
    let least = [profiles.count, switches.count].map { min($0, third) }
    var left = devices.cut(to: max(room, 0) - least[0] - least[1])
    left = switches.cut(to: left + least[1])
    _ = profiles.cut(to: left + least[0])
  }

  /// Appends the member `omitted` if anything is left out.
  func putOmitted(into line: inout LineBuffer) {
    let lists: [(StaticString, Int)] = [
      (#""profiles":"#, profiles.omitted), (#""devices":"#, devices.omitted), (#""switches":"#, switches.omitted),
    ]
    var isFirst = true
    for (name, omitted) in lists where omitted > 0 {
      if isFirst { line.put(#","omitted":{"#) } else { line.put(",") }
      isFirst = false
      line.put(name)
      line.put(Int64(omitted))
    }
    if !isFirst { line.put("}") }
  }
}
