import SwitchwayScanning
import SwitchwayWorkbench
import Testing

/// What it costs to write, as vm/trials/DESKTOP-TRIALS.md says it.
@Suite struct WritingBenchTests {
  @Test("the whole text is written with completions, by rows and by frequency", arguments: WritingLanguage.allCases)
  func whole(_ language: WritingLanguage) {
    let model = WordModel(Array("\\1-grams:\n9 nothing\n8 was\n7 sister\n6 seinem\n5 Traum\n4 fand\n".utf8))
    for byFrequency in [false, true] {
      let bench = WritingBench(language, byFrequency: byFrequency, model: model)
      #expect(bench.written == language.text && bench.requests < 1_000)
    }
  }

  @Test("the steps are those of the documentation", arguments: WritingLanguage.allCases)
  func steps(_ language: WritingLanguage) {
    let found = [false, true].map { WritingBench(language, byFrequency: $0) }
    #expect(found.map(\.steps) == (language == .english ? [5_823, 4_812] : [6_545, 5_045]))
    #expect(found.map(\.requests) == (language == .english ? [938, 938] : [985, 985]))
  }

  @Test("a word of three letters takes a person the steps to each group and key")
  func word() {
    // By rows t is the fifth key of the second group, e its third, and a the first key of the fourth group.
    let bench = WritingBench(.english, byFrequency: false, text: "tea")
    #expect(bench.steps == (2 + 5) + (2 + 3) + (4 + 1) && bench.presses == 6 && bench.written == "tea")
    #expect(WritingBench(.english, byFrequency: true, text: "tea").steps == 11)
  }
}
