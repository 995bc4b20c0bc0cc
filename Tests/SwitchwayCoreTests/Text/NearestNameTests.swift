import SwitchwayCore
import Testing

@Suite("the name that was probably meant")
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

  @Test("a word of a megabyte costs nothing")
  func long() {
    #expect(NearestName.suggestion(for: String(repeating: "a", count: 1_000_000), among: ["aaa"]) == nil)
  }
}
