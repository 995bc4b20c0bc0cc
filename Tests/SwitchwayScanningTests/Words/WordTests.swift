import Testing

@testable import SwitchwayScanning

/// Models of a language, whole and spoilt, and what they complete.
@Suite struct WordTests {
  private static let text = """

    \\data\\
    ngram 1=9
    ngram 2=1

    \\1-grams:
    1 <unk>
    748 -chlorid
    9 Tee
    7 Theodor
    500 tea
    60 teach
    70 team
    800 the
    300 them
    90 then
    80 there
    5 été

    \\2-grams:
    99999 theft auto

    \\end\\

    """

  private static let letters = Set("abcdefghijklmnopqrstuvwxyzTÉé")

  private func completions(_ prefix: String, _ text: String = text) -> [String] {
    WordList(model: WordModel(Array(text.utf8))).completions(of: prefix, typing: Self.letters)
  }

  @Test("the four most frequent words that go on, in that order, of single words alone")
  func frequent() {
    #expect(completions("te") == ["tea", "team", "teach"])
    #expect(completions("th") == ["the", "them", "then", "there"])
    #expect(completions("thef") == [] && completions("") == [] && completions("-c") == [] && completions("the x") == [])
    #expect(completions("é") == ["été"])
  }

  @Test("a capital at the beginning finds small words, too, and a small letter no names")
  func capitals() {
    #expect(completions("The") == ["Them", "Then", "There", "Theodor"])
    #expect(completions("T") == ["The", "Tea", "Them", "Then"])
    #expect(completions("TE") == [])
    #expect(completions("theo") == [])
  }

  @Test("words with characters that the layout lacks are left out")
  func layout() {
    let list = WordList(model: WordModel(Array(Self.text.utf8)))
    #expect(list.completions(of: "te", typing: Set("team")) == ["tea", "team"])
  }

  @Test("a word that was written twice comes first; one that was written once is not shown")
  func learned() {
    var list = WordList(model: WordModel(Array(Self.text.utf8)))
    list.learn("teapot")
    #expect(list.completions(of: "te", typing: Self.letters) == ["tea", "team", "teach"])
    list.learn("teapot")
    #expect(list.completions(of: "te", typing: Self.letters) == ["teapot", "tea", "team", "teach"])
    for number in 0..<5_000 { list.learn("word\(number)") }
    for _ in 0..<2 { list.learn(String(repeating: "a", count: 65)) }
    #expect(list.completions(of: "aa", typing: Self.letters) == [])
  }

  @Test("lines that are no words are left out, and the others are read")
  func strange() {
    let lines = [
      "\\1-grams:", "", "7", "7 ", " 7 a", "x y", "99999999999999999999 tq", "12345678901234567 ta", "1\ttb",
      "1 t\u{7}",
      "1 t c", "-1 td", "1 \(String(repeating: "t", count: 65))", "2 te", "3 te", "\\", "9 tz",
    ]
    #expect(completions("t", lines.joined(separator: "\n")) == ["ta", "te"])
    #expect(WordModel(Array("\\1-grams:\n1 t".utf8) + [0xFF, 0xFE]).words(from: "t", limit: 4).isEmpty)
  }

  @Test("words in any order are found")
  func unsorted() {
    #expect(completions("t", "\\1-grams:\n1 tz\n2 ta\n3 tm\n") == ["tm", "ta", "tz"])
  }

  @Test("a model that is cut anywhere, or spoilt, is read as far as it goes")
  func spoilt() {
    let bytes = Array(Self.text.utf8)
    for end in bytes.indices { _ = WordModel(Array(bytes[..<end])).words(from: "t", limit: 4) }
    var random = SeededGenerator(seed: 25)
    for _ in 0..<300 {
      var spoilt = bytes
      for _ in 0..<10 {
        spoilt[Int.random(in: spoilt.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let words = WordModel(spoilt).words(from: "t", limit: 4)
      #expect(words.count <= 4 && words.allSatisfy { $0.word.hasPrefix("t") })
    }
  }

  @Test("a hostile model completes words of the layout's characters alone, each once, and no blank or line end")
  func hostile() {
    var lines = [
      "te\u{202E}ax", "te\0", "te\r", "te\u{1B}[2J", "te\u{85}x", "te\u{2028}x", "te\u{301}x", "te x", "te\tx", "teöx",
    ]
    lines += Array(repeating: "tee", count: 3) + ["tea", "te", ""]
    let text = "\\1-grams:\n" + lines.map { "99 \($0)\n" }.joined() + "6 team\n\\2-grams:\n99 teach\n"
    let list = WordList(model: WordModel(Array(text.utf8)))
    // A layout can type these, too.
    let completions = list.completions(of: "te", typing: Self.letters.union([" ", "\n", "\t", "\r", "\u{1B}"]))
    #expect(completions == ["tea", "tee", "team"], "\(completions)")
  }

  @Test("a model of more words or bytes than the limits is cut there")
  func limits() {
    let many = "\\1-grams:\n" + (0..<WordModel.mostWords + 5).map { "\($0) w\($0)\n" }.joined()
    let model = WordModel(Array(many.utf8))
    #expect(model.words(from: "w", limit: 1).map(\.count) == [WordModel.mostWords - 1])
    let long = Array("\\1-grams:\n".utf8) + Array(repeating: UInt8(ascii: "7"), count: WordModel.longestText + 1)
    #expect(WordModel(long).words(from: "", limit: 1).isEmpty)
  }
}
