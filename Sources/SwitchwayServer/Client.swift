import CLinuxInput
import Glibc
import SwitchwayProtocol

/// One connection: its descriptor, its name, what it observes, and what it has not read yet.
///
/// Events go straight to the kernel while the client reads. When it does not, they wait, up to `OutgoingQueue.limit`;
/// past that they are lost and counted, and once the client has read all that waited it gets `missed`, a fresh
/// `state`, and live events again. Answers are never lost: while the queue is full, nothing more is read from the
/// client, so what waits is bounded by the limit and one answer.
final class Client {
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

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    escapedName = EscapedText(name)
  }

  func rename(_ name: String) {
    self.name = name
    escapedName = EscapedText(name)
  }

  /// Whether the client's own requests have to wait until it reads.
  var isPaused: Bool { !isGone && queue.count >= OutgoingQueue.limit }

  /// Whether it is owed a `missed` and a `state`, and has read all before them.
  var isCaughtUp: Bool { missed > 0 && queue.isEmpty && !isGone }

  /// Events of this turn that have not been tried yet; keeps its room.
  private var gathered = LineBuffer()

  /// Takes an event, to be sent with the others of this turn, or counts it as missed.
  func gather(_ line: LineBuffer) {
    guard !isGone else { return }
    let waiting = gathered.count
    if missed > 0 || !queue.hasRoom(for: waiting + line.count) && !(queue.isEmpty && waiting == 0) {
      missed += 1
      return
    }
    gathered.put(contentsOf: line)
  }

  /// Sends what has been gathered, in one call of the system.
  func sendGathered() {
    guard !gathered.isEmpty else { return }
    send(gathered)
    gathered.clear()
  }

  /// Sends an answer, or what else may not be lost.
  func send(_ line: LineBuffer) {
    guard !isGone, !isClosed else { return }
    let taken = queue.isEmpty && !isCorked ? write(line.bytes[...]) : 0
    if taken < line.count, !isGone { queue.append(line.bytes[taken...]) }
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
    guard !queue.isEmpty, !isGone else { return }
    queue.flush { write($0) }
    if isGone { queue.clear() }
  }

  /// How many events were lost; none from now on.
  func takeMissed() -> Int64 {
    defer { missed = 0 }
    return missed
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
    if !queue.isEmpty { wanted.insert(.writable) }
    guard wanted != interest else { return }
    interest = wanted
    watch?.change(to: wanted)
  }

  /// Closes the descriptor. What the client sent and nobody read is thrown away first: otherwise the kernel would
  /// tell the client of a reset connection instead of an ended one.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    watch?.cancel()
    watch = nil
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
