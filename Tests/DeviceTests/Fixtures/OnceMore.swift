import Testing

/// A press was too old when the daemon handled it, because the machine had stood still for a second or more.
struct StalePress: Error, CustomStringConvertible {
  let description: String
}

/// A test that ends with `StalePress` is made once more, from its beginning. In the second run, a stale press is a line
/// like any other.
struct OnceMore: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal static var isSecond = false

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    do {
      try await function()
    } catch let stale as StalePress {
      print("once more: \(test.displayName ?? test.name): \(stale)")
      try await Self.$isSecond.withValue(true) { try await function() }
    }
  }
}

extension Trait where Self == OnceMore {
  /// The tests press switches, and wait for what comes of it.
  static var onceMore: Self { OnceMore() }
}
