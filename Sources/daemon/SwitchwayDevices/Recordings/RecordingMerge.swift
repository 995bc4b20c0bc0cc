import SwitchwayCore
import SwitchwayTime

/// Merges recordings of several devices by the time of each item's first event.
///
/// Items of different recordings that have the same time are in the order of the recordings on the command line. Items
/// of one recording keep their order, even if their times go back.
package enum RecordingMerge {
  /// Returns the items in their order, each as the index of its recording and its index in the recording. The time
  /// grows with the number of items times the number of recordings, of which there are only a few.
  package static func order(of recordings: [Recording]) -> [(recording: Int, item: Int)] {
    var merged: [(recording: Int, item: Int)] = []
    merged.reserveCapacity(recordings.reduce(0) { $0 + $1.items.count })
    if recordings.count == 1 {
      for item in recordings[0].items.indices { merged.append((0, item)) }
      return merged
    }
    var heads = [Int](repeating: 0, count: recordings.count)
    while true {
      var first: (recording: Int, time: Instant)?
      for (index, recording) in recordings.enumerated() where heads[index] < recording.items.count {
        let time = recording.items[heads[index]].time
        if first.map({ time < $0.time }) ?? true { first = (index, time) }
      }
      guard let first else { return merged }
      merged.append((first.recording, heads[first.recording]))
      heads[first.recording] += 1
    }
  }
}
