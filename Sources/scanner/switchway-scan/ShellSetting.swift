import Glibc
import SwitchwayScreen

/// Switches the extension in GNOME's shell on and off, by changing the person's setting `enabled-extensions` with
/// `gsettings`.
struct ShellSetting {
  private static let key = "org.gnome.shell enabled-extensions"

  let environment: [String: String]

  /// Whether the extension is installed in a folder in which the shell looks for it.
  var isInstalled: Bool {
    ProgramFolders.data(environment: environment).contains { folder in
      ShellExtension.names.contains { unsafe access("\(folder)/gnome-shell/extensions/\($0)/metadata.json", R_OK) == 0 }
    }
  }

  /// Whether the person is in a session of GNOME.
  var isGNOME: Bool { (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").contains("GNOME") }

  /// Adds the extension to the enabled ones. Returns a text about the next steps, which is empty if there are none.
  func enable() throws(ScanFailure) -> String {
    guard isInstalled else {
      return isGNOME ? "for rings on GNOME, install the package switchway-scan-gnome, and run this again\n" : ""
    }
    try change { ShellExtension.names.reduce($0, Self.adding) }
    return "the extension in GNOME's shell is on; log out once if it was installed after you logged in\n"
  }

  /// Removes the extension from the enabled ones. Does nothing if the extension is not installed.
  func disable() throws(ScanFailure) {
    if isInstalled { try change { ShellExtension.names.reduce($0, Self.removing) } }
  }

  private func change(_ change: (String) -> String) throws(ScanFailure) {
    guard let before = run("get \(Self.key)") else {
      throw ScanFailure("cannot read GNOME's setting enabled-extensions: gsettings is needed, in the user's session")
    }
    let after = change(before)
    let quoted = after.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    guard after == before || run("set \(Self.key) '\(quoted)'") != nil else {
      throw ScanFailure("cannot write GNOME's setting enabled-extensions")
    }
  }

  /// Adds a name to a list that is written in the form of `gsettings`, if the list lacks the name.
  static func adding(to list: String, _ name: String) -> String {
    if list.contains("'\(name)'") { return list }
    let open = list.hasSuffix("[]") ? "[" : String(list.dropLast()) + ", "
    return "\(open)'\(name)']"
  }

  static func removing(from list: String, _ name: String) -> String {
    for part in [", '\(name)'", "'\(name)', "] where list.contains(part) {
      return list.replacing(part, with: "", maxReplacements: 1)
    }
    return list == "['\(name)']" ? "@as []" : list
  }

  /// Runs `gsettings`, and returns its output without the line feed. `nil` if it has failed.
  private func run(_ words: String) -> String? {
    guard let stream = unsafe popen("gsettings \(words) 2>/dev/null", "r") else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, stream)
    guard unsafe pclose(stream) == 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
  }
}
