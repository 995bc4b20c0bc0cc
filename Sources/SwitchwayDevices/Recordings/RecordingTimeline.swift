import SwitchwayCore

/// Groups the events of a recording into frames, with losses, unplugging and return of the device.
///
///     P R | D . R | # STATE             D: SYN_DROPPED, R: report, .: dropped
///     P R | D . R . | # STATE           an incomplete frame after the report is dropped too
///     P R | D . R | P R                 no state: nothing is down at the report; then the frame
struct RecordingTimeline {
  /// The items. Frames have no events here; theirs are in `events`.
  private var items: [RecordingItem] = []
  /// The events of all frames. `ranges` contains the range of each item. A single array avoids one array per frame.
  private var events: [InputEvent] = []
  private var ranges: [Range<Int>] = []
  /// The time of the first event, even if that event was dropped.
  private(set) var start: Instant?
  private var assembler = FrameAssembler()
  /// The report after a loss, until the state is known.
  private var unresolved: Instant?
  private var isUnplugged = false

  /// Adds an event. Returns whether the state after a loss had to be guessed. Events while unplugged are dropped.
  mutating func take(_ event: InputEvent) -> Bool {
    if start == nil { start = event.time }
    guard !isUnplugged else {
      // The device is absent, but its reports still advance time.
      if event.type == EventType.syn, event.code == SynCode.report { append(.frame([], report: event.time)) }
      return false
    }
    switch assembler.push(event) {
    case .incomplete: return false
    case .dropped:
      // A second loss before the state of the first one: a single state is enough for both.
      if unresolved == nil { unresolved = event.time }
      return false
    case .frame:
      let guessed = unresolved
      if let guessed { append(.resync(guessed, down: KeySet())) }
      unresolved = nil
      append(.frame([], report: event.time), assembler.frame)
      return guessed != nil
    }
  }

  /// Adds the state that the kernel reported. Returns false if the device is unplugged.
  mutating func state(_ time: Instant, down: KeySet) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    append(.resync(time, down: down))
    return true
  }

  /// Removes the device. Returns whether it was present.
  mutating func unplug(_ time: Instant) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    isUnplugged = true
    append(.unplug(time))
    return true
  }

  /// Brings the device back. Returns whether it was absent.
  mutating func replug(_ time: Instant, down: KeySet) -> Bool {
    guard isUnplugged else { return false }
    isUnplugged = false
    append(.replug(time, down: down))
    return true
  }

  /// Ends the recording and returns all its items. A loss at the very end adds no state, only its time.
  mutating func finish() -> [RecordingItem] {
    if let unresolved { append(.frame([], report: unresolved)) }
    for (index, range) in ranges.enumerated() {
      if case .frame(_, let report) = items[index] { items[index] = .frame(events[range], report: report) }
    }
    return items
  }

  private mutating func append(_ item: consuming RecordingItem, _ frame: [InputEvent] = []) {
    ranges.append(events.count..<events.count + frame.count)
    for event in frame { events.append(event) }
    items.append(item)
  }

  private mutating func discard() {
    assembler = FrameAssembler()
    unresolved = nil
  }
}
