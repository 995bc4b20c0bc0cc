import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Serves the event stream to pages on this machine, at the loopback addresses of IPv4 and IPv6. None of its functions
/// blocks.
///
/// Every user of the machine can connect to it, and can write any origin into a request. Therefore it serves only
/// programs of the user that it runs as. Connections of other users are refused and closed at once, so that they do not
/// use up the connections.
///
/// There are at most `mostPages` streams; a further request is answered with 503. There are at most `mostPeers`
/// connections; if there are more, the oldest connection without a complete request is closed. A request must be
/// complete within `patience`. Bytes that a page does not read stay in the kernel's buffer, up to the size that
/// `sw_listen_loopback` sets; if there are more, the page's connection is closed.
final class StreamServer {
  static let mostPages = 16
  private static let mostPeers = 32
  /// How long a connection may exist without a complete request, in microseconds. A browser sends its request at once,
  /// or opens a connection in advance.
  private static let patience: Int64 = 5_000_000

  /// The reports to the person on the terminal.
  enum News: Equatable {
    /// A page has connected to the stream, or has disconnected. If `origin` is `nil`, it is a program that is not a
    /// page.
    case opened(origin: String?), closed(origin: String?)
    /// A program of another user was refused. This is reported once per user, and for at most `mostReported` users.
    case stranger(uid_t)
    /// Each of these is reported once. `unknownOwner`: a connection whose user is unknown was refused. `forbidden`: a
    /// page's request was refused. `obstacle`: connections must wait, because the system could not accept one.
    case unknownOwner, forbidden, obstacle(Int32)
  }

  /// The largest number of different reports that are made only once.
  static let mostReported = 16
  /// How long new connections must wait after the system could not accept one, in microseconds. Arbitrary.
  private static let pause: Int64 = 1_000_000

  private struct Peer {
    let descriptor: Int32
    var request: [UInt8] = []
    /// The origin of the page that has the stream. `nil` if the program is not a page.
    var origin: String?
    /// The time at which the connection is closed if its request is not complete, in microseconds. `nil` if the
    /// connection has the stream.
    var deadline: Int64?
    var isGone = false
  }

  let port: UInt16
  private let origins: Set<String>
  private let listeners: [Int32]
  private let owners = PeerOwners()
  private var peers: [Peer] = []
  /// The time before which no connection is accepted, in microseconds. `nil` if connections are accepted now.
  private var pausedUntil: Int64?
  private var news: [News] = []
  /// The reports that were made and are not made again.
  private var reported: [News] = []

  /// - Parameters:
  ///   - port: 0 means any free port.
  ///   - origins: the origins of pages that may read the stream, besides the origins on this computer.
  init(port: UInt16, origins: Set<String>) throws(CommandFailure) {
    var taken = Int32(port)
    let first = unsafe sw_listen_loopback(0, &taken)
    guard first >= 0 else { throw Self.failure(-first, port: port) }
    // A computer without IPv6 has only the first socket.
    let second = unsafe sw_listen_loopback(1, &taken)
    guard second != -EADDRINUSE else {
      close(first)
      throw Self.failure(EADDRINUSE, port: UInt16(taken))
    }
    (self.port, self.origins, listeners) = (UInt16(taken), origins, second >= 0 ? [first, second] : [first])
  }

  deinit { for descriptor in listeners + peers.map(\.descriptor) { close(descriptor) } }

  private static func failure(_ code: Int32, port: UInt16) -> CommandFailure {
    guard code == EADDRINUSE else {
      return CommandFailure(
        code == EACCES ? .permission : .failed,
        unsafe "cannot listen on port \(port): \(String(cString: strerror(code)))")
    }
    return CommandFailure(
      .failed, "port \(port) is in use",
      help:
        "end the ARE of AsTeRICS or the other 'switchway bridge asterics' ('ss -ltnp sport = \(port)' shows it), or "
        + "use another port with --port")
  }

  /// The descriptors to wait for, at most until `deadline`. After that, the owner must call `work`.
  var descriptors: [Int32] { (pausedUntil == nil ? listeners : []) + peers.map(\.descriptor) }
  var deadline: Int64? { (peers.compactMap(\.deadline) + [pausedUntil].compactMap(\.self)).min() }

