import Glibc

/// Finds the user whose program is at the other end of a connection within this computer.
///
/// The kernel's tables of TCP connections contain the user of each socket. They are opened only once, so that they can
/// be read later even if the process has no free descriptors.
final class PeerOwners {
  enum Owner: Equatable {
    case user(uid_t)
    /// The other end has been closed.
    case gone
    /// The tables cannot be read, or do not contain the connection.
    case unknown
  }

  private let tables: [Int32]

  /// - Parameter paths: the kernel's tables. Tests use other files.
  init(paths: [String] = ["/proc/net/tcp", "/proc/net/tcp6"]) {
    tables = paths.map { unsafe open($0, O_RDONLY | O_CLOEXEC) }
  }

  deinit { for table in tables where table >= 0 { close(table) } }

  func owner(of descriptor: Int32) -> Owner {
    guard let here = unsafe Self.address(getsockname, descriptor),
      let there = unsafe Self.address(getpeername, descriptor)
    else {
      return .gone
    }
    // The tables are read up to twice: if a table changes while it is read, a row can be missing.
    for _ in 0..<2 {
      for table in tables {
        if let owner = Self.owner(of: there, connectedTo: here, in: Self.bytes(table)) { return owner }
      }
    }
    return .unknown
  }

  /// Returns the owner of the socket at `there`, or `nil` if the table does not contain the socket.
  ///
  /// Source: the kernel's `get_tcp4_sock` and `get_tcp6_sock`. A row has a number, both addresses in hexadecimal (its
  /// own first), a state, three fields, the user, a time and the inode. The inode is 0 after the program has closed the
  /// socket; then the user is also 0.
  static func owner(of there: Address, connectedTo here: Address, in table: [UInt8]) -> Owner? {
    for line in table.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
      guard fields.count > 9, there.isWritten(fields[1]), here.isWritten(fields[2]) else { continue }
      guard let user = uid_t(String(decoding: fields[7], as: UTF8.self)) else { return .unknown }
      return fields[9].elementsEqual("0".utf8) ? .gone : .user(user)
    }
    return nil
  }

  private static func bytes(_ table: Int32) -> [UInt8] {
    guard table >= 0, lseek(table, 0, SEEK_SET) == 0 else { return [] }
    var (all, room): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
    while true {
      let count = unsafe read(table, &room, room.count)
      if count > 0 { all += room[..<count] } else if count == 0 || errno != EINTR { return all }
    }
  }

  /// One end of a connection, as the tables write it.
  struct Address {
    /// How the tables of IPv4 and IPv6 write the address. An IPv4 address can be in both, because a program can also
    /// use an IPv6 socket to connect to it.
    private let spellings: [[UInt8]]

    /// - Parameters:
    ///   - words: the 32-bit words of the address as they are in memory: one for IPv4, four for IPv6.
    ///   - port: as a number.
    init(words: [UInt32], port: UInt16) {
      func hex(_ value: some FixedWidthInteger & UnsignedInteger, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: digits - text.count) + text
      }
      let all = words.count == 1 ? [words, [0, 0, UInt32(0xFFFF).bigEndian] + words] : [words]
      spellings = all.map { Array(($0.map { hex($0, 8) }.joined() + ":" + hex(port, 4)).utf8) }
    }

    func isWritten(_ field: ArraySlice<UInt8>) -> Bool { spellings.contains { field.elementsEqual($0) } }
  }

  private typealias Ask = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

  private static func address(_ ask: Ask, _ descriptor: Int32) -> Address? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let failure = unsafe withUnsafeMutablePointer(to: &storage) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe ask(descriptor, $0, &size) }
    }
    guard failure == 0 else { return nil }
    let family = Int32(storage.ss_family)
    return unsafe withUnsafeBytes(of: &storage) { bytes -> Address? in
      let port = unsafe UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
      switch family {
      case AF_INET:
        return Address(words: [unsafe bytes.load(fromByteOffset: 4, as: UInt32.self)], port: port)
      case AF_INET6:
        let words = (0..<4).map { unsafe bytes.load(fromByteOffset: 8 + 4 * $0, as: UInt32.self) }
        return Address(words: words, port: port)
      default: return nil
      }
    }
  }
}
