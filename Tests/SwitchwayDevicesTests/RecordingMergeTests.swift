import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

@Suite struct RecordingMergeTests {
  /// A recording of empty frames at these seconds.
  static func recording(_ name: String, _ times: [Int]) throws -> Recording {
    let text = "N: \(name)\nI: 0 0 0 0\n" + times.map { "E: \($0).000000 0000 0000 0\n" }.joined()
    return try Recording(Array(text.utf8), file: name)
  }

  static let rows: [(about: String, times: [[Int]], order: String)] = [
    ("none", [], ""), ("one", [[1, 2]], "a1 a2"), ("empty ones", [[], [3], []], "b3"),
    ("by time", [[1, 4], [2, 3]], "a1 b2 b3 a4"),
    ("ties in the order of the command line", [[2, 2], [1, 2], [2]], "b1 a2 a2 b2 c2"),
    ("times that go back keep their recording's order", [[5, 1, 6], [2, 7]], "b2 a5 a1 a6 b7"),
  ]

  @Test("recordings are merged by time, each in its own order", arguments: rows.indices)
  func merge(index: Int) throws {
    let row = Self.rows[index]
    let names = ["a", "b", "c"]
    let recordings = try zip(names, row.times).map { try Self.recording($0, $1) }
    let order = RecordingMerge.order(of: recordings).map { index, item in
      recordings[index].description.name + String(recordings[index].items[item].time.microseconds / 1_000_000)
    }
    #expect(order.joined(separator: " ") == row.order, "\(row.about)")
  }

  @Test("a frame's time is that of its first event, its end that of its report")
  func frameTime() throws {
    let text = "N: x\nI: 0 0 0 0\nE: 1.000000 0001 0100 1\nE: 2.000000 0001 0101 1\nE: 3.000000 0000 0000 0\n"
    let recording = try Recording(Array(text.utf8), file: "x")
    #expect(recording.start == Instant(1_000_000))
    #expect(recording.items.first?.end == Instant(3_000_000))
  }
}
