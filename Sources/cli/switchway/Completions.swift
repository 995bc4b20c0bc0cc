import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayProtocol

/// The names that a shell offers when the person presses Tab. They are looked up at that time. If they cannot be read,
/// none is offered.
enum Completions {
  /// The names of profiles, and the words `next` and `previous`.
  static let profiles = CompletionKind.custom { _, _, _ in ProfileInForce.store.names() + ["next", "previous"] }

  /// Profiles that can be edited.
  static let files = CompletionKind.custom { _, _, _ in ProfileInForce.store.names() }

  static let bridges = CompletionKind.custom { _, _, _ in ProfileInForce.store.bridgeNames() + ["off", "asterics"] }

  static let switches = CompletionKind.custom { words, _, _ in inForce(words)?.switches.map(\.name) ?? [] }

  static let commands = CompletionKind.custom { _, _, _ in CommandVocabulary.names }

  /// The names that `explain` knows: switches, chords of switches, and keys and chords of keys.
  static let explained = CompletionKind.custom { words, _, _ in
    guard let profile = inForce(words) else { return [] }
    let rows = Bindings.of(profile, bridge: profile.bridge)
    let names = rows.compactMap { $0.switchName ?? $0.chord }
    return Set(profile.switches.map(\.name) + names).sorted()
  }

  /// The profile that the typed command uses, according to its options `--config` and `--socket`.
  private static func inForce(_ words: [String]) -> Profile? {
    func value(_ option: String) -> String? {
      let next = words.firstIndex(of: option).map { $0 + 1 }
      return next.flatMap { words.indices.contains($0) ? words[$0] : nil }
    }
    return try? ProfileInForce.load(file: value("--config"), askingAt: value("--socket")).profile
  }
}
