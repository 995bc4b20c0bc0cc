import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

/// One connected client: its connection, its name, the types of lines that it observes, and the lines that wait for it.
///
/// While the client reads, lines go straight to the kernel. While it does not read, they wait in the queue. Events that
/// would exceed `OutgoingQueue.limit` are lost and counted. When the client has read everything that waited, it gets
/// `missed`, a fresh `state`, and new events again. Answers are never lost: while the queue is full, nothing more is
/// read from the client. So the queue has at most the limit, one answer, and the answers to the client's texts.
///
/// This class also stores when the client last sent anything, and which `ping` it has not answered yet. While the
/// client neither answers nor reads, events wait here, where they can still be dropped. They could not be dropped any
/// more in the kernel.
final class Client {
  /// The number of this connection, counted from the start of the daemon.
  let number: Int
  let connection: Connection
  var name: String
  /// The client's name, escaped as lines contain it.
  var escapedName: EscapedText
  var observed = MessageTypes.all
  var machine = ClientStateMachine()
  /// Requests that were read but not performed yet, because the client must read answers first, or an earlier request
  /// is still being performed.
  var waiting: ArraySlice<AskedLine> = [] {
    didSet { if waiting.isEmpty { waitingBytes = 0 } }
  }
  /// The approximate size of `waiting`, in bytes.
  var waitingBytes = 0
  /// The loop's watch of the client's descriptor. `nil` while the loop does not watch it.
  var watch: (any DescriptorWatch)?
  private(set) var queue = OutgoingQueue()
  /// The number of events that were lost since the client was last informed of losses.
  private(set) var missed: Int64 = 0
  /// Whether the client has ended its sending side, or has gone, so that nothing more is read from it.
  var hasEnded = false
  /// Whether the client can no longer read. Lines for it are discarded.
  private(set) var isGone = false
  private(set) var isClosed = false
  /// Whether lines wait for `uncork`, so that the answers to requests that arrived together are sent together.
  private var isCorked = false

  /// A `ping` that the client has not answered.
  struct Ping: Equatable {
    let number: Int64
    var sent: Instant
    /// Whether the kernel has received the `ping`. The client may not have read it yet.
    fileprivate(set) var hasLeft: Bool
    /// Whether the client has sent anything since the `ping`.
    fileprivate(set) var hasHeard = false
  }

  /// Whether the client has a claim.
  var isConsumer = false
  /// Whether the client inhibits presses.
  var isInhibiting = false
  /// Whether the client has asked that switches do not type.
  var isSuspending = false
  /// Whether the client learns.
  var isLearning = false
  /// Whether the client, while it learns, also gets events of devices that are not presses.
  var wantsSights = false
  /// The number of the client's `type` and `point` requests that are not answered yet.
  var texts = 0
  /// The time of the next `ping` that is sent because a text is being typed. `nil` if none is being typed.
  var nextTextPing: Instant?
  /// The `ping` that the client has not answered yet.
  var ping: Ping?
  private var pings: Int64 = 0
  /// The time when the client last sent anything, on the computer's clock.
  private(set) var lastHeard: Instant
  /// Whether presses or commands do nothing because of this client.
  var holdsBack: Bool { isInhibiting || isSuspending || isLearning }
  /// Whether presses or keys depend on this client, so that it must answer a `ping`. A text that is being typed needs
  /// no check here, because only consumers have texts.
  var mustAnswer: Bool { isConsumer || holdsBack }
  /// Whether nothing is sent to the client until it reads again. It has lost its claims because it does not read.
  private(set) var isAsleep = false
  /// Whether events were lost since the client's last `claim`.
  var hasLost = false

  init(number: Int, connection: Connection, name: String, heard: Instant) {
    self.number = number
    lastHeard = heard
    self.connection = connection
    room = SendRoom(of: connection.descriptor)
    self.name = name
    escapedName = EscapedText(name)
  }

  func rename(_ name: String) {
    self.name = name
    escapedName = EscapedText(name)
  }

