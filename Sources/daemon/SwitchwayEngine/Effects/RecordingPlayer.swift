import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// Plays recordings to an interpreter, item by item, in the order of time. Each recording is one device.
///
/// A device is attached with its first item. The player knows which of its keys are down, so that the device can be
/// attached again when another profile becomes active. At the end of the recordings, time stops at the last event.
public final class RecordingPlayer {
  /// The device of a recording.
  private final class Track {
    var node: NodeID?
    var entry: Int?
    var hasBegun = false
    /// The number of items that were played.
    var played = 0
    /// The number of items that `down` and `axes` include. These are computed only when the device is attached again.
    private var followed = 0
    private(set) var down = KeySet()
    private(set) var axes: [UInt16: Int32] = [:]

    /// Computes which keys are down and where the axes are after the items that were played.
    func follow(_ items: [RecordingItem]) {
      while followed < played {
        switch items[followed] {
        case .frame(let events, _): for event in events { follow(event) }
        case .unplug:
          down = KeySet()
          axes = [:]
        case .replug(_, let codes), .resync(_, let codes): down = codes
        }
        followed += 1
      }
    }

    private func follow(_ event: InputEvent) {
      switch (event.type, event.value) {
      case (EventType.key, 0): down.remove(event.code)
      case (EventType.key, 1): down.insert(event.code)
      case (EventType.absolute, _): axes[event.code] = event.value
      default: break
      }
    }
  }

  /// It is called when a switch has requested a profile, before the next step.
  public var onRequest: (() -> Void)?

  /// It is called after each item and each deadline, so that its results can be handled before the next one.
  public var onActivity: (() -> Void)?

  private let performer: Performer
  private let recordings: [Recording]
  private let tracks: [Track]
  /// The items of all recordings in the order of time.
  private let order: [(recording: Int, item: Int)]
  private var next = 0
  private var lastNode = 0
  /// The time of the first item, at which the recordings begin. Zero if they have no items.
  public let start: Instant
  /// The latest time of an event so far.
  private var latest: Instant

  public init(_ recordings: [Recording], performer: Performer) {
    self.performer = performer
    self.recordings = recordings
    tracks = recordings.map { _ in Track() }
    order = RecordingMerge.order(of: recordings)
    start = order.first.map { recordings[$0.recording].items[$0.item].time } ?? Instant(0)
    latest = start
  }

  /// Whether all items were played.
  public var isAtEnd: Bool { next == order.count }

  /// The time of the next item, on the clock of the recordings. `nil` at the end.
  public var nextTime: Instant? {
    next < order.count ? recordings[order[next].recording].items[order[next].item].time : nil
  }

  /// Handles the deadlines before the next item and plays it. Does nothing at the end.
  public func step() {
    guard next < order.count else { return }
    let (index, place) = order[next]
    next += 1
    if case .frame(let events, let report) = recordings[index].items[place] {
      begin(index, at: events.first?.time ?? report)
      if let node = tracks[index].node { performer.handle(.frame(events, from: node)) }
      end(at: report)
    } else {
      let item = recordings[index].items[place]
      begin(index, at: item.time)
      play(item, of: index)
      end(at: item.end)
    }
  }

  /// Handles the deadlines before an item, and attaches the device if this is its first item.
  private func begin(_ index: Int, at time: Instant) {
    advance(to: time)
    if !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      // The device is attached at its first event or its first item, whichever is earlier.
      attach(index, at: min(recordings[index].start ?? time, time))
    }
    tracks[index].played += 1
  }

  private func end(at time: Instant) {
    latest = max(latest, time)
    noteActivity()
  }

  private func noteActivity() {
    if performer.hasProfileRequest { onRequest?() }
    onActivity?()
  }

  /// Handles the deadlines at or before `time`, one by one.
  public func advance(to time: Instant) {
    while let due = performer.nextDeadline, due <= time {
      performer.handle(.time(due))
      noteActivity()
    }
  }

  /// Ends the recordings as if every device were unplugged at the last event.
  public func finish() {
    advance(to: latest)
    for index in tracks.indices where !tracks[index].hasBegun {
      tracks[index].hasBegun = true
      attach(index, at: latest)
    }
    performer.handle(.finished(at: latest))
    _ = performer.takeProfileRequest()
  }

  /// Attaches the devices that are plugged in again, with the entries of the new profile.
  public func reattach(at time: Instant) {
    for index in tracks.indices where tracks[index].node != nil { attach(index, at: time, announcing: false) }
  }

  private func play(_ item: RecordingItem, of index: Int) {
    switch item {
    case .frame: break
    case .unplug(let time):
      if let node = tracks[index].node, let entry = tracks[index].entry {
        performer.handle(.detached([node], at: time))
        performer.warnIfAbsent(entry, at: time)
      }
      tracks[index].node = nil
    case .replug(let time, _): attach(index, at: time, announcing: tracks[index].entry != nil)
    case .resync(let time, let down):
      if let node = tracks[index].node { performer.handle(.resynced(node, down: down, axes: [], at: time)) }
    }
  }

  private func attach(_ index: Int, at time: Instant, announcing: Bool = true) {
    tracks[index].follow(recordings[index].items)
    var description = recordings[index].description
    for axis in description.axes.indices {
      description.axes[axis].value = tracks[index].axes[description.axes[axis].code]
    }
    lastNode += 1
    let node = NodeID(rawValue: lastNode)
    let entry = performer.profile.entry(for: description)
    tracks[index].node = node
    tracks[index].entry = entry
    performer.handle(
      .attached(node, description, entry: entry, down: tracks[index].down, at: time, announcing: announcing))
  }
}
