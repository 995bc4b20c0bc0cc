import Fixtures
import SwitchwayCore
import SwitchwayText
import Testing

@Suite("the most likely name")
struct NearestNameTests {
  @Test(
    "few edits are near, many are not",
    arguments: [
      ("selct", "select"), ("SELECT", "select"), ("slecet", "select"), ("nxet", "next"), ("up", nil), ("u", nil),
      ("ignore_repeat", "ignore-repeat"), ("something", nil), ("", nil), ("select", nil),
    ] as [(String, String?)])
  func near(_ word: String, _ expected: String?) {
    #expect(
      NearestName.suggestion(for: word, among: ["select", "next", "ignore-repeat", "nothing-at-all"]) == expected)
  }

  @Test("the order of the candidates does not matter; a longer common beginning wins")
  func order() {
    let names = ["abs_rx", "abs_y", "abs_x", "abs_z"]
    #expect(NearestName.suggestion(for: "abs_xx", among: names) == "abs_x")
    #expect(NearestName.suggestion(for: "abs_xx", among: names.reversed()) == "abs_x")
    #expect(NearestName.suggestion(for: "abs_w", among: names) == "abs_x")
    #expect(NearestName.suggestion(for: "abs_w", among: names.reversed()) == "abs_x")
  }

  /// The whole table of optimal string alignment, in its textbook form.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var table = [[Int]](repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        guard row > 0, column > 0 else {
          table[row][column] = max(row, column)
          continue
        }
        let change = table[row - 1][column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
        var least = min(change, table[row - 1][column] + 1, table[row][column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[left.count][right.count]
  }

  @Test("for random words the result equals that of the whole table of edits", arguments: 1...20)
  func whole(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func word() -> String {
      String((0..<Int.random(in: 1...9, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<200 {
      let (wanted, candidate) = (word(), word())
      let allowed = wanted.count <= 3 ? 1 : wanted.count <= 6 ? 2 : 3
      let edits = NearestNameTests.edits(Array(wanted), Array(candidate))
      let isNear = edits <= allowed && edits < candidate.count && wanted != candidate
      #expect(
        NearestName.suggestion(for: wanted, among: [candidate]) == (isNear ? candidate : nil), "\(wanted) \(candidate)")
    }
  }

  @Test("a word of a megabyte is not compared")
  func long() {
    #expect(NearestName.suggestion(for: String(repeating: "a", count: 1_000_000), among: ["aaa"]) == nil)
  }
}
