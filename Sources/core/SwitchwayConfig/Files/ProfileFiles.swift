import SwitchwayFiles
import Synchronization

/// The source of the files of profiles.
///
/// The process that reads devices opens no file. A helper process reads from the disk and records every access, and the
/// daemon loads the same profile from the record. Both get the same result, because the record answers every question.
package enum ProfileFiles: Sendable {
  case disk
  /// Files are read from the disk, and every access is recorded.
  case recorded(FileRecorder)
  /// Files are read from a record. Files that the record does not contain do not exist.
  case snapshot(FileSnapshot)

  func read(_ path: String, as user: UserIdentity) -> FileReading.Outcome {
    switch self {
    case .disk: FileReading.read(path, as: user)
    case .recorded(let recorder): recorder.read(path, as: user)
    case .snapshot(let snapshot): snapshot.reads[path] ?? .missing
    }
  }

  func identity(_ path: String) -> FileReading.Identity? {
    switch self {
    case .disk: FileReading.identity(path)
    case .recorded(let recorder): recorder.identity(path)
    case .snapshot(let snapshot): snapshot.identities[path] ?? nil
    }
  }

  func names(in directory: String) -> [String] {
    switch self {
    case .disk: ProfileStore.names(in: directory)
    case .recorded(let recorder): recorder.names(in: directory)
    case .snapshot(let snapshot): snapshot.listings[directory] ?? []
    }
  }
}

/// The data that the disk returned while profiles were loaded, by path.
package struct FileSnapshot: Sendable {
  package var reads: [String: FileReading.Outcome] = [:]
  /// The identity of the file at each path, or `nil` if there is no file.
  package var identities: [String: FileReading.Identity?] = [:]
  /// The names of the profiles in each listed folder.
  package var listings: [String: [String]] = [:]

  package init() {}
}

/// Reads from the disk and records the results. A repeated request gets the first result. So the record has what the
/// loading code has read, even if a file changes meanwhile.
package final class FileRecorder: Sendable {
  private let kept = Mutex(FileSnapshot())

  package init() {}

  /// Returns `bytes` for the file at `path`, whatever the disk has there.
  init(_ bytes: [UInt8], at path: String) {
    kept.withLock { $0.reads[path] = bytes.count > FileReading.largest ? FileReading.tooLarge : .bytes(bytes) }
  }

  /// The record so far.
  package var snapshot: FileSnapshot { kept.withLock { $0 } }

  fileprivate func read(_ path: String, as user: UserIdentity) -> FileReading.Outcome {
    known(\.reads[path]) { FileReading.read(path, as: user) }
  }

  fileprivate func identity(_ path: String) -> FileReading.Identity? {
    known(\.identities[path]) { FileReading.identity(path) }
  }

  fileprivate func names(in directory: String) -> [String] {
    known(\.listings[directory]) { ProfileStore.names(in: directory) }
  }

  private func known<Value>(_ place: WritableKeyPath<FileSnapshot, Value?>, _ read: () -> Value) -> Value {
    if let known = snapshot[keyPath: place] { return known }
    let value = read()
    kept.withLock { $0[keyPath: place] = value }
    return value
  }
}
