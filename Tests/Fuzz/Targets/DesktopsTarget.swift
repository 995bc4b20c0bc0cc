import Glibc
import SwitchwayCore
import SwitchwayLayout
import SwitchwayTime

/// Files of desktops: each input as GNOME's database and as both files of KDE.
final class DesktopsTarget: FuzzTarget {
  private let folder = FuzzFile.folder

  init() { unsafe _ = mkdir("\(folder)/dconf", 0o700) }

  func run(_ bytes: [UInt8]) {
    for name in ["dconf/user", "kxkbrc", "kaccessrc"] { FuzzFile.write(bytes, to: "\(folder)/\(name)") }
    for (desktop, type) in [("GNOME", "wayland"), ("KDE", "wayland"), ("KDE", "x11"), ("", "wayland")] {
      let session = DesktopSession(desktop: desktop, type: type)
      let read = DesktopKeyboard.read(session, folder: folder)
      trace([String(describing: read)])
      for layout in read?.layouts ?? [] where !isName(layout) { found("a layout '\(layout)'") }
      for time in [read?.slowKeys, read?.bounceKeys] {
        if let time, time < .zero || time > .seconds(10) { found("a time of \(time)") }
      }
    }
  }

  /// The name becomes a part of a path.
  private func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 130
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-()".contains($0)) }
  }
}