  /// If more bytes than this wait after a request was answered, they are sent before the next request is handled. So
  /// the queue always has space for an event and an answer. The number is the length of the longest line.
  static let handOver = LineDecoder.maximumLength
  /// Whether the client's next requests wait until at most `handOver` bytes are left to send.
  private var isHandingOver = false

  /// Whether a request of this client is being performed. Meanwhile its next requests wait in `waiting`. They are read,
  /// because the answer to a `ping` may be among them.
  var isAwaiting = false

  /// Whether the client's next requests must wait until it reads.
  private var mustRead: Bool {
    !isGone && (queue.count >= OutgoingQueue.limit || isHandingOver && queue.count > Self.handOver)
  }
  /// Whether the client's next requests must wait until it reads, or until its current request is done.
  var isPaused: Bool { isAwaiting || mustRead }
  /// Whether reading stops while a request is being performed, because the waiting requests are already as long as the
  /// longest line.
  var hasTooManyWaiting: Bool { isAwaiting && waitingBytes >= LineDecoder.maximumLength }
  /// Whether more may be read from the client.
  var canBeRead: Bool { !hasEnded && !mustRead && !hasTooManyWaiting }

  /// Is called after a request was answered. Returns whether the queue must be flushed before the next request.
  func mustHandOver() -> Bool {
    isHandingOver = queue.count > Self.handOver
    return isHandingOver
  }

  /// Whether the client has lost events and has read everything that was sent before the loss. Then it is sent `missed`
  /// and `state`.
  var isCaughtUp: Bool { missed > 0 && queue.isEmpty && !isGone && !isAsleep }

  /// The number of bytes in the queue that were not offered to the kernel yet.
  private var unsent = 0
  /// Whether a `ping` may be needed, because a command is among the collected events, or the client makes a press or a
  /// key do nothing.
  private var mustBeThere = false

  /// Queues an event, which is sent with the other events of this turn of the loop. If there is no space, counts the
  /// event as missed.
  func gather(_ line: LineBuffer, _ head: LineHead) {
    guard !isGone else { return }
    if missed > 0 || isAsleep || !queue.isEmpty && queue.count + line.count > OutgoingQueue.limit {
      missed += 1
      hasLost = true
      return
    }
    put(line, head)
    if head.type == .command { mustBeThere = true }
  }

  /// Records that a command is for this client, or that the client makes a press or a key do nothing. The client may
  /// then be sent a `ping`, whatever it observes.
  func expectAnswer() { mustBeThere = true }

  /// Records that a command is for this client. A full queue counts as a lost event.
  func noteCommand() {
    expectAnswer()
    if queue.count >= OutgoingQueue.limit { hasLost = true }
  }

  /// Sends the collected lines in one system call. Also sends a `ping` if one is needed and the client has been silent
  /// for `silence`. Returns whether a `ping` was sent.
  func sendGathered(clock: () -> Instant) -> Bool {
    guard unsent > 0 || mustBeThere else { return false }
    if mustBeThere, mustAnswer, ping == nil {
      mustBeThere = false
      let now = clock()
      if now - lastHeard >= Self.silence {
        sendPing(at: now)
        return true
      }
    }
    mustBeThere = false
    if unsent > 0 { sendQueued() }
    return false
  }

  /// Sends the collected lines and then a `ping`.
  func sendPing(at time: Instant) {
    guard !isGone, !isClosed else { return }
    pings += 1
    var line = LineBuffer(capacity: 64)
    line.writePing(pings)
    put(line, LineHead(.ping))
    sendQueued()
    ping = Ping(number: pings, sent: time, hasLeft: queue.isEmpty)
  }

  /// Queues a line that must not be lost. It is sent with the next line.
  func put(_ line: LineBuffer, _ head: LineHead) {
    guard !isGone, !isClosed else { return }
    queue.append(line, head)
    unsent += line.count
  }

  /// Sends an answer, or another line that must not be lost.
  func send(_ line: LineBuffer, _ head: LineHead) {
    put(line, head)
    sendQueued()
  }

  /// Offers the new lines to the kernel, unless older lines still wait.
  private func sendQueued() {
    guard !isGone, !isClosed else { return }
    let isHeldBack = isHeldBack
    if queue.count == unsent, !isCorked, !isHeldBack { queue.flush { write($0) } }
    unsent = 0
    if isHeldBack { watchReading() }
    if isGone { queue.clear() }
    if !isCorked { updateInterest() }
  }

