import SwitchwayEngine
import Testing

@Suite("The ring of profiles") struct ProfileRingTests {
  static let rows: [(wanted: String, current: String, names: [String], name: String)] = [
    ("b", "a", ["a", "b"], "b"), ("nowhere", "a", ["a", "b"], "nowhere"),
    ("next", "a", ["a", "b", "c"], "b"), ("next", "c", ["a", "b", "c"], "a"),
    ("previous", "a", ["a", "b", "c"], "c"), ("previous", "b", ["a", "b", "c"], "a"),
    ("next", "a", ["a"], "a"), ("previous", "a", ["a"], "a"),
    // A current one that is not among them stands where its name would.
    ("next", "b", ["a", "c"], "c"), ("previous", "b", ["a", "c"], "a"),
    ("next", "d", ["a", "c"], "a"), ("previous", "d", ["a", "c"], "c"), ("previous", "0", ["a", "c"], "c"),
    ("next", "a", [], "next"),
  ]

  @Test("next and previous go round, by name", arguments: rows)
  func row(wanted: String, current: String, names: [String], name: String) {
    #expect(ProfileRing.name(wanted, after: current, among: names) == name)
  }
}
