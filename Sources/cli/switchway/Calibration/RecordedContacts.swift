import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// The times at which each switch of a profile was closed in recordings, before the filters of the switches
/// (steadying).
struct RecordedContacts {
  /// One list per switch, in the order of the profile.
  let spans: [[ClosedSpan]]
  /// The times of the first and the last event, or `nil` if there are no events.
  let extent: (first: Instant, last: Instant)?

  init(_ recordings: [Recording], profile: Profile) {
    var reader = ContactReader(profile)
    var nodes: [NodeID?] = recordings.map { _ in nil }
    var latest: Instant?
    var first: Instant?
    var hasBegun = recordings.map { _ in false }
    for (index, place) in RecordingMerge.order(of: recordings) {
      let item = recordings[index].items[place]
      let description = recordings[index].description
      if !hasBegun[index] {
        hasBegun[index] = true
        nodes[index] = reader.attach(description, down: KeySet(), at: recordings[index].start ?? item.time)
      }
      if let node = nodes[index] {
        switch item {
        case .frame(let events, _): reader.handle(.frame(events, from: node))
        case .unplug(let time): reader.handle(.detached([node], at: time))
        case .replug(let time, let down): nodes[index] = reader.attach(description, down: down, at: time)
        case .resync(let time, let down): reader.handle(.resynced(node, down: down, axes: [], at: time))
        }
      }
      first = min(first ?? item.time, item.time)
      latest = max(latest ?? item.end, item.end)
    }
    if let latest { reader.handle(.finished(at: latest)) }
    spans = reader.spans
    if let first, let latest { extent = (first, latest) } else { extent = nil }
  }

  private init(spans: [[ClosedSpan]], extent: (first: Instant, last: Instant)?) {
    (self.spans, self.extent) = (spans, extent)
  }

  /// Returns these contacts after `change` has replaced the spans of each switch.
  func mapped(_ change: ([ClosedSpan]) -> [ClosedSpan]) -> RecordedContacts {
    RecordedContacts(spans: spans.map(change), extent: extent)
  }
}
