import CLinuxInput
import Glibc
import SwitchwayCore
import SwitchwayProtocol

/// One connection: its descriptor, its name, what it observes, and what it has not read yet.
///
/// Events go straight to the kernel while the client reads. When it does not, they wait, up to `OutgoingQueue.limit`;
/// past that they are lost and counted, and once the client has read all that waited it gets `missed`, a fresh
/// `state`, and live events again. Answers are never lost: while the queue is full, nothing more is read from the
/// client, so what waits is bounded by the limit and one answer.
///
/// Of a consumer it is known when it was last heard, and which `ping` it has yet to answer. While it neither answers nor
/// reads, events wait here, where they can still be taken back: what has gone to the kernel cannot.
final class Client {
  /// Counts the connections of this run; nobody else's.
  let number: Int
  let descriptor: Int32
  var name: String
  /// The name as the source of what it sends.
  var escapedName: EscapedText
  var observed = MessageTypes.all
  var machine = ClientStateMachine()
  var decoder = LineDecoder()
  /// Lines that were read and not yet handled, because answers wait to be read.
  var waiting: ArraySlice<LineDecoder.Item> = []
  /// nil until the loop watches it, and after it is closed.
  var watch: (any DescriptorWatch)?
  private(set) var queue = OutgoingQueue()
  /// Events lost since the queue was full; 0: none.
  private(set) var missed: Int64 = 0
  /// The client has shut down its sending side, or is gone: nothing more will come.
  var hasEnded = false
  /// The client reads no more: what is sent to it goes nowhere.
  private(set) var isGone = false
  private(set) var isClosed = false
  /// While it is set, what is sent waits: the answers to requests that came together leave together.
  private var isCorked = false

  /// A `ping` that has not been answered.
  struct Ping: Equatable {
    let number: Int64
    let sent: Instant
    /// It has left; the client may not have read it.
    fileprivate(set) var hasLeft = false
    /// The client has said something since.
    fileprivate(set) var hasHeard = false
  }

  /// Whether it has a claim.
  var isConsumer = false
  /// The `ping` that it has yet to answer.
  private(set) var ping: Ping?
  private var pings: Int64 = 0
  /// When it last said anything, on the machine's clock.
  private(set) var lastHeard: Instant
  /// It has lost its claims for not reading: nothing is sent to it until it reads again.
  private(set) var isAsleep = false
  /// Events were lost since this was last set to false.
  var hasLost = false

  init(number: Int, descriptor: Int32, name: String, heard: Instant) {
    self.number = number
    lastHeard = heard
    self.descriptor = descriptor
    room = SendRoom(of: descriptor)
    self.name = name
    escapedName = EscapedText(name)
  }

  func rename(_ name: String) {
    self.name = name
    escapedName = EscapedText(name)
  }

  /// When so much waits after a request was answered, it is handed over before the next one, so that what that one
  /// brings finds room. Chosen: the longest line; with it, an event and an answer of that length still fit.
  static let handOver = LineDecoder.maximumLength
  /// Requests that came together have brought more than that, and the next of them wait until it has left.
  private var isHandingOver = false

  /// A request of its is being done; those after it wait, and nothing more is read.
  var isAwaiting = false

  /// Whether the client's own requests have to wait until it reads, or until the one before them is done.
  var isPaused: Bool {
    isAwaiting || !isGone && (queue.count >= OutgoingQueue.limit || isHandingOver && queue.count > Self.handOver)
  }

  /// Notes that a request was answered. True: what waits is to be flushed before the next.
  func mustHandOver() -> Bool {
    isHandingOver = queue.count > Self.handOver
    return isHandingOver
  }

  /// Whether it is owed a `missed` and a `state`, and has read all before them.
  var isCaughtUp: Bool { missed > 0 && queue.isEmpty && !isGone && !isAsleep }

  /// Events of this turn that have not been tried yet; keeps its room.
  private var gathered = LineBuffer()
  /// There is a command among them.
  private var hasGatheredCommand = false

  /// Takes an event, to be sent with the others of this turn, or counts it as missed.
  func gather(_ line: LineBuffer, isCommand: Bool) {
    guard !isGone else { return }
    let waiting = gathered.count
    if missed > 0 || isAsleep || !queue.hasRoom(for: waiting + line.count) && !(queue.isEmpty && waiting == 0) {
      missed += 1
      hasLost = true
      return
    }
    gathered.put(contentsOf: line)
    if isCommand { hasGatheredCommand = true }
  }

  /// A command is for it. It may not observe commands, and is asked all the same whether it is there; a queue that is
  /// full says that it is not.
  func noteCommand() {
    hasGatheredCommand = true
    if queue.count >= OutgoingQueue.limit { hasLost = true }
  }

  /// Sends what has been gathered, in one call of the system; with a command, or for one that it does not observe, a
  /// `ping`, if it is time for one by `clock`. True: it was.
  func sendGathered(clock: () -> Instant) -> Bool {
    guard !gathered.isEmpty || hasGatheredCommand else { return false }
    var sent: Ping?
    if hasGatheredCommand, isConsumer, ping == nil {
      let now = clock()
      if now - lastHeard >= Self.silence {
        pings += 1
        gathered.writePing(pings)
        sent = Ping(number: pings, sent: now)
      }
    }
    hasGatheredCommand = false
    guard !gathered.isEmpty else { return false }
    send(gathered)
    gathered.clear()
    guard var sent else { return false }
    sent.hasLeft = queue.isEmpty
    ping = sent
    return true
  }

