import SwitchwayProtocol

/// What is in force while the profile that the daemon starts with has errors.
enum SubstituteWords {
  /// `the last good one`, or `'two-switch', which it extends,`. `nil` if nothing stands in for it.
  ///
  /// - Parameter config: the result of `get` `config`.
  static func name(_ config: Wire.Configuration) -> String? {
    switch config.substitute?.kind {
    case "last-good": "the last good one"
    case "extends": "'\(Terminal.printable(config.substitute?.profile ?? ""))', which it extends,"
    default: nil
    }
  }

  /// What a running daemon uses instead of a file with errors: a sentence. `nil` if no daemon wants this file.
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
