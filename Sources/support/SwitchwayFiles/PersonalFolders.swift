/// The folders in which programs store a person's own files.
public enum PersonalFolders {
  /// The directory of a person's own profiles, or `nil` if the environment does not name it.
  public static func personalDirectory(environment: [String: String]) -> String? {
    settingsDirectory(environment: environment).map { $0 + "/switchway" }
  }

  /// The directory of a person's settings, usually `~/.config`, or `nil` if the environment does not name it.
  package static func settingsDirectory(environment: [String: String]) -> String? {
    // Relative paths are invalid here (XDG base directory specification).
    if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return home }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config" }
  }

  /// The directory of the state that programs store for a person, usually `~/.local/state`, or `nil` if the environment
  /// does not name it.
  package static func stateDirectory(environment: [String: String]) -> String? {
    // Relative paths are invalid here (XDG base directory specification).
    if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return home }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state" : nil }
  }
}