  /// The number of pages that have the stream.
  var pages: Int { peers.count { $0.deadline == nil } }

  /// Accepts connections and requests, and closes connections that have ended or are late.
  func work() {
    if let end = pausedUntil, sw_monotonic_microseconds() >= end { pausedUntil = nil }
    for listener in listeners where pausedUntil == nil { accept(from: listener) }
    let now = sw_monotonic_microseconds()
    for index in peers.indices {
      read(index)
      if let deadline = peers[index].deadline, now >= deadline { peers[index].isGone = true }
    }
    closeGone()
  }

  /// Sends an event to all pages.
  func send(_ event: String) {
    for index in peers.indices where peers[index].deadline == nil { send(event, to: index) }
    closeGone()
  }

  /// Returns the reports since the last call.
  func takeNews() -> [News] {
    defer { news = [] }
    return news
  }

  private func report(once new: News) {
    guard !reported.contains(new) else { return }
    guard reported.count < Self.mostReported else { return }
    reported.append(new)
    news.append(new)
  }

  private func accept(from listener: Int32) {
    while true {
      let descriptor = sw_accept(listener)
      switch -descriptor {
      case EAGAIN: return
      case ECONNABORTED, EINTR: continue
      case let code where code > 0:
        // For example, no descriptor or no memory is left. The connection waits in the kernel.
        report(once: .obstacle(code))
        pausedUntil = sw_monotonic_microseconds() + Self.pause
        return
      default: break
      }
      peers.append(Peer(descriptor: descriptor, deadline: sw_monotonic_microseconds() + Self.patience))
      guard isOfPerson(descriptor) else {
        send(StreamRequest.refused(.forbidden).answer, to: peers.endIndex - 1)
        peers[peers.endIndex - 1].isGone = true
        closeGone()
        continue
      }
      if peers.count > Self.mostPeers, let oldest = peers.firstIndex(where: { $0.deadline != nil }) {
        close(peers.remove(at: oldest).descriptor)
      }
    }
  }

  /// Whether a program of the same user is at the other end of the connection. If that cannot be found out, the
  /// connection is refused.
  private func isOfPerson(_ descriptor: Int32) -> Bool {
    switch owners.owner(of: descriptor) {
    case .user(geteuid()): return true
    case .user(let other): report(once: .stranger(other))
    case .unknown: report(once: .unknownOwner)
    case .gone: break
    }
    return false
  }

  private func read(_ index: Int) {
    var room = [UInt8](repeating: 0, count: StreamRequest.mostBytes)
    let count = unsafe Glibc.read(peers[index].descriptor, &room, room.count)
    guard count > 0, peers[index].deadline != nil else {
      // A page sends nothing after its request. So if its connection is readable, the page has closed it.
      peers[index].isGone = count >= 0 || errno != EAGAIN && errno != EINTR
      return
    }
    peers[index].request += room[..<count]
    guard var asked = StreamRequest(peers[index].request, origins: origins) else { return }
    if case .stream = asked, pages >= Self.mostPages { asked = .refused(.tooMany) }
    if asked == .refused(.forbidden) { report(once: .forbidden) }
    guard case .stream(let origin) = asked else {
      send(asked.answer, to: index)
      peers[index].isGone = true
      return
    }
    (peers[index].deadline, peers[index].origin) = (nil, origin)
    news.append(.opened(origin: origin))
    send(asked.answer, to: index)
  }

  private func send(_ text: String, to index: Int) {
    let bytes = Array(text.utf8)
    let count = unsafe sw_send(peers[index].descriptor, bytes, bytes.count)
    if count != bytes.count { peers[index].isGone = true }
  }

  private func closeGone() {
    var room = [UInt8](repeating: 0, count: StreamRequest.mostBytes)
    for peer in peers where peer.isGone {
      // If unread bytes were left, the other end would see a reset connection, and no answer.
      shutdown(peer.descriptor, Int32(SHUT_WR))
      var count = 1
      for _ in 0..<8 where count > 0 { count = unsafe Glibc.read(peer.descriptor, &room, room.count) }
      close(peer.descriptor)
      if peer.deadline == nil { news.append(.closed(origin: peer.origin)) }
      pausedUntil = nil
    }
    peers.removeAll(where: \.isGone)
  }
}
