import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayFiles
import SwitchwayText

extension SessionDesktop: Framed {
  func write(to writer: inout FrameWriter) { writer.append(name, type) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(name: try reader.next(), type: try reader.next())
  }
}

extension FilesRead: Framed {
  func write(to writer: inout FrameWriter) { writer.append(snapshot, names, layout) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(snapshot: try reader.next(), names: try reader.next(), layout: try reader.next())
  }
}

// MARK: Layouts

extension NamedLayout: Framed {
  func write(to writer: inout FrameWriter) { writer.append(name, keys) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(name: try reader.next(), keys: try reader.next())
  }
}

extension LayoutTable: Framed {
  func write(to writer: inout FrameWriter) { writer.append(name, keys, fault) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(name: try reader.next(), keys: try reader.next(), fault: try reader.next())
  }
}

extension LayoutKeys: Framed {
  func write(to writer: inout FrameWriter) {
    let keys = characters.compactMap { one in key(of: one).map { (one, $0) } }
    let texts = typedCharacters.compactMap { one in typing(one).map { (one, $0) } }
    writer.append(
      Dictionary(keys, uniquingKeysWith: { $1 }), Dictionary(texts, uniquingKeysWith: { $1 }))
  }

  init(from reader: inout FrameReader) throws(FrameError) { self.init(try reader.next(), texts: try reader.next()) }
}

extension LayoutKeys.Key: Framed {
  func write(to writer: inout FrameWriter) { writer.append(Int64(code), needsShift, needsAltGr) }

  init(from reader: inout FrameReader) throws(FrameError) {
    guard let code = UInt16(exactly: try Int64(from: &reader)) else { throw FrameError() }
    self.init(code: code, needsShift: try reader.next(), needsAltGr: try reader.next())
  }
}

extension Character: Framed {
  func write(to writer: inout FrameWriter) { writer.append(String(self)) }

  init(from reader: inout FrameReader) throws(FrameError) {
    let text = try String(from: &reader)
    guard let character = text.first, text.count == 1 else { throw FrameError() }
    self = character
  }
}

// MARK: Files

extension FileSnapshot: Framed {
  func write(to writer: inout FrameWriter) { writer.append(reads, identities, listings) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init()
    reads = try reader.next()
    identities = try reader.next()
    listings = try reader.next()
  }
}

extension FileReading.Identity: Framed {
  func write(to writer: inout FrameWriter) { writer.append(Int64(bitPattern: device), Int64(bitPattern: inode)) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(
      device: UInt64(bitPattern: try Int64(from: &reader)), inode: UInt64(bitPattern: try Int64(from: &reader)))
  }
}

extension FileReading.Outcome: Framed {
  func write(to writer: inout FrameWriter) {
    switch self {
    case .missing: writer.append(Int64(0))
    case .bytes(let bytes): writer.append(Int64(1), FrameData(bytes))
    case .refused(let message, let help, let code): writer.append(Int64(2), message, help, code.map { Int64($0) })
    }
  }

  init(from reader: inout FrameReader) throws(FrameError) {
    switch try Int64(from: &reader) {
    case 0: self = .missing
    case 1: self = .bytes(try FrameData(from: &reader).bytes)
    case 2:
      let (message, help) = (try String(from: &reader), try String(from: &reader))
      let code = try Int64?(from: &reader)
      self = .refused(message: message, help: help, errno: code.map { Int32(truncatingIfNeeded: $0) })
    default: throw FrameError()
    }
  }
}
