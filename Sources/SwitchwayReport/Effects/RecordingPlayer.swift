import SwitchwayCore
import SwitchwayDevices

/// Plays recordings to an interpreter, item by item in the order of time. Each recording is a device.
///
/// The device is announced with its first item. The player follows the state of its keys, so that another profile can
/// take it over in the middle. At the end of the recordings, time stops at the last event.
public final class RecordingPlayer {
  /// The device of a recording.
  private struct Track {
    let recording: Recording
    var node: NodeID?
    var entry: Int?
    var hasBegun = false
    var down = KeySet()
    var axes: [UInt16: Int32] = [:]
  }

  /// Called after each step of the interpreter, so that a request of a switch is done before the next step.
  public var onActivity: (() -> Void)?

  private let performer: Performer
  private var tracks: [Track]
  private let items: [MergedItem]
  private var next = 0
  private var lastNode = 0
  /// The time of the first item, at which the time of the recordings begins. Zero if they have no items.
  public let start: Instant
  /// The latest time of an event so far.
  private var latest: Instant

  public init(_ recordings: [Recording], performer: Performer) {
    self.performer = performer
    tracks = recordings.map { Track(recording: $0) }
    items = RecordingMerge.merge(recordings)
    start = items.first?.item.time ?? Instant(0)
    latest = start
  }

  /// The number of items that were played, and of all items.
  public var progress: (played: Int, all: Int) { (next, items.count) }

  /// The time of the next item, in the time of the recordings; nil at the end.
  public var nextTime: Instant? { next < items.count ? items[next].item.time : nil }

  /// Handles the deadlines before the next item and plays it. Does nothing at the end.
  public func step() {
    guard next < items.count else { return }
    let merged = items[next]
    next += 1
    advance(to: merged.item.time)
    let index = merged.recording
    if !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      // The first item may be the unplugging, before the first event.
      attach(index, at: min(tracks[index].recording.start ?? merged.item.time, merged.item.time))
    }
    play(merged.item, of: index)
    latest = max(latest, merged.item.end)
    onActivity?()
  }

  /// Handles the deadlines at or before `time`, one by one.
  public func advance(to time: Instant) {
    while let due = performer.nextDeadline, due <= time {
      performer.advance(to: due)
      onActivity?()
    }
  }

  /// Ends the recordings as if every device were unplugged at the last event.
  public func finish() {
    advance(to: latest)
    for index in tracks.indices where !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      attach(index, at: latest)
    }
    performer.interpreter.finish(at: latest)
    _ = performer.takeProfileRequest()
  }

  /// Attaches the present devices by the entries of the profile that is now in force.
  public func reattach(at time: Instant) {
    for index in tracks.indices where tracks[index].node != nil { attach(index, at: time, announcing: false) }
  }

  private func play(_ item: RecordingItem, of index: Int) {
    switch item {
    case .frame(let events, _):
      for event in events { follow(event, of: index) }
      if let node = tracks[index].node { performer.handle(events, from: node) }
    case .unplug(let time):
      if let node = tracks[index].node, let entry = tracks[index].entry {
        performer.interpreter.detach(node, at: time)
        performer.warnIfAbsent(entry, at: time)
      }
      tracks[index].node = nil
      tracks[index].down = KeySet()
      tracks[index].axes = [:]
    case .replug(let time, let down):
      tracks[index].down = down
      attach(index, at: time, announcing: tracks[index].entry != nil)
    case .resync(let time, let down):
      tracks[index].down = down
      if let node = tracks[index].node { performer.interpreter.resync(node, down: down, axes: [], at: time) }
    }
  }

  /// Remembers which keys are down, for a later profile.
  private func follow(_ event: InputEvent, of index: Int) {
    switch (event.type, event.value) {
    case (EventType.key, 0): tracks[index].down.remove(event.code)
    case (EventType.key, 1): tracks[index].down.insert(event.code)
    case (EventType.absolute, _): tracks[index].axes[event.code] = event.value
    default: break
    }
  }

  private func attach(_ index: Int, at time: Instant, announcing: Bool = true) {
    var description = tracks[index].recording.description
    for axis in description.axes.indices {
      description.axes[axis].value = tracks[index].axes[description.axes[axis].code]
    }
    lastNode += 1
    let node = NodeID(rawValue: lastNode)
    let entry = performer.profile.entry(for: description)
    tracks[index].node = node
    tracks[index].entry = entry
    performer.interpreter.attach(
      node, description, entry: entry, down: tracks[index].down, at: time, announcing: announcing)
  }
}
