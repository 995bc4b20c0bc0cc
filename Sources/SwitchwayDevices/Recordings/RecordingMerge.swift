import SwitchwayCore

/// An item of one of several merged recordings.
public struct MergedItem: Hashable, Sendable {
  /// Index among the recordings, in the order of the command line.
  public var recording: Int
  public var item: RecordingItem
}

/// Merges recordings of several devices by the time of each item's first event.
///
/// Items with the same time are in the order of the command line. Items of one recording keep their order, even if
/// their times go back.
public enum RecordingMerge {
  /// Merges all items. O(items × recordings); there are only a few recordings.
  public static func merge(_ recordings: [Recording]) -> [MergedItem] {
    var heads = [Int](repeating: 0, count: recordings.count)
    var merged: [MergedItem] = []
    merged.reserveCapacity(recordings.reduce(0) { $0 + $1.items.count })
    while true {
      var first: (recording: Int, time: Instant)?
      for (index, recording) in recordings.enumerated() where heads[index] < recording.items.count {
        let time = recording.items[heads[index]].time
        if first.map({ time < $0.time }) ?? true { first = (index, time) }
      }
      guard let first else { return merged }
      merged.append(
        MergedItem(recording: first.recording, item: recordings[first.recording].items[heads[first.recording]]))
      heads[first.recording] += 1
    }
  }
}
