extension Session {
  /// What is done about a choice. Each state but `idle` ends at its deadline at the latest.
  enum Work {
    /// Can go to: `checking`, `acting`.
    case idle
    /// The item is read again. Can go to: `acting`, `reading`, `idle`.
    case checking(Attempt, until: Int64)
    /// Can go to: `settling`, `reading`, `idle`.
    case acting(Attempt, until: Int64)
    /// The program changes. Can go to: `reading`, `idle`.
    case settling(Attempt, QuietTime)
    /// The window is read again. `hasActed`: else nothing was done. Can go to: `idle`.
    case reading(Attempt, hasActed: Bool, until: Int64)

    /// Whether the page stands until it is done: a choice waits for its `scan`.
    var isChoice: Bool {
      switch self {
      case .idle: false
      case .checking(let attempt, _), .acting(let attempt, _), .settling(let attempt, _), .reading(let attempt, _, _):
        attempt.isChoice
      }
    }

    var deadline: Int64? {
      switch self {
      case .idle: nil
      case .checking(_, let until), .acting(_, let until), .reading(_, _, let until): until
      case .settling(_, let quiet): quiet.deadline
      }
    }
  }

  /// One choice, or one change of a value, that is acted on.
  struct Attempt {
    let number: Int
    /// nil: a key, or a window that is closed.
    let item: Item?
    let act: Act
    /// Whether a page waits for its `scan`.
    let isChoice: Bool
    /// Whether it always stays at its page.
    let stays: Bool
  }
}
