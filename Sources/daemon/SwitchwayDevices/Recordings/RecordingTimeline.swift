import SwitchwayCore
import SwitchwayTime

/// Groups the events of a recording into frames, and puts the losses of events and the unplugging of the device in
/// between. How events around a loss are read:
///
///     P R | D . R | # STATE             D: SYN_DROPPED, R: report, .: dropped
///     P R | D . R . | # STATE           an incomplete frame after the report is dropped too
///     P R | D . R | P R                 no state: nothing is down at the report; then the frame
struct RecordingTimeline {
  /// An item of the timeline: a frame, or one of `others`.
  private struct Mark {
    /// The index in `events` after the last event of the frame.
    var end: Int
    /// The time of the frame's report.
    var report: Instant
    /// The index in `others`. `nil` for a frame.
    var other: Int?
  }

  private var marks: [Mark] = []
  /// The events of all frames, in one array, so that not every frame needs its own.
  private var events: [InputEvent] = []
  /// The items that are not frames.
  private var others: [RecordingItem] = []
  /// The time of the first event, even if that event was dropped.
  private(set) var start: Instant?
  private var assembler = FrameAssembler()
  /// The time of the report after a loss of events. `nil` if there was none, or the state after it is known.
  private var unresolved: Instant?
  private var isUnplugged = false

  /// Reserves memory for a recording of this many bytes.
  mutating func reserve(_ bytes: Int) {
    let lines = bytes / RecordingTimeline.bytesOfEvent
    events.reserveCapacity(lines / 2)
    marks.reserveCapacity(lines / 2)
  }

  /// The number of bytes of a usual line with its line end, `E: 12.345678 0001 0120 1`.
  private static let bytesOfEvent = 25

  /// Adds an event. Returns whether the state after a loss had to be guessed. While the device is unplugged, its events
  /// are dropped.
  mutating func take(_ event: InputEvent) -> Bool {
    if start == nil { start = event.time }
    guard !isUnplugged else {
      // The reports of the unplugged device still make time advance.
      if event.type == EventType.syn, event.code == SynCode.report { appendFrame([], report: event.time) }
      return false
    }
    switch assembler.push(event) {
    case .incomplete: return false
    case .dropped:
      // If a second loss comes before the state after the first one is known, one state is enough for both.
      if unresolved == nil { unresolved = event.time }
      return false
    case .frame:
      let guessed = unresolved
      if let guessed { append(.resync(guessed, down: KeySet())) }
      unresolved = nil
      appendFrame(assembler.frame, report: event.time)
      return guessed != nil
    }
  }

  /// Adds the state that the kernel has reported after a loss. Returns false if the device is unplugged.
  mutating func state(_ time: Instant, down: KeySet) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    append(.resync(time, down: down))
    return true
  }

  /// Unplugs the device. Returns false if it was already unplugged.
  mutating func unplug(_ time: Instant) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    isUnplugged = true
    append(.unplug(time))
    return true
  }

  /// Connects the device again. Returns false if it was not unplugged.
  mutating func replug(_ time: Instant, down: KeySet) -> Bool {
    guard isUnplugged else { return false }
    isUnplugged = false
    append(.replug(time, down: down))
    return true
  }

  /// Ends the recording and returns all its items. A loss at the end whose state is unknown becomes a frame without
  /// events.
  mutating func finish() -> [RecordingItem] {
    if let unresolved { appendFrame([], report: unresolved) }
    var begin = 0
    return marks.map { mark in
      if let other = mark.other { return others[other] }
      defer { begin = mark.end }
      return .frame(events[begin..<mark.end], report: mark.report)
    }
  }

  private mutating func appendFrame(_ frame: [InputEvent], report: Instant) {
    for event in frame { events.append(event) }
    marks.append(Mark(end: events.count, report: report))
  }

  /// Adds an item that is not a frame.
  private mutating func append(_ item: RecordingItem) {
    marks.append(Mark(end: events.count, report: item.time, other: others.count))
    others.append(item)
  }

  private mutating func discard() {
    assembler = FrameAssembler()
    unresolved = nil
  }
}
