import SwitchwayProtocol

/// The profile that the daemon uses while the profile that it starts with has errors.
enum SubstituteWords {
  /// `the last good one`, or `'two-switch', which it extends,`. `nil` if the daemon uses no substitute.
  ///
  /// - Parameter config: the result of `get` `config`.
  static func name(_ config: Wire.Configuration) -> String? {
    switch config.substitute?.kind {
    case "last-good": "the last good one"
    case "extends": "'\(Terminal.printable(config.substitute?.profile ?? ""))', which it extends,"
    default: nil
    }
  }

  /// A sentence that says what a running daemon uses instead of a file with errors. `nil` if no daemon uses this file.
  ///
  /// - Parameter paths: the files with errors.
  static func ofDaemon(_ socket: String?, insteadOf paths: [String]) -> String? {
    guard let found = try? DaemonDialogue.ifRunning(socket) else { return nil }
    var dialogue = found
    guard let config = try? dialogue.configuration(), let name = name(config),
      !Set(paths).isDisjoint(with: config.diagnostics.map(\.file))
    else { return nil }
    return "Until this is fixed, switchwayd uses \(name.hasSuffix(",") ? String(name.dropLast()) : name)."
  }
}
