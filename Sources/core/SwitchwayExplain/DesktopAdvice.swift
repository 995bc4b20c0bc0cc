import SwitchwayConfig
import SwitchwayCore
import SwitchwayFiles
import SwitchwayLayout
import SwitchwayText
import SwitchwayTime

/// The effects of a person's desktop on the keys that Switchway types, and advice about them.
public struct DesktopAdvice: Equatable, Sendable {
  /// Advice for the person, and the remedy.
  public struct Remark: Equatable, Sendable {
    /// The subject as one word, for programs: `layout`, `slow-keys`, `bounce-keys`, `sticky-keys`.
    public var subject: String
    public var message: String
    public var help: String
  }

  /// The desktop's name: GNOME, KDE.
  public var desktop: String
  /// The layout that Switchway uses now.
  public var ownLayout: String
  /// The desktop's layout, if it is known and has other characters on its keys than `ownLayout`. This is the value to
  /// write into a profile: `keyboard: {layout: …}`.
  public var layout: String?
  /// The time for which each key must be held on this desktop, or `nil` if its Slow Keys are off, or have no effect.
  public var slowKeys: Microseconds?
  /// How long after its release a key is ignored if it is pressed again, or `nil` if Bounce Keys are off.
  public var bounceKeys: Microseconds?
  /// Whether Sticky Keys are on.
  public var stickyKeys: Bool

  /// Reads the settings of the desktop in whose session a program runs. `nil` if it runs in no known desktop.
  ///
  /// - Parameters:
  ///   - layout: `layout` of the profile, or `nil` if it has none.
  ///   - environment: the variables of the program. They show which desktop it is, and where its settings are.
  ///   - daemon: the variables of the daemon, which may name a layout.
  ///   - owner: the person. Only files of this user and of root are read.
  public static func read(
    layout: String?, environment: [String: String], daemon: [String: String], owner: UInt32
  ) -> DesktopAdvice? {
    guard let folder = PersonalFolders.settingsDirectory(environment: environment),
      let found = DesktopKeyboard.read(DesktopSession(environment: environment), folder: folder, owner: owner)
    else { return nil }
    let own = LayoutReader.read(layout, environment: daemon)
    var advice = DesktopAdvice(
      desktop: found.desktop.rawValue, ownLayout: own.failure == nil ? own.name : "us", layout: nil,
      slowKeys: found.slowKeys, bounceKeys: found.bounceKeys, stickyKeys: found.stickyKeys)
    let named = DesktopLayouts.named(found.layouts)
    // If the desktop has several layouts, the first one is proposed, because the desktop begins with it.
    if !named.contains(where: { $0.keys == own.keys }) { advice.layout = named.first?.name }
    return advice
  }

  /// The longest `press` of a bridge.
  private static let longestPress = Microseconds.seconds(2)

  /// The remarks, the most serious first.
  public var remarks: [Remark] {
    var remarks: [Remark] = []
    if let layout {
      remarks.append(
        Remark(
          subject: "layout",
          message: "the keyboard layout of \(desktop) is \(layout), and Switchway uses \(ownLayout): letters and signs "
            + "are on other keys than Switchway expects",
          help: "write 'keyboard: {layout: \(layout)}' into the profile, or choose \(ownLayout) in the settings "
            + "of \(desktop)"))
    }
    if let slowKeys {
      // The proposed time is a little longer than the desktop's, because the desktop's clock is not exact.
      let press = slowKeys + .milliseconds(50)
      let off = "turn Slow Keys off in the settings of \(desktop); 'steady' in the profile does the same"
      remarks.append(
        Remark(
          subject: "slow-keys",
          message: "Slow Keys are on in \(desktop): a key counts when it is held for "
            + "\(DurationText.words(slowKeys)), so keys that Switchway types do nothing",
          help: press > Self.longestPress
            ? off : off + "; or write 'press: \(DurationText.written(press))' into the bridge"))
    }
    if let bounceKeys {
      remarks.append(
        Remark(
          subject: "bounce-keys",
          message: "Bounce Keys are on in \(desktop): a key that is typed again within "
            + "\(DurationText.words(bounceKeys)) does nothing",
          help: "turn Bounce Keys off in the settings of \(desktop); 'steady' in the profile does the same"))
    }
    if stickyKeys {
      remarks.append(
        Remark(
          subject: "sticky-keys",
          message: "Sticky Keys are on in \(desktop): a modifier that is typed alone stays down for the next key",
          help: "turn Sticky Keys off in the settings of \(desktop); 'sticky: yes' in 'keyboard' of the profile "
            + "does the same"))
    }
    return remarks
  }
}

/// The layouts of a session's desktop.
package enum DesktopLayouts {
  /// The paths of the files that may say which layouts the desktop has.
  package static func files(desktop: String, type: String, environment: [String: String]) -> [String] {
    guard let folder = PersonalFolders.settingsDirectory(environment: environment) else { return [] }
    return DesktopKeyboard.layoutFiles(of: DesktopSession(desktop: desktop, type: type), in: folder)
  }

  /// The names of the desktop's layouts, of which it uses one now. Empty if the layouts are unknown.
  package static func names(desktop: String, type: String, environment: [String: String]) -> [String] {
    guard let folder = PersonalFolders.settingsDirectory(environment: environment) else { return [] }
    return DesktopKeyboard.read(DesktopSession(desktop: desktop, type: type), folder: folder)?.layouts ?? []
  }

  /// Reads these layouts. The result is empty if one of them cannot be read.
  package static func named(_ names: [String]) -> [NamedLayout] {
    var found: [NamedLayout] = []
    for name in names {
      let reading = LayoutReader.read(name, environment: [:])
      guard reading.failure == nil else { return [] }
      found.append(NamedLayout(name: name, keys: reading.keys))
    }
    return found
  }
}
