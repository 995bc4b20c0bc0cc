import CLinuxInput
import Glibc

/// A stream socket between the daemon and a client. Its functions do not wait, and it knows which user is at the other
/// end. Its descriptor is closed with the last reference.
public final class Connection {
  /// The reason why a connection could not be made, or has failed.
  public enum Failure: Error, Hashable, Sendable {
    /// A system call failed with this `errno`.
    case system(Int32)
    /// The kernel did not report which user is at the other end. The value is the `errno`.
    case unknownPeer(Int32)
    /// Another user, with this uid, serves the socket.
    case foreign(UInt32)
  }

  /// What `receive` has found.
  public enum Reception: Hashable, Sendable {
    case bytes
    /// There is no data to read now.
    case nothing
    /// The other end has stopped sending.
    case end
  }

  /// The descriptor of the socket. −1 after `close()`.
  public private(set) var descriptor: Int32
  /// The uid of the process at the other end, at the time when the socket was connected.
  public let peer: UInt32
  private var decoder = LineDecoder()

  private init(_ descriptor: Int32) throws(Failure) {
    guard descriptor >= 0 else { throw .system(-descriptor) }
    var peer: uid_t = 0
    let failure = unsafe sw_peer_uid(descriptor, &peer)
    guard failure == 0 else {
      _ = Glibc.close(descriptor)
      throw .unknownPeer(-failure)
    }
    self.descriptor = descriptor
    self.peer = peer
  }

  deinit {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Connects to the socket at `path`.
  ///
  /// The socket must be served by a process of this user, because another user could send false presses. A process of
  /// root does not check this.
  public static func open(_ path: String) throws(Failure) -> Connection {
    let connection = try Connection(unsafe sw_connect_to(path, 1))
    guard connection.peer == geteuid() || geteuid() == 0 else { throw .foreign(connection.peer) }
    return connection
  }

  /// Accepts one connection from a listening socket. The caller must check `peer`.
  public static func accept(from listener: Int32) throws(Failure) -> Connection {
    try Connection(sw_accept(listener))
  }

  /// The id of the process at the other end. `nil` if the kernel does not report it.
  public var peerProcess: Int32? {
    var process: pid_t = 0
    return unsafe sw_peer_pid(descriptor, &process) == 0 && process > 0 ? process : nil
  }

  /// Reads at most `most` bytes, and appends the lines that they complete.
  public func receive(
    atMost most: Int = 65_536, into lines: inout [LineDecoder.Item]
  ) throws(Failure) -> Reception {
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { room in
      let count = unsafe read(descriptor, room.baseAddress, most)
      if count > 0 { unsafe decoder.decode(UnsafeRawBufferPointer(room)[..<count], into: &lines) }
      return count < 0 ? -Int(errno) : count
    }
    switch -Int32(truncatingIfNeeded: min(count, 0)) {
    case 0: return count > 0 ? .bytes : .end
    case EAGAIN, EINTR: return .nothing
    case ECONNRESET: return .end
    case let code: throw .system(code)
    }
  }

  /// Sends as many of `bytes` as the kernel accepts now, and returns how many.
  public func send(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Int {
    let taken = unsafe bytes.withUnsafeBytes { raw in unsafe sw_send(descriptor, raw.baseAddress, raw.count) }
    if taken >= 0 { return taken }
    if taken == -Int(EAGAIN) || taken == -Int(ENOBUFS) { return 0 }
    throw .system(Int32(truncatingIfNeeded: -taken))
  }

  /// Discards unread data and closes the descriptor. If unread data were left, the other end would get an error (a
  /// reset connection) instead of the end of the connection.
  public func close() {
    guard descriptor >= 0 else { return }
    shutdown(descriptor, Int32(SHUT_RD))
    var room = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<64 {
      let count = unsafe room.withUnsafeMutableBytes { raw in unsafe read(descriptor, raw.baseAddress, raw.count) }
      if count <= 0 { break }
    }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }
}
