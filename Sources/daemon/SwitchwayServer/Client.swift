import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

/// One connection: its descriptor, its name, the types that it observes, and the lines that it has not read yet.
///
/// Events go straight to the kernel while the client reads. While it does not, they wait, up to `OutgoingQueue.limit`.
/// Events past the limit are lost and counted. Once the client has read everything that waited, it gets `missed`, a
/// fresh `state`, and live events again. Answers are never lost: while the queue is full, nothing more is read from the
/// client, so the queue holds at most the limit, one answer, and the answers to its texts.
///
/// If presses or keys depend on the client, this type also stores when the client last sent anything, and which `ping`
/// it has not answered yet. While it neither answers nor reads, events wait here, where they can still be dropped.
/// Bytes that the
/// kernel has received cannot be taken back.
final class Client {
  /// The number of this connection. Connections are counted from the start of the daemon.
  let number: Int
  let connection: Connection
  var name: String
  /// The name, escaped as lines contain it.
  var escapedName: EscapedText
  var observed = MessageTypes.all
  var machine = ClientStateMachine()
  /// Lines that were read, but not performed yet, because answers wait to be read or a request is still being
  /// performed.
  var waiting: ArraySlice<AskedLine> = [] {
    didSet { if waiting.isEmpty { waitingBytes = 0 } }
  }
  /// The approximate size of these lines, in bytes.
  var waitingBytes = 0
  /// `nil` before the loop watches the client, and after the client is closed.
  var watch: (any DescriptorWatch)?
  private(set) var queue = OutgoingQueue()
  /// The number of events lost since the queue was full.
  private(set) var missed: Int64 = 0
  /// Whether the client has shut down its sending side, or has gone. Nothing more will be read.
  var hasEnded = false
  /// The client no longer reads. Lines for it are discarded.
  private(set) var isGone = false
  private(set) var isClosed = false
  /// While set, lines to send wait, so that the answers to requests that arrived together leave together.
  private var isCorked = false

  /// A `ping` that has not been answered.
  struct Ping: Equatable {
    let number: Int64
    var sent: Instant
    /// The kernel has received it. The client may not have read it yet.
    fileprivate(set) var hasLeft: Bool
    /// Whether the client has sent anything since then.
    fileprivate(set) var hasHeard = false
  }

  /// Whether the client has a claim.
  var isConsumer = false
  /// Whether the client inhibits presses.
  var isInhibiting = false
  /// Whether the client suspends what switches type.
  var isSuspending = false
  /// Whether the client learns.
  var isLearning = false
  /// Whether, while it learns, it also gets events of devices that are not presses.
  var wantsSights = false
  /// The texts of the client that are not typed completely.
  var texts = 0
  /// The time when a `ping` is sent because a text is typed. `nil` if none is typed.
  var nextTextPing: Instant?
  /// The `ping` that the client has not answered yet.
  var ping: Ping?
  private var pings: Int64 = 0
  /// The time when the client last sent anything, on the machine's clock.
  private(set) var lastHeard: Instant
  /// Whether presses or commands do nothing because of this client.
  var holdsBack: Bool { isInhibiting || isSuspending || isLearning }
  /// Whether presses or keys depend on this client, so that it must answer a `ping`. Only a consumer has texts.
  var mustAnswer: Bool { isConsumer || holdsBack }
  /// Whether the client has lost its claims because it does not read. Nothing is sent to it until it reads again.
  private(set) var isAsleep = false
  /// Whether events were lost since this was last set to false.
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

  /// If more bytes than this wait after a request was answered, they are sent before the next request is handled, so
  /// that its lines have space. The longest line. An event and an answer of that length still fit.
  static let handOver = LineDecoder.maximumLength
  /// Whether more than `handOver` bytes wait. The next requests wait until no more than that are left.
  private var isHandingOver = false

  /// Whether a request of this client is being performed. Meanwhile its next requests wait. They are still read,
  /// because the answer to a `ping` may be among them.
  var isAwaiting = false

  /// Whether the client's next requests must wait until it reads.
  private var mustRead: Bool {
    !isGone && (queue.count >= OutgoingQueue.limit || isHandingOver && queue.count > Self.handOver)
  }
  /// Whether the client's next requests must wait until it reads, or until its current request is done.
  var isPaused: Bool { isAwaiting || mustRead }
  /// While a request is performed, reading stops when the waiting requests fill a line's length.
  var hasTooManyWaiting: Bool { isAwaiting && waitingBytes >= LineDecoder.maximumLength }
  /// Whether more may be read.
  var canBeRead: Bool { !hasEnded && !mustRead && !hasTooManyWaiting }

  /// Records that a request was answered. Returns true if the queue must be flushed before the next request.
  func mustHandOver() -> Bool {
    isHandingOver = queue.count > Self.handOver
    return isHandingOver
  }

