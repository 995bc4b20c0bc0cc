import SwitchwayScanning
import Testing

@Suite struct SettlingTests {
  /// Each word is a time in ms and what happens then: c a change, a an act. Then: when it settles.
  @Test(
    "a window settles",
    arguments: [
      ("", nil), ("0c", 500), ("0c 499c", 999), ("0c 500c", 500), ("0c 400c 800c", 1000), ("0c 400c 800c 999c", 1000),
      ("0a", 300), ("0a 299c", 599), ("0a 300c", 300), ("0a 200c 400c 600c 800c", 1000), ("0c 100a", 400),
      ("0c 100a 200c", 500), ("100c 50c", 600), ("0a 100a", 400),
    ] as [(String, Int64?)])
  func settles(news: String, expected: Int64?) {
    var settling = Settling()
    for word in news.split(separator: " ") {
      let time = (Int64(word.dropLast()) ?? 0) * 1_000
      if word.last == "a" { settling.act(at: time) } else { settling.change(at: time) }
    }
    #expect(settling.nextDeadline == expected.map { $0 * 1_000 })
    guard let expected else { return }
    let early = settling.advance(to: expected * 1_000 - 1)
    let atTime = settling.advance(to: expected * 1_000)
    let again = settling.advance(to: expected * 1_000 + 5_000_000)
    #expect(!early && atTime && !again)
    #expect(settling.nextDeadline == nil)
  }

  @Test("the largest times do no harm")
  func limits() {
    var settling = Settling()
    settling.change(at: .max)
    settling.act(at: .max)
    settling.change(at: .min)
    _ = settling.advance(to: .max)
  }
}
