import Glibc
import SwitchwayConfig
import SwitchwayFiles

/// The file in which a `LastGoodProfile` is kept from one run of the daemon to the next.
///
/// Only its owner has access, whatever the access rights of the profile's files are. It is replaced as a whole: the new
/// file is on the disk before the old one is removed. The file is not used if it is damaged, is a link, belongs to
/// another user, or if others can write to it.
struct LastGoodFile: Equatable {
  /// The largest number of files in one folder, for daemons with different `--config` files; the oldest are removed.
  /// Arbitrary.
  static let most = 10
  /// The largest size of the file in bytes: more than all files of a profile and its bridge need, with their paths.
  private static let largest = 1_024 * 1_024
  /// The version of the file's format. It is stored as the kind of the frame.
  private static let version: UInt8 = 1
  private static let prefix = "last-good"

  private let directory: String
  private let name: String
  var path: String { directory + "/" + name }

  /// Finds the path of the file, which is in `StateFolder`. `config` is the absolute path of `--config`; each such path
  /// has a separate file. Returns `nil` if there is no folder for it.
  init?(environment: [String: String], config: String?) {
    guard let directory = StateFolder.path(environment: environment, isPersonal: true) else { return nil }
    self.directory = directory
    name = LastGoodFile.prefix + (config.map { "-" + String(LastGoodFile.hash(of: Array($0.utf8)), radix: 16) } ?? "")
  }

  /// Returns the kept profile, or `nil` if there is none or the file cannot be used; and a message if it cannot be
  /// used.
  func read() -> (profile: LastGoodProfile?, error: String?) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return (nil, nil) }
      return (nil, unusable(errno == ELOOP ? "it is a symbolic link" : unsafe String(cString: strerror(errno))))
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return (nil, unusable("it is not a regular file"))
    }
    guard status.st_uid == geteuid() else { return (nil, unusable("it belongs to another user (\(status.st_uid))")) }
    guard status.st_mode & 0o022 == 0 else { return (nil, unusable("others can write to it")) }
    guard case .bytes(let bytes) = FileBytes.read(file, largest: LastGoodFile.largest),
      let profile = LastGoodFile.decoded(bytes)
    else { return (nil, unusable("it is damaged")) }
    return (profile, nil)
  }

  /// Replaces the kept profile by `profile`. If this fails, removes the old file, because its profile is no longer the
  /// last good one. Returns a message about an error.
  func keep(_ profile: LastGoodProfile) -> String? {
    if read().profile == profile { return nil }
    let bytes = LastGoodFile.encoded(profile)
    let code =
      bytes.count > LastGoodFile.largest
      ? EFBIG : StateFolder.replace(name, in: directory, with: bytes, isFlushed: true)
    guard code == 0 else {
      let isGone = unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR
      return "the last good profile cannot be kept path=\(path): \(unsafe String(cString: strerror(code)))"
        + (isGone ? "" : "; an older one is still there")
    }
    removeSurplus()
    return nil
  }

  private func unusable(_ reason: String) -> String { "the last good profile cannot be used path=\(path): \(reason)" }

  private func removeSurplus() {
    let others = FolderNames.all(in: directory).filter {
      $0.hasPrefix(LastGoodFile.prefix + "-") && !$0.hasSuffix(".new") && $0 != name
    }
    guard others.count >= LastGoodFile.most else { return }
    let byAge = others.map { other in
      var status = stat()
      return unsafe lstat(directory + "/" + other, &status) == 0 ? (status.st_mtim.tv_sec, other) : (0, other)
    }.sorted { $0 < $1 }
    for (_, old) in byAge.dropLast(LastGoodFile.most - 1) { unsafe _ = unlink(directory + "/" + old) }
  }

  // MARK: The format

  static func encoded(_ profile: LastGoodProfile) -> [UInt8] {
    let contents = FrameWriter.frame(version, profile)
    return FrameWriter.frame(version, Int64(bitPattern: hash(of: contents)), FrameData(contents))
  }

  /// Reads a profile from the bytes of a file. Returns `nil` if bytes are missing, added or changed.
  static func decoded(_ bytes: [UInt8]) -> LastGoodProfile? {
    do throws(FrameError) {
      var bytes = bytes
      guard var file = try FrameReader(from: &bytes), file.kind == version, bytes.isEmpty else { return nil }
      let wanted = UInt64(bitPattern: try file.next())
      var contents = try FrameData(from: &file).bytes
      guard hash(of: contents) == wanted, var inner = try FrameReader(from: &contents), inner.kind == version else {
        return nil
      }
      return try LastGoodProfile(from: &inner)
    } catch {
      return nil
    }
  }

  /// Returns the FNV-1a hash with 64 bits (RFC 9923).
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
