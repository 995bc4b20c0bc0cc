/// The desktop that a session runs, as the session or logind says.
public struct DesktopSession: Hashable, Sendable {
  /// The kinds of sessions, by the settings that are read for them.
  enum Kind: Hashable {
    case gnome, kde
    /// A graphical session that does not name its desktop.
    case untold
    /// A console, ssh, or a desktop whose settings are not read.
    case other
  }

  let kind: Kind
  /// Whether the session uses X11. There, KDE's file of layouts has an effect only if KDE is set to use it.
  let isX11: Bool

  /// - Parameters:
  ///   - desktop: names with colons between them, such as `ubuntu:GNOME`; empty if none is named.
  ///   - type: `wayland`, `x11`, `tty` …
  public init(desktop: String, type: String) {
    isX11 = type == "x11"
    let names = desktop.lowercased().split(separator: ":")
    func isAny(_ words: [String]) -> Bool {
      names.contains { name in words.contains { name == $0 || name.hasPrefix($0 + "-") } }
    }
    if isAny(["gnome", "ubuntu"]) {
      kind = .gnome
    } else if isAny(["kde", "plasma", "plasmawayland", "plasmax11"]) {
      kind = .kde
    } else {
      kind = names.isEmpty && ["wayland", "x11"].contains(type) ? .untold : .other
    }
  }

  /// The session that a program runs in.
  ///
  /// A session that does not name its desktop counts as having none here: it is a console or ssh.
  public init(environment: [String: String]) {
    let desktop = environment["XDG_CURRENT_DESKTOP"] ?? ""
    self.init(desktop: desktop, type: desktop.isEmpty ? "" : environment["XDG_SESSION_TYPE"] ?? "")
  }
}
