import SwitchwayCore
import SwitchwayDevices

/// The times at which each switch of a profile was closed in recordings, before any steadying. They are computed by
/// the pipeline. So several inputs, axis levels, lost events and unplugging mean the same as in the daemon.
struct RecordedContacts {
  /// One for each switch, in order.
  private(set) var spans: [[ClosedSpan]]
  /// The times of the first and the last event; nil if there are no events.
  let extent: (first: Instant, last: Instant)?

  init(_ recordings: [Recording], profile: Profile) {
    let bare = RecordedContacts.bare(profile)
    var pipeline = Pipeline(profile: bare)
    var outputs: [Output] = []
    var nodes = recordings.map { _ in NodeID(rawValue: -1) }
    var latest: Instant?
    var first: Instant?
    var count = 0
    func attach(_ index: Int, down: KeySet, at time: Instant) {
      let description = recordings[index].description
      guard let entry = bare.entry(for: description) else { return }
      count += 1
      nodes[index] = NodeID(rawValue: count)
      pipeline.attach(nodes[index], description, entry: entry, down: down, at: time, into: &outputs)
    }
    var hasBegun = recordings.map { _ in false }
    for merged in RecordingMerge.merge(recordings) {
      let index = merged.recording
      if !hasBegun[index] {
        hasBegun[index] = true
        attach(index, down: KeySet(), at: recordings[index].start ?? merged.item.time)
      }
      switch merged.item {
      case .frame(let events, _): pipeline.handle(events, from: nodes[index], into: &outputs)
      case .unplug(let time): pipeline.detach(nodes[index], at: time, into: &outputs)
      case .replug(let time, let down): attach(index, down: down, at: time)
      case .resync(let time, let down):
        pipeline.resync(nodes[index], down: down, axes: [], at: time, into: &outputs)
      }
      first = min(first ?? merged.item.time, merged.item.time)
      latest = max(latest ?? merged.item.end, merged.item.end)
    }
    if let latest { pipeline.finish(at: latest, into: &outputs) }
    spans = profile.switches.map { _ in [] }
    var closed: [Int: Instant] = [:]
    for case .press(let index, let down, let time, _) in outputs {
      if down {
        closed[index] = time
      } else if let start = closed.removeValue(forKey: index) {
        spans[index].append(ClosedSpan(start: start, end: time))
      }
    }
    if let first, let latest { extent = (first, latest) } else { extent = nil }
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
