import SwitchwayCore

/// Groups the events of a recording into frames, with losses, unplugging and return of the device.
///
///     P R | D . R | # STATE             D: SYN_DROPPED, R: report, .: dropped
///     P R | D . R . | # STATE           an incomplete frame after the report is dropped too
///     P R | D . R | P R                 no state: nothing is down at the report; then the frame
struct RecordingTimeline {
  private(set) var items: [RecordingItem] = []
  /// The time of the first event, whatever came of it.
  private(set) var start: Instant?
  private var assembler = FrameAssembler()
  /// The report after a loss, until the state is known.
  private var unresolved: Instant?
  private var isUnplugged = false

  /// Adds an event. Returns whether the state after a loss had to be guessed. Events while unplugged are dropped.
  mutating func take(_ event: InputEvent) -> Bool {
    if start == nil { start = event.time }
    guard !isUnplugged else {
      // It is not there, but time goes on with it.
      if event.type == EventType.syn, event.code == SynCode.report { items.append(.frame([], report: event.time)) }
      return false
    }
    switch assembler.push(event) {
    case .incomplete: return false
    case .dropped:
      // A second loss before the state of the first: one state answers both.
      if unresolved == nil { unresolved = event.time }
      return false
    case .frame:
      let guessed = unresolved
      if let guessed { items.append(.resync(guessed, down: KeySet())) }
      unresolved = nil
      items.append(.frame(assembler.frame, report: event.time))
      return guessed != nil
    }
  }

  /// Adds the state that the kernel reported. Returns false if the device is unplugged.
  mutating func state(_ time: Instant, down: KeySet) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    items.append(.resync(time, down: down))
    return true
  }

  /// Removes the device. Returns whether it was present.
  mutating func unplug(_ time: Instant) -> Bool {
    guard !isUnplugged else { return false }
    discard()
    isUnplugged = true
    items.append(.unplug(time))
    return true
  }

  /// Brings the device back. Returns whether it was absent.
  mutating func replug(_ time: Instant, down: KeySet) -> Bool {
    guard isUnplugged else { return false }
    isUnplugged = false
    items.append(.replug(time, down: down))
    return true
  }

  /// The recording ends. What was down after a loss at its very end is not guessed, but time has gone on to it.
  mutating func finish() {
    if let unresolved { items.append(.frame([], report: unresolved)) }
  }

  private mutating func discard() {
    assembler = FrameAssembler()
    unresolved = nil
  }
}
