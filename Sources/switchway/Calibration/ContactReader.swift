import SwitchwayCore

/// Finds when each switch of a profile was closed, before any steadying.
///
/// The pipeline does it. So several inputs, axis levels, lost events and unplugging mean the same as in the daemon.
struct ContactReader {
  /// The contacts that have ended, for each switch, in order.
  private(set) var spans: [[ClosedSpan]]
  /// Since when each switch is closed; nil: it is open.
  private(set) var closed: [Instant?]
  private let profile: Profile
  private var pipeline: Pipeline
  private var outputs: [Output] = []
  private var count = 0

  init(_ profile: Profile) {
    self.profile = ContactReader.bare(profile)
    pipeline = Pipeline(profile: self.profile)
    spans = profile.switches.map { _ in [] }
    closed = profile.switches.map { _ in nil }
  }

  /// Adds a device. Returns its node; nil if no entry of the profile matches it.
  mutating func attach(_ description: DeviceDescription, down: KeySet, at time: Instant) -> NodeID? {
    guard let entry = profile.entry(for: description) else { return nil }
    count += 1
    let node = NodeID(rawValue: count)
    pipeline.attach(node, description, entry: entry, down: down, at: time, into: &outputs)
    collect()
    return node
  }

  mutating func handle(_ events: ArraySlice<InputEvent>, from node: NodeID) {
    pipeline.handle(events, from: node, into: &outputs)
    collect()
  }

  mutating func resync(_ node: NodeID, down: KeySet, at time: Instant) {
    pipeline.resync(node, down: down, axes: [], at: time, into: &outputs)
    collect()
  }

  mutating func detach(_ node: NodeID, at time: Instant) {
    pipeline.detach(node, at: time, into: &outputs)
    collect()
  }

  /// Ends all contacts.
  mutating func finish(at time: Instant) {
    pipeline.finish(at: time, into: &outputs)
    collect()
  }

  private mutating func collect() {
    for case .press(let index, let down, let time, _) in outputs {
      if down {
        closed[index] = time
      } else if let start = closed[index] {
        closed[index] = nil
        spans[index].append(ClosedSpan(start: start, end: time))
      }
    }
    outputs.removeAll(keepingCapacity: true)
  }

  /// The profile without steadying, gestures, chords, `unless` and device offsets.
  private static func bare(_ profile: Profile) -> Profile {
    var bare = profile
    bare.chords = []
    for index in bare.devices.indices { bare.devices[index].offset = .zero }
    for index in bare.switches.indices {
      bare.switches[index].steadying = SteadyingPreset.off.parameters
      bare.switches[index].gestures = GestureBindings()
      bare.switches[index].unless = []
    }
    return bare
  }
}
