/// A game of noughts and crosses. The person is X and begins.
///
/// The computer plays a square that wins, otherwise the first free square of its list. It does not look ahead, so a
/// beginner can win.
struct NoughtsAndCrosses: Equatable {
  enum Mark: Character {
    case cross = "X"
    case nought = "O"
  }

  enum Outcome: Equatable {
    case won, lost, drawn
  }

  private static let lines = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
  ]
  private static let preference = [4, 0, 2, 6, 8, 1, 3, 5, 7]

  private(set) var squares = [Mark?](repeating: nil, count: 9)

  /// The free squares, 0…8.
  var free: [Int] { squares.indices.filter { squares[$0] == nil } }

  /// The result for the person, or `nil` while the game continues.
  var outcome: Outcome? {
    for (mark, outcome) in [(Mark.cross, Outcome.won), (.nought, .lost)] where has(mark) { return outcome }
    return free.isEmpty ? .drawn : nil
  }

  private func has(_ mark: Mark) -> Bool {
    NoughtsAndCrosses.lines.contains { line in line.allSatisfy { squares[$0] == mark } }
  }

  /// Puts a cross on a free square, then plays the computer's answer. Other squares are ignored.
  mutating func play(_ square: Int) {
    guard outcome == nil, free.contains(square) else { return }
    squares[square] = .cross
    guard outcome == nil else { return }
    let wins = free.first { square in
      var next = self
      next.squares[square] = .nought
      return next.has(.nought)
    }
    if let square = wins ?? NoughtsAndCrosses.preference.first(where: { squares[$0] == nil }) {
      squares[square] = .nought
    }
  }

  /// Returns the board in three lines. Free squares are numbers, and the highlighted square is in brackets.
  func lines(highlighted: Int?) -> [String] {
    (0..<3).map { row in
      (0..<3).map { column in
        let square = 3 * row + column
        let text = squares[square].map { "\($0.rawValue)" } ?? "\(square + 1)"
        return square == highlighted ? "[\(text)]" : " \(text) "
      }.joined(separator: "|")
    }
  }
}
