import SwitchwayConfig
import SwitchwayFiles

/// The files of the profile that a daemon starts with, as they were when the profile last became active: its own file,
/// the files that it extends, and its bridge. If the files have errors after a restart, the profile is loaded from
/// these contents, which do not depend on files that have changed meanwhile.
struct LastGoodProfile: Equatable, Sendable {
  let name: String
  /// The file of `--config`, or `nil` if the profile was searched for in the folders.
  let config: String?
  private let files: [File]
  private let identities: [Identity]

  fileprivate struct File: Equatable {
    var path: String
    var bytes: [UInt8]
  }

  fileprivate struct Identity: Equatable {
    var path: String
    var file: FileReading.Identity
  }

  /// - Parameter snapshot: what the disk returned while the profile was loaded.
  init(_ name: String, config: String?, from snapshot: FileSnapshot) {
    self.name = name
    self.config = config
    // The files are sorted, so that equal profiles are stored as equal bytes.
    files = snapshot.reads.compactMap { path, read in
      if case .bytes(let bytes) = read { File(path: path, bytes: bytes) } else { nil }
    }.sorted { $0.path < $1.path }
    identities = snapshot.identities.compactMap { path, file in file.map { Identity(path: path, file: $0) } }
      .sorted { $0.path < $1.path }
  }

  /// What the disk would return if it had these files and no others.
  var snapshot: FileSnapshot {
    var snapshot = FileSnapshot()
    for file in files { snapshot.reads[file.path] = .bytes(file.bytes) }
    for identity in identities { snapshot.identities[identity.path] = identity.file }
    return snapshot
  }
}

extension LastGoodProfile: Framed {
  func write(to writer: inout FrameWriter) { writer.append(name, config, files, identities) }

  init(from reader: inout FrameReader) throws(FrameError) {
    name = try reader.next()
    config = try reader.next()
    files = try reader.next()
    identities = try reader.next()
  }
}

extension LastGoodProfile.File: Framed {
  func write(to writer: inout FrameWriter) { writer.append(path, FrameData(bytes)) }

  init(from reader: inout FrameReader) throws(FrameError) {
    path = try reader.next()
    bytes = try FrameData(from: &reader).bytes
  }
}

extension LastGoodProfile.Identity: Framed {
  func write(to writer: inout FrameWriter) { writer.append(path, file) }

  init(from reader: inout FrameReader) throws(FrameError) {
    self.init(path: try reader.next(), file: try reader.next())
  }
}
