import Glibc
import SwitchwayConfig
import SwitchwayFiles

/// Reads the databases of users and groups, and access rights of files.
enum SystemRecords {
  struct User: Equatable {
    var name: String
    var uid: UInt32
    var group: UInt32
  }

  struct Rights: Equatable {
    var owner: UInt32
    var group: UInt32
    /// The lowest twelve bits of the file's mode.
    var mode: UInt32
  }

  /// The space for one record of the user or group database, in bytes.
  private static let room = 65_536

  static func user(named name: String) -> User? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let room = buffer.baseAddress else { return nil }
      var record = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard unsafe getpwnam_r(name, &record, room, buffer.count, &found) == 0, unsafe found != nil else { return nil }
      return unsafe User(name: name, uid: record.pw_uid, group: record.pw_gid)
    }
  }

  static func user(numbered uid: UInt32) -> User? {
    UserIdentity.account(uid).map { User(name: $0.name, uid: uid, group: $0.group) }
  }

  /// The name of the person who runs this program, for use in a command; `USER` for root, who has no switches.
  static var placeholder: String { user(numbered: geteuid()).flatMap { $0.uid == 0 ? nil : $0.name } ?? "USER" }

  /// The lowest user number of a person on this machine.
  static var firstPerson: UInt32 {
    let contents = try? FileContents("/etc/login.defs")
    return firstPerson(in: String(decoding: contents?.bytes ?? [], as: UTF8.self))
  }

  /// Returns the lowest user number of a person according to the text of /etc/login.defs, or 1000 if the text has none.
  static func firstPerson(in loginDefinitions: String) -> UInt32 {
    for line in loginDefinitions.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count == 2, words[0] == "UID_MIN", let first = UInt32(words[1]) { return first }
    }
    return 1_000
  }

  /// The number of the user `nobody`, the same on every Linux.
  static let nobody: UInt32 = 65_534

  /// Returns the number of a group, or `nil` if the group does not exist.
  static func group(named name: String) -> UInt32? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let room = buffer.baseAddress else { return nil }
      var record = unsafe Glibc.group()
      var found: UnsafeMutablePointer<group>?
      guard unsafe getgrnam_r(name, &record, room, buffer.count, &found) == 0, unsafe found != nil else { return nil }
      return unsafe record.gr_gid
    }
  }

  /// Returns the groups that a user has after the next login.
  static func groups(of user: User) -> Set<UInt32> {
    var groups = [gid_t](repeating: 0, count: 1_024)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(user.name, user.group, &groups, &count) >= 0 else { return [user.group] }
    return Set(groups.prefix(Int(max(0, count))))
  }

  /// Returns the access rights of a file, or `nil` if the file does not exist.
  static func rights(of path: String) -> Rights? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return Rights(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o7777)
  }

  /// Whether the group that gives access to typing may use /dev/uinput.
  static var isUinputGiven: Bool {
    guard let rights = rights(of: ServicePlaces.uinput) else { return false }
    return rights.group == group(named: ServicePlaces.typingGroup) && rights.mode & 0o060 == 0o060
  }

  /// Returns the path of the file `name` in the first of `folders` that contains it, or `nil` if none does.
  static func find(_ name: String, in folders: [String]) -> String? {
    folders.map { "\($0)/\(name)" }.first { unsafe access($0, F_OK) == 0 }
  }
}