  /// Sends an answer, or what else may not be lost.
  func send(_ line: LineBuffer) {
    guard !isGone, !isClosed else { return }
    let isHeldBack = isHeldBack
    let taken = queue.isEmpty && !isCorked && !isHeldBack ? write(line.bytes[...]) : 0
    if taken < line.count, !isGone { queue.append(Array(line.bytes), after: taken) }
    if isHeldBack { watchReading() }
    if isGone { queue.clear() }
    if !isCorked { updateInterest() }
  }

  /// Lets what is sent from now on wait for `uncork`. Events keep their place among the answers.
  func cork() { isCorked = true }

  /// Sends what was held back, as far as the client takes it.
  func uncork() {
    isCorked = false
    flush()
    if !isClosed { updateInterest() }
  }

  /// Sends what waits, as far as the client takes it.
  func flush() {
    guard !queue.isEmpty, !isGone, !isHeldBack else { return }
    stopWatching()
    queue.flush { write($0) }
    if isGone { queue.clear() }
    if queue.isEmpty { ping?.hasLeft = true }
    if queue.count <= Self.handOver { isHandingOver = false }
  }

  /// Commands that have waited for longer than `lifetime` are not sent any more.
  func expire(at time: Instant, lifetime: Microseconds) {
    guard !queue.isEmpty else { return }
    queue.expire(at: time, lifetime: lifetime, tells: observed.contains(.rejected))
  }

  /// How many events were lost; none from now on.
  func takeMissed() -> Int64 {
    defer { missed = 0 }
    return missed
  }

  // MARK: Whether it is there

  /// Nothing was heard of a consumer for this long: a `ping` goes with its next command. Source: the protocol.
  static let silence = Microseconds.seconds(1)

  /// It has said something.
  func hear(at time: Instant) {
    lastHeard = time
    ping?.hasHeard = true
    wake()
  }

  /// It has answered the `ping` of this number. False: that is not what it was asked.
  func answered(_ number: Int64) -> Bool {
    guard ping?.number == number else { return false }
    ping = nil
    return true
  }

  /// Its answer does not matter any more.
  func forgetPing() { ping = nil }

  /// Whether there is anything that was sent and that it has not read.
  var hasUnread: Bool { room.hasUnread }

  /// Whether nothing is sent, because it may never read it.
  private var isHeldBack: Bool {
    if isAsleep { return true }
    guard let ping, ping.hasLeft, !ping.hasHeard else { return false }
    return hasUnread
  }

  private var room: SendRoom
  /// Whether the kernel is asked when there is room again.
  private var isWatched = false

  private func watchReading() {
    if room.shrink() { isWatched = true }
  }

  private func stopWatching() {
    room.restore()
    isWatched = false
  }

  /// It does not read: events that wait are lost, and those to come, until it does.
  func fallAsleep() {
    guard !isAsleep, !isGone, !isClosed else { return }
    isAsleep = true
    ping = nil
    missed += queue.dropEvents()
    watchReading()
    updateInterest()
  }

  /// Awake if it has read everything.
  func wakeIfRead() {
    if isAsleep, !hasUnread { wake() }
  }

  /// The kernel has room. That is no news where it has some beside what is unread: it is not asked again then.
  func hasRoom() {
    wakeIfRead()
    if isHeldBack { isWatched = false }
  }

  private func wake() {
    isAsleep = false
    stopWatching()
  }

  /// It is sent whatever comes, to be closed next.
  func letGo() {
    ping = nil
    wake()
  }

  /// Nobody reads any more. What the client sent before it went is still read and done.
  func markGone() {
    isGone = true
    queue.clear()
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let taken = unsafe bytes.withUnsafeBytes { raw in unsafe sw_send(descriptor, raw.baseAddress, raw.count) }
    if taken >= 0 { return taken }
    if taken != -Int(EAGAIN) && taken != -Int(ENOBUFS) { isGone = true }
    return 0
  }

  private var interest: DescriptorInterest = .readable

  /// Tells the loop what the client waits for, where that has changed.
  func updateInterest() {
    var wanted: DescriptorInterest = []
    if !hasEnded && !isPaused { wanted.insert(.readable) }
    if isHeldBack ? isWatched : !queue.isEmpty { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    watch?.change(to: wanted)
  }

  /// The loop tells nothing more of it.
  func unwatch() {
    watch?.cancel()
    watch = nil
  }

  /// Closes the descriptor. What the client sent and nobody read is thrown away first: otherwise the kernel would
  /// tell the client of a reset connection instead of an ended one.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    unwatch()
    shutdown(descriptor, Int32(SHUT_RD))
    var scratch = [UInt8](repeating: 0, count: 16_384)
    for _ in 0..<64 {
      let count = unsafe scratch.withUnsafeMutableBytes { raw in unsafe read(descriptor, raw.baseAddress, raw.count) }
      if count <= 0 { break }
    }
    Glibc.close(descriptor)
    queue.clear()
  }
}
