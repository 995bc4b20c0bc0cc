import Glibc
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// A node in memory, of a kernel that does what the test says.
final class FakeNode: InputNode {
  var description: DeviceDescription
  /// Readable while `send` or `unplug` has left something to read.
  let descriptor: Int32
  private let signal: Int32
  private var signals = 0
  private(set) var isClosed = false

  /// According to the events read so far.
  var down = KeySet()
  /// According to the kernel.
  var pressed = KeySet()
  /// The error of `keysDownNow`; nil: it succeeds.
  var refusal: NodeFailure?
  /// The errors of the next grabs. After these, grabs succeed.
  var refusals: [NodeFailure] = []
  private(set) var isGrabbed = false
  private(set) var attempts = 0
  private(set) var releases = 0
  /// Called before a grab ends.
  var onRelease: (() -> Void)?
  /// Codes of `EV_REL` that it sends besides keys.
  var movements: [UInt16] = []

  private var unread: [InputEvent] = []
  private var isGone = false

  init(_ description: DeviceDescription) {
    self.description = description
    var ends: [Int32] = [-1, -1]
    unsafe _ = pipe(&ends)
    (descriptor, signal) = (ends[0], ends[1])
  }

  deinit { for end in [descriptor, signal] { _ = Glibc.close(end) } }

  /// A frame with one key arrives.
  func send(_ code: UInt16, _ value: Int32, at time: Instant) {
    send(InputEvent(time: time, type: EventType.key, code: code, value: value))
  }

  /// A frame with one event arrives.
  func send(_ event: InputEvent) {
    unread.append(event)
    wake()
  }

  /// Reading fails after what was sent before.
  func unplug() {
    isGone = true
    wake()
  }

  private func wake() { signals += unsafe write(signal, [0], 1) }

  func read(into batch: inout NodeBatch, limit: Int) -> NodeReadStatus {
    batch.clear()
    for event in unread.prefix(limit) {
      batch.append([event], report: event.time)
      guard event.type == EventType.key else { continue }
      if event.value == 0 { down.remove(event.code) } else { down.insert(event.code) }
    }
    unread.removeFirst(min(limit, unread.count))
    guard unread.isEmpty else { return .more }
    var bytes = [UInt8](repeating: 0, count: signals)
    if signals > 0 { signals -= unsafe Glibc.read(descriptor, &bytes, signals) }
    return isGone ? .gone : .drained
  }

  func close() { isClosed = true }

  func grab() throws(NodeFailure) {
    attempts += 1
    if !refusals.isEmpty { throw refusals.removeFirst() }
    isGrabbed = true
  }

  var abilities: KeyboardAbilities {
    guard description.kind == .pointer else {
      return KeyboardAbilities(keys: description.keys, movements: movements, knobs: [])
    }
    return KeyboardAbilities(ofPointer: description.keys, movements: movements, knobs: [])
  }

  func ungrab() throws(NodeFailure) {
    if isGrabbed { onRelease?() }
    releases += 1
    isGrabbed = false
  }

  /// The keys that were released in the kernel, in order.
  private(set) var released: [KeySet] = []
  /// The error of `release`; nil: it succeeds.
  var releaseFailure: NodeFailure?

  func release(_ keys: KeySet) throws(NodeFailure) {
    if let releaseFailure { throw releaseFailure }
    released.append(keys)
    for code in keys.codes {
      pressed.remove(code)
      send(code, 0, at: MonotonicClock.now())
    }
  }

  func keysDownNow() throws(NodeFailure) -> KeySet {
    if let refusal { throw refusal }
    return pressed
  }
}

/// A monitor of nodes in memory.
final class FakeMonitor: NodeMonitor {
  let descriptor: Int32 = -1
  private let nodes: [NodeAnnouncement]
  /// What is received next.
  var events: [NodeEvent] = []

  init(_ nodes: [NodeAnnouncement]) { self.nodes = nodes }

  func list() -> [NodeAnnouncement]? { nodes }
  func receive() -> [NodeEvent]? {
    defer { events = [] }
    return events
  }
}
