import SwitchwayCore

/// Decides what happens to the settings in a person's default.yaml when the person keeps another profile (`switchway
/// profile NAME --keep`).
enum KeptProfile {
  /// What can happen to the settings that the file already has.
  enum Way {
    /// Use only the other profile. The former file is kept beside the new one.
    case replace
    /// Use both profiles. Where both have a setting, the file's own setting counts.
    case add
  }

  /// Keys that do not count as settings of the person.
  private static let neutral: Set<String> = ["switchway", "extends"]

  /// Whether a file has settings that would be merged with another profile.
  static func hasSettings(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      guard let first = line.first, first != " ", first != "#", !line.hasPrefix("---") else { return false }
      return !neutral.contains(String(line.prefix { $0 != ":" }))
    }
  }

  /// Returns the contents of a file that only extends the profile `name`.
  static func alone(_ name: String) -> String {
    "switchway: 1\n# The profile that Switchway starts with: chosen with 'switchway profile \(name) --keep'.\n"
      + "extends: \(name)\n"
  }

  /// Returns a description of the switches and keys of a profile, for the person who has chosen it.
  static func words(_ profile: Profile) -> String {
    let switches = profile.switches.map { one in
      "\(one.name)" + (one.gestures.command(of: .tap).map { " (\($0.text))" } ?? "")
    }
    var parts = [switches.isEmpty ? "it has no switches" : "its switches: \(switches.joined(separator: ", "))"]
    if profile.keyboard != nil { parts.append("keys of the keyboard also give commands") }
    return Terminal.printable(parts.joined(separator: "; "))
  }

  /// Asks on the terminal. Returns `nil` if the person wants no change.
  static func ask(_ name: String, _ path: String) -> Way? {
    Terminal.complain("\(Terminal.printable(path)) has settings of its own. What should happen to them?")
    Terminal.complain("  r  '\(Terminal.printable(name))' replaces them; the old file is kept beside the new one")
    Terminal.complain(
      "  a  '\(Terminal.printable(name))' is added to them; where both set something, your own setting counts")
    while true {
      Terminal.ask("r or a, then Enter; Enter alone: change nothing: ")
      switch readLine() {
      case "r": return .replace
      case "a": return .add
      case nil, "": return nil
      default: continue
      }
    }
  }
}
