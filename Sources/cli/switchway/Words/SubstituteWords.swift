import SwitchwayProtocol

/// Names the profile that the daemon uses while the profile with which it starts has errors.
enum SubstituteWords {
  /// Returns `the last good one`, or a text such as `'two-switch', which it extends,`. Returns `nil` if the daemon uses
  /// no substitute.
  ///
  /// - Parameter config: the daemon's answer to `get` with `config`.
  static func name(_ config: Wire.Configuration) -> String? {
    switch config.substitute?.kind {
    case "last-good": "the last good one"
    case "extends": "'\(Terminal.printable(config.substitute?.profile ?? ""))', which it extends,"
    default: nil
    }
  }

  /// Returns a sentence that says which profile a running daemon uses instead of a file with errors. Returns `nil` if
  /// no daemon uses such a file.
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
