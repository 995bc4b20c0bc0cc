/// The choice of a question that the arrow keys have moved to. Enter accepts it.
struct ArrowChoice {
  private let prompt: SetupPrompt
  /// The number of the choice, from 0, or `nil` if no arrow key was pressed. After the last choice comes `back`.
  private(set) var item: Int?

  init(_ prompt: SetupPrompt) { self.prompt = prompt }

  private var count: Int { prompt.choices.count + (prompt.canGoBack ? 1 : 0) }

  /// Moves up or down. The choice after the last one is the first one, and the other way round. Returns the number of
  /// the choice, or `nil` if the question has no choices.
  ///
  /// - Parameter highlighted: the choice that is highlighted before the first arrow key; `nil` means the proposed
  ///   choice.
  mutating func move(_ step: Int, from highlighted: Int?) -> Int? {
    guard !prompt.choices.isEmpty else { return nil }
    let proposed = prompt.proposal.flatMap { word in prompt.choices.firstIndex { $0.word == word } }
    let from = item ?? highlighted ?? proposed ?? (step > 0 ? -1 : 0)
    item = (from + step + count) % count
    return item
  }

  /// The answer that Enter gives, or `nil` if no arrow key was pressed.
  var reply: SetupReply? {
    item.map { prompt.choices.indices.contains($0) ? .word(prompt.choices[$0].word) : .back }
  }

  /// Makes the next press of a switch choose the choice that the arrow keys have moved to.
  func place(_ pointer: inout SetupPointer?) {
    guard let item, case .scanner? = pointer else { return }
    pointer = .scanner(SetupScanner(choices: count, item: item, at: SetupRoom.now))
  }
}
