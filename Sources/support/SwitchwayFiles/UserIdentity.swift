import Glibc

/// The user who reads profiles. The rules about safe files depend on this user.
public struct UserIdentity: Hashable, Sendable {
  public var uid: UInt32
  /// The user's private group: the primary group if it has the user's name, otherwise `nil`.
  public var privateGroup: UInt32?

  public init(uid: UInt32, privateGroup: UInt32?) {
    self.uid = uid
    self.privateGroup = privateGroup
  }

  /// Returns the effective user of this process.
  public static func current() -> UserIdentity {
    let uid = geteuid()
    guard let (user, gid) = account(uid), groupName(gid) == user else {
      return UserIdentity(uid: uid, privateGroup: nil)
    }
    return UserIdentity(uid: uid, privateGroup: gid)
  }

  /// The size of the buffer for one record of the user or group database, in bytes.
  private static let room = 65_536

  /// Returns the name and the primary group of the user with this uid, or `nil` if there is no such user.
  package static func account(_ uid: UInt32) -> (name: String, group: UInt32)? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let room = buffer.baseAddress else { return nil }
      var record = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      let failure = unsafe getpwuid_r(uid, &record, room, buffer.count, &found)
      guard failure == 0, unsafe found != nil, let name = unsafe record.pw_name else { return nil }
      return unsafe (String(cString: name), record.pw_gid)
    }
  }

  private static func groupName(_ gid: UInt32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
      guard let room = buffer.baseAddress else { return nil }
      var record = unsafe group()
      var found: UnsafeMutablePointer<group>?
      let failure = unsafe getgrgid_r(gid, &record, room, buffer.count, &found)
      guard failure == 0, unsafe found != nil, let name = unsafe record.gr_name else { return nil }
      return unsafe String(cString: name)
    }
  }
}
