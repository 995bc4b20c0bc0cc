import Glibc
import SwitchwayText
import SwitchwayTime

/// The settings of a person's desktop for the keyboard: its layout, and its accessibility features that change what
/// typed keys do.
public struct DesktopKeyboard: Equatable, Sendable {
  /// The desktops whose settings are read. Raw values are their names for people.
  public enum Desktop: String, Sendable {
    case gnome = "GNOME"
    case kde = "KDE"
  }

  public var desktop: Desktop
  /// The layouts of the desktop, as profiles write them (`fr(oss)`); it uses one of them now. If there are several, the
  /// desktop switches between them, and its files do not show which one it uses now. Empty if the layouts are unknown.
  public var layouts: [String] = []
  /// The time for which a key must be down to count, or `nil` if Slow Keys are off or have no effect.
  public var slowKeys: Microseconds?
  /// How long after a release the same key is ignored, or `nil` if Bounce Keys are off.
  public var bounceKeys: Microseconds?
  /// Whether a modifier that is pressed alone stays down for the next key.
  public var stickyKeys = false

  /// The files that may say which layouts a session's desktop has.
  public static func layoutFiles(of session: DesktopSession, in folder: String) -> [String] {
    let names =
      switch session.kind {
      case .gnome: ["dconf/user"]
      case .kde: ["kxkbrc"]
      case .untold: ["dconf/user", "kxkbrc"]
      case .other: [String]()
      }
    return names.map { "\(folder)/\($0)" }
  }

  /// Reads the settings of the session's desktop. `nil` if it has no known settings.
  ///
  /// If the session does not report its desktop, the files of both desktops are read. They are used if only one desktop
  /// has layouts there, or if both have the same layouts.
  ///
  /// - Parameters:
  ///   - folder: the person's folder of settings, usually `~/.config`.
  ///   - owner: the person. Only files of this user and of root are read.
  public static func read(
    _ session: DesktopSession, folder: String, owner: UInt32 = geteuid()
  ) -> DesktopKeyboard? {
    func file(_ name: String, largest: Int) -> [UInt8]? {
      PlainFile.bytes(of: "\(folder)/\(name)", largest: largest, owners: [owner, 0])
    }
    var gnome: DesktopKeyboard { DesktopKeyboard(dconf: file("dconf/user", largest: largestDatabase) ?? []) }
    var kde: DesktopKeyboard {
      func text(_ name: String) -> String {
        String(decoding: file(name, largest: largestText) ?? [], as: UTF8.self)
      }
      return DesktopKeyboard(kxkbrc: text("kxkbrc"), kaccessrc: text("kaccessrc"), isX11: session.isX11)
    }
    switch session.kind {
    case .gnome: return gnome
    case .kde: return kde
    case .other: return nil
    case .untold:
      let found = [gnome, kde].filter { !$0.layouts.isEmpty }
      return found.allSatisfy { $0.layouts == found[0].layouts } ? found.first : nil
    }
  }

  /// The largest sizes of files that are read. Real files are smaller. The figures are arbitrary.
  private static let largestDatabase = 8 * 1_024 * 1_024
  private static let largestText = 256 * 1_024

  /// A list with more layouts than this is ignored. The figure is arbitrary; X11 allows four layouts.
  private static let mostLayouts = 16

  // MARK: GNOME

  /// Reads the settings from a database of dconf. Missing settings have their defaults.
  init(dconf bytes: [UInt8]) {
    self.init(desktop: .gnome)
    guard let file = GVDBFile(bytes) else { return }
    func setting(_ key: String) -> SerialisedVariant? {
      file.value(of: "/org/gnome/desktop/" + key).flatMap(SerialisedVariant.init)
    }
    func isOn(_ key: String) -> Bool { setting(key)?.flag ?? false }
    func aid(_ name: String) -> Microseconds? {
      guard isOn("a11y/keyboard/\(name)-enable") else { return nil }
      return DesktopKeyboard.time(setting("a11y/keyboard/\(name)-delay")?.number, usual: 300)
    }
    slowKeys = aid("slowkeys")
    bounceKeys = aid("bouncekeys")
    stickyKeys = isOn("a11y/keyboard/stickykeys-enable")

    func sources(_ key: String) -> [(String, String)] {
      setting("input-sources/\(key)")?.pairs(most: DesktopKeyboard.mostLayouts) ?? []
    }
    let all = sources("sources")
    // GNOME Shell puts a source that the person chooses first in `mru-sources`. It uses the first source there that is
    // also in `sources`. If fewer than two sources there are also in `sources`, it uses the first of `sources`. It no
    // longer uses `current`. If each window has a layout of its own, the file does not show which one is in use.
    // Source: status/keyboard.js of GNOME Shell 43.
    let recent = sources("mru-sources").filter { one in all.contains { $0 == one } }
    let first = recent.count > 1 ? recent.first : all.first
    let used = isOn("input-sources/per-window") ? all : [first].compactMap(\.self)
    // If a source is an input method, the layouts are unknown, because the method decides what keys type.
    let names = used.map { kind, name in kind == "xkb" ? DesktopKeyboard.name(gnome: name) : nil }
    if !names.contains(nil) { layouts = names.compactMap(\.self) }
  }

  /// Reads the name of a layout as GNOME writes it: `fr+oss`.
  private static func name(gnome text: String) -> String? {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    return LayoutName(layouts: String(parts[0]), variants: parts.count > 1 ? String(parts[1]) : "")?.text
  }

  // MARK: KDE

  /// Reads the settings from the texts of KDE's files. The text of a file that does not exist is empty.
  init(kxkbrc: String, kaccessrc: String, isX11: Bool) {
    self.init(desktop: .kde)
    let aids = KConfigGroup("Keyboard", in: kaccessrc)
    func aid(_ name: String) -> Microseconds? {
      aids.flag(name) ? DesktopKeyboard.time(aids.number(name + "Delay"), usual: 500) : nil
    }
    // Under Wayland, Slow Keys have no effect: Plasma 5.27 ignores them (vm/trials/TRIALS.md), and KWin 6.3 has no
    // plugin for them.
    slowKeys = isX11 ? aid("SlowKeys") : nil
    bounceKeys = aid("BounceKeys")
    stickyKeys = aids.flag("StickyKeys")

    let group = KConfigGroup("Layout", in: kxkbrc)
    // KWin always uses the list of layouts. On X11, KDE uses it only if `Use` is set.
    guard !isX11 || group.flag("Use"), let list = group.list("LayoutList"),
      list.count <= DesktopKeyboard.mostLayouts
    else { return }
    let variants = group.list("VariantList") ?? []
    let names = list.enumerated().map { index, layout in
      LayoutName(layouts: layout, variants: index < variants.count ? variants[index] : "")?.text
    }
    if !names.contains(nil) { layouts = names.compactMap(\.self) }
  }

  private init(desktop: Desktop) { self.desktop = desktop }

  private static func time(_ milliseconds: Int?, usual: Int) -> Microseconds {
    // No desktop offers more than ten seconds.
    .milliseconds(Int64(min(max(milliseconds ?? usual, 0), 10_000)))
  }
}
