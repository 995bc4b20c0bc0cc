/// What can choose an answer besides typing it.
enum SetupPointer {
  case none
  /// A switch that no profile has yet, as `learn` reports it.
  case scanner(SetupScanner)
  /// The profile that is tried.
  case page(SetupPage)

  /// The highlighted choice; nil: none is.
  var item: Int? {
    switch self {
    case .none: nil
    case .scanner(let scanner): scanner.item
    case .page(let page): page.item
    }
  }

  var isResting: Bool {
    switch self {
    case .none: false
    case .scanner(let scanner): scanner.isResting
    case .page(let page): page.isResting
    }
  }

  var deadline: Int64? { if case .scanner(let scanner) = self { scanner.deadline } else { nil } }

  mutating func advance(to time: Int64) {
    guard case .scanner(var scanner) = self else { return }
    scanner.advance(to: time)
    self = .scanner(scanner)
  }
}
