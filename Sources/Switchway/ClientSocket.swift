import CLinuxInput
import Glibc
import SwitchwayProtocol

/// A connection's descriptor: opened where the daemon is looked for, trusted only if it is this user's. Closed with the
/// last reference.
final class ClientSocket {
  let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { _ = Glibc.close(descriptor) }

  /// The paths at which the daemon is looked for, in order. Source: the protocol.
  static func places() -> [String] {
    func variable(_ name: String) -> String? {
      guard let value = unsafe getenv(name) else { return nil }
      let text = unsafe String(cString: value)
      return text.isEmpty ? nil : text
    }
    var places: [String] = []
    if let path = variable("SWITCHWAY_SOCKET") { places.append(path) }
    if let directory = variable("XDG_RUNTIME_DIR") { places.append(directory + "/switchway/socket") }
    if let user = variable("USER") ?? ownName() { places.append("/run/switchway/\(user)/socket") }
    return places
  }

  /// What the machine calls this user; nil: it does not.
  private static func ownName() -> String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 4_096)
    guard unsafe getpwuid_r(geteuid(), &entry, &room, room.count, &found) == 0, unsafe found != nil else { return nil }
    return unsafe String(cString: entry.pw_name)
  }

  /// Connects to `path`, or to the first of the usual places that answers.
  static func open(_ path: String?) throws(ClientError) -> ClientSocket {
    let places = path.map { [$0] } ?? places()
    for place in places {
      let descriptor = unsafe sw_connect_to(place, 1)
      guard descriptor >= 0 else { continue }
      let socket = ClientSocket(descriptor)
      var peer: uid_t = 0
      guard unsafe sw_peer_uid(descriptor, &peer) == 0 else { continue }
      guard peer == geteuid() || geteuid() == 0 else { throw .notTrusted(path: place, uid: peer) }
      return socket
    }
    throw .noDaemon(places)
  }

  /// Appends the bytes that are there; false at the end.
  func read(into bytes: inout [UInt8]) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    guard count > 0 else { return false }
    bytes.append(contentsOf: chunk[..<count])
    return true
  }

  /// Sends what the kernel takes, and takes it off; false where nobody reads any more.
  func send(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe sw_send(descriptor, $0.baseAddress, $0.count) }
      if count == -Int(EAGAIN) { return true }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

/// Wakes whoever polls its end: a pipe of the process's own.
final class WakeUp: Sendable {
  let descriptor: Int32
  private let writing: Int32

  /// Where the process has no descriptors left, nothing is woken before its time.
  init() {
    var ends: [Int32] = [-1, -1]
    unsafe _ = pipe(&ends)
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, writing] where end >= 0 { _ = Glibc.close(end) }
  }

  func wake() {
    var byte: UInt8 = 1
    unsafe _ = write(writing, &byte, 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