  /// Makes lines wait until `uncork`. Events and answers keep their order.
  func cork() { isCorked = true }

  /// Sends the lines that have waited since `cork`, as far as the kernel accepts them.
  func uncork() {
    isCorked = false
    flush()
    if !isClosed { updateInterest() }
  }

  /// Sends the lines that wait, as far as the kernel accepts them.
  func flush() {
    guard !queue.isEmpty, !isGone, !isHeldBack else { return }
    stopWatching()
    queue.flush { write($0) }
    unsent = 0
    if isGone { queue.clear() }
    if queue.isEmpty { ping?.hasLeft = true }
    if queue.count <= Self.handOver { isHandingOver = false }
  }

  /// Drops the commands that have waited for longer than `lifetime`.
  func expire(at time: Instant, lifetime: Microseconds) {
    guard !queue.isEmpty else { return }
    queue.expire(at: time, lifetime: lifetime, tells: observed.contains(.rejected))
  }

  /// Returns how many events were lost, and sets the count to 0.
  func takeMissed() -> Int64 {
    defer { missed = 0 }
    return missed
  }

  // MARK: Whether the client still responds

  /// If a client has been silent for this time, it is sent a `ping` with the next command or press that depends on it.
  /// While its text is being typed, this is also the time from one `ping` to the next. Source: the protocol.
  static let silence = Microseconds.seconds(1)

  /// Records that the client has sent something.
  func hear(at time: Instant) {
    lastHeard = time
    ping?.hasHeard = true
    wake()
  }

  /// Records the answer to the `ping` of this number. Returns false if the client has already answered it, or was never
  /// sent it.
  func answered(_ number: Int64) -> Bool {
    guard ping?.number == number else { return false }
    ping = nil
    return true
  }

  /// Whether there are sent bytes that the client has not read yet.
  var hasUnread: Bool { room.hasUnread }

  /// Whether nothing is sent now, because the client may never read it.
  private var isHeldBack: Bool {
    if isAsleep { return true }
    guard let ping, ping.hasLeft, !ping.hasHeard else { return false }
    return hasUnread
  }

  private var room: SendRoom
  /// Whether the loop reports space to send while `isHeldBack`.
  private var isWatched = false

  private func watchReading() {
    if room.shrink() { isWatched = true }
  }

  private func stopWatching() {
    room.restore()
    isWatched = false
  }

  /// Stops sending to a client that does not read. Events that wait or come later are lost until it reads again.
  func fallAsleep() {
    guard !isAsleep, !isGone, !isClosed else { return }
    isAsleep = true
    ping = nil
    missed += queue.dropEvents()
    watchReading()
    updateInterest()
  }

  /// Resumes sending if the client has read everything that was sent.
  func wakeIfRead() {
    if isAsleep, !hasUnread { wake() }
  }

  /// Handles the loop's report of space to send. If the client still does not read, the loop stops reporting it.
  func hasRoom() {
    wakeIfRead()
    if isHeldBack { isWatched = false }
  }

  private func wake() {
    isAsleep = false
    stopWatching()
  }

  /// Allows sending the last lines before the client is closed, whether the client reads or not.
  func letGo() {
    ping = nil
    wake()
  }

  /// Records that the client can no longer read. Requests that it sent before are still read and performed.
  func markGone() {
    isGone = true
    queue.clear()
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    do throws(Connection.Failure) { return try connection.send(bytes) } catch {
      isGone = true
      return 0
    }
  }

  private var interest: DescriptorReadiness = .readable

  /// Tells the loop for which events to watch the client, if these have changed.
  func updateInterest() {
    var wanted: DescriptorReadiness = []
    if canBeRead { wanted.insert(.readable) }
    if isHeldBack ? isWatched : !queue.isEmpty { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    watch?.change(to: wanted)
  }

  /// Stops the loop from watching this client.
  func unwatch() {
    watch?.cancel()
    watch = nil
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    unwatch()
    connection.close()
    queue.clear()
  }
}
