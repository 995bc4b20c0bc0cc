import SwitchwayCore
import SwitchwayDevices

/// Brings recordings to an interpreter, an item at a time, in the order of their times: each recording is a device.
///
/// A recording's device is announced with its first item, and its keys are followed, so that another profile can take
/// it in the middle. Where the recordings end, time stops at the last event.
public final class RecordingPlayer {
  /// A recording's device.
  private struct Track {
    let recording: Recording
    var node: NodeID?
    var entry: Int?
    var hasBegun = false
    var down = KeySet()
    var axes: [UInt16: Int32] = [:]
  }

  /// Called after each thing that happened in the interpreter, so that what a switch asked for is done before the next.
  public var onActivity: (() -> Void)?

  private let performer: Performer
  private var tracks: [Track]
  private let items: [MergedItem]
  private var next = 0
  private var lastNode = 0
  /// The time of the first item: where the recordings' time begins. Zero where nothing happens in them.
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

  /// How many items there are, and how many have been played.
  public var progress: (played: Int, all: Int) { (next, items.count) }

  /// When the next item is due, in the recordings' time; nil at the end.
  public var nextTime: Instant? { next < items.count ? items[next].item.time : nil }

  /// Plays the next item, after the deadlines before it; does nothing at the end.
  public func step() {
    guard next < items.count else { return }
    let merged = items[next]
    next += 1
    advance(to: merged.item.time)
    let index = merged.recording
    if !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      // It may begin with being unplugged, before its first event.
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

  /// Time stops: as if every device were unplugged at the last event.
  public func finish() {
    advance(to: latest)
    for index in tracks.indices where !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      attach(index, at: latest)
    }
    performer.interpreter.finish(at: latest)
    _ = performer.takeProfileRequest()
  }

  /// Another profile is in force in the interpreter: its entries take the devices that are there.
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

  /// Keeps what is down, for a profile that comes later.
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