  /// Whether the client has lost events and has read everything before them. It is sent `missed` and `state` next.
  var isCaughtUp: Bool { missed > 0 && queue.isEmpty && !isGone && !isAsleep }

  /// Bytes of the queue that have not been offered to the kernel.
  private var unsent = 0
  /// Whether a command is among the collected events, or the client has withheld a press or a key.
  private var mustBeThere = false

  /// Queues an event, to be sent with the others of this turn of the loop. If there is no space, counts it as missed.
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

  /// Records that a command is for this client, or that the client withholds a press or a key. The client is sent a
  /// `ping` whatever it observes.
  func expectAnswer() { mustBeThere = true }

  /// Records that a command is for this client. A full queue counts as a lost event.
  func noteCommand() {
    expectAnswer()
    if queue.count >= OutgoingQueue.limit { hasLost = true }
  }

  /// Sends the collected lines in one system call. A `ping` goes with them if one is needed, and the client has been
  /// silent long enough by `clock`. Returns true if a `ping` was sent.
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

  /// Sends a `ping`, with the collected lines before it.
  func sendPing(at time: Instant) {
    guard !isGone, !isClosed else { return }
    pings += 1
    var line = LineBuffer(capacity: 64)
    line.writePing(pings)
    put(line, LineHead(.ping))
    sendQueued()
    ping = Ping(number: pings, sent: time, hasLeft: queue.isEmpty)
  }

  /// Queues a line that must not be lost, to be sent with the next one.
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

  /// Offers new lines to the kernel, unless older lines still wait.
  private func sendQueued() {
    guard !isGone, !isClosed else { return }
    let isHeldBack = isHeldBack
    if queue.count == unsent, !isCorked, !isHeldBack { queue.flush { write($0) } }
    unsent = 0
    if isHeldBack { watchReading() }
    if isGone { queue.clear() }
    if !isCorked { updateInterest() }
  }

  /// Makes lines wait for `uncork`. Events keep their order among the answers.
  func cork() { isCorked = true }

  /// Sends the lines that `cork` held back, as far as the kernel takes them.
  func uncork() {
    isCorked = false
    flush()
    if !isClosed { updateInterest() }
  }

  /// Sends the lines that wait, as far as the kernel takes them.
  func flush() {
    guard !queue.isEmpty, !isGone, !isHeldBack else { return }
    stopWatching()
    queue.flush { write($0) }
    unsent = 0
    if isGone { queue.clear() }
    if queue.isEmpty { ping?.hasLeft = true }
    if queue.count <= Self.handOver { isHandingOver = false }
  }

  /// Drops commands that have waited for longer than `lifetime`.
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

  /// If a client has been silent for this long, a `ping` goes with the next command or press that depends on it. While
  /// its text is typed, this is also the time from one `ping` to the next. Source: the protocol.
  static let silence = Microseconds.seconds(1)

  /// Records that the client has sent something.
  func hear(at time: Instant) {
    lastHeard = time
    ping?.hasHeard = true
    wake()
  }

  /// Records the answer to `ping` `number`. Returns false if that `ping` is not outstanding.
  func answered(_ number: Int64) -> Bool {
    guard ping?.number == number else { return false }
    ping = nil
    return true
  }

  /// Whether the client has not yet read everything that was sent.
  var hasUnread: Bool { room.hasUnread }

  /// Whether nothing is sent, because the client may never read it.
  private var isHeldBack: Bool {
    if isAsleep { return true }
    guard let ping, ping.hasLeft, !ping.hasHeard else { return false }
    return hasUnread
  }

  private var room: SendRoom
  /// Whether the loop watches for space to send while lines are held back.
  private var isWatched = false

  private func watchReading() {
    if room.shrink() { isWatched = true }
  }

  private func stopWatching() {
    room.restore()
    isWatched = false
  }

  /// Stops sending to a client that does not read. Waiting and new events are lost until it reads again.
  func fallAsleep() {
    guard !isAsleep, !isGone, !isClosed else { return }
    isAsleep = true
    ping = nil
    missed += queue.dropEvents()
    watchReading()
    updateInterest()
  }

  /// Resumes sending if the client has read everything.
  func wakeIfRead() {
    if isAsleep, !hasUnread { wake() }
  }

  /// Handles the kernel's report of space to send. If the client has not read everything, the report is ignored, and
  /// the loop stops watching for space.
  func hasRoom() {
    wakeIfRead()
    if isHeldBack { isWatched = false }
  }

  private func wake() {
    isAsleep = false
    stopWatching()
  }

  /// Lets the last lines be sent, whether the client reads or not. The client is closed next.
  func letGo() {
    ping = nil
    wake()
  }

  /// Records that the client no longer reads. Its earlier requests are still read and performed.
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

  /// Tells the loop which events the client waits for, if that has changed.
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
