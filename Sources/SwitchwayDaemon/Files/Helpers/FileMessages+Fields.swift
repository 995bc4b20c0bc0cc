import SwitchwayConfig
import SwitchwayCore
import SwitchwayReport

extension FrameWriter {
  mutating func put(_ notice: StatisticsFile.Notice?) {
    put(notice) {
      $0.put($1.isError)
      $0.put($1.text)
    }
  }

  mutating func put(_ layout: LayoutTable) {
    put(layout.name) { $0.put($1) }
    put(layout.keys)
    put(layout.fault) { $0.put($1) }
  }

  mutating func put(_ keys: LayoutKeys) {
    let characters = keys.characters.compactMap { one in keys.key(of: one).map { (one, $0) } }
    put(each: characters) { writer, entry in
      writer.put(String(entry.0))
      writer.put(entry.1)
    }
    let typed = keys.typedCharacters.compactMap { one in keys.typing(one).map { (one, $0) } }
    put(each: typed) { writer, entry in
      writer.put(String(entry.0))
      writer.put(each: entry.1) { $0.put($1) }
    }
  }

  private mutating func put(_ key: LayoutKeys.Key) {
    put(Int64(key.code))
    put(key.needsShift)
    put(key.needsAltGr)
  }

  mutating func put(_ snapshot: FileSnapshot) {
    put(each: snapshot.reads) { writer, read in
      writer.put(read.key)
      switch read.value {
      case .missing: writer.put(Int64(0))
      case .bytes(let bytes):
        writer.put(Int64(1))
        writer.put(bytes)
      case .refused(let message, let help, let code):
        writer.put(Int64(2))
        writer.put(message)
        writer.put(help)
        writer.put(code) { $0.put(Int64($1)) }
      }
    }
    put(each: snapshot.identities) { writer, found in
      writer.put(found.key)
      writer.put(found.value) {
        $0.put(Int64(bitPattern: $1.device))
        $0.put(Int64(bitPattern: $1.inode))
      }
    }
    put(each: snapshot.listings) { writer, listing in
      writer.put(listing.key)
      writer.put(listing.value)
    }
  }
}

extension FrameReader {
  mutating func notice() throws(FrameError) -> StatisticsFile.Notice? {
    try optional { reader throws(FrameError) in
      StatisticsFile.Notice(isError: try reader.flag(), text: try reader.text())
    }
  }

  mutating func layout() throws(FrameError) -> LayoutTable {
    LayoutTable(
      name: try optional { reader throws(FrameError) in try reader.text() }, keys: try keys(),
      fault: try optional { reader throws(FrameError) in try reader.text() })
  }

  mutating func keys() throws(FrameError) -> LayoutKeys {
    var keys: [Character: LayoutKeys.Key] = [:]
    for (character, key) in try list({ reader throws(FrameError) in (try reader.character(), try reader.key()) }) {
      keys[character] = key
    }
    var texts: [Character: [LayoutKeys.Key]] = [:]
    for (character, typed) in try list({ reader throws(FrameError) in
      (try reader.character(), try reader.list { reader throws(FrameError) in try reader.key() })
    }) {
      texts[character] = typed
    }
    return LayoutKeys(keys, texts: texts)
  }

  private mutating func character() throws(FrameError) -> Character {
    let text = try text()
    guard let character = text.first, text.count == 1 else { throw FrameError() }
    return character
  }

  private mutating func key() throws(FrameError) -> LayoutKeys.Key {
    guard let code = UInt16(exactly: try number()) else { throw FrameError() }
    return LayoutKeys.Key(code: code, needsShift: try flag(), needsAltGr: try flag())
  }

  mutating func snapshot() throws(FrameError) -> FileSnapshot {
    var snapshot = FileSnapshot()
    for (path, outcome) in try list({ reader throws(FrameError) in (try reader.text(), try reader.outcome()) }) {
      snapshot.reads[path] = outcome
    }
    let identities = try list { reader throws(FrameError) in
      (
        try reader.text(),
        try reader.optional { reader throws(FrameError) in
          FileReading.Identity(
            device: UInt64(bitPattern: try reader.number()), inode: UInt64(bitPattern: try reader.number()))
        }
      )
    }
    for (path, identity) in identities { snapshot.identities[path] = .some(identity) }
    for (path, names) in try list({ reader throws(FrameError) in (try reader.text(), try reader.texts()) }) {
      snapshot.listings[path] = names
    }
    return snapshot
  }

  private mutating func outcome() throws(FrameError) -> FileReading.Outcome {
    switch try number() {
    case 0: return .missing
    case 1: return .bytes(try data())
    case 2:
      let (message, help) = (try text(), try text())
      let code = try optional { reader throws(FrameError) in Int32(truncatingIfNeeded: try reader.number()) }
      return .refused(message: message, help: help, errno: code)
    default: throw FrameError()
    }
  }
}
