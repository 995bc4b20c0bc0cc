import Foundation
import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayLayout

/// What GNOME's and KDE's own files say of a keyboard. The databases were written by `gsettings`.
@Suite struct DesktopKeyboardTests {
  private static func database(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appending(path: "Fuzz/Corpus/desktops/gnome-\(name)")))
  }

  /// An expected value in one line: layouts, slow keys, bounce keys, sticky keys.
  private static func words(_ found: DesktopKeyboard) -> String {
    func time(_ time: Microseconds?) -> String { time.map { "\($0.value / 1_000)" } ?? "off" }
    return found.layouts.joined(separator: ",")
      + " \(time(found.slowKeys)) \(time(found.bounceKeys)) \(found.stickyKeys ? "sticky" : "off")"
  }

  @Test(
    "GNOME's database",
    arguments: [
      ("azerty", "fr off off off"),
      // The person has switched to the second of three.
      ("switched", "fr(oss) 450 300 sticky"),
      // The recent one is the only one left of several: the order of the settings counts.
      ("one-recent", "fr off off off"),
      // An input method decides what is typed.
      ("ibus", " off off off"), ("each-window", "de,us off off off"), ("many", "fr(oss) 300 off off"),
      ("unset", " off 120 off"),
    ])
  func gnome(_ name: String, _ expected: String) throws {
    #expect(Self.words(DesktopKeyboard(dconf: try Self.database(name))) == expected)
  }

  @Test("every key of a database is found, and no other")
  func keys() throws {
    let file = try #require(GVDBFile(try Self.database("switched")))
    let known = [
      "input-sources/sources", "input-sources/mru-sources", "input-sources/xkb-options",
      "a11y/keyboard/slowkeys-enable", "a11y/keyboard/slowkeys-delay", "a11y/keyboard/bouncekeys-enable",
      "a11y/keyboard/stickykeys-enable", "background/picture-uri", "interface/font-name",
    ]
    for key in known { #expect(file.value(of: "/org/gnome/desktop/" + key) != nil, "\(key)") }
    for key in ["", "/", "sources", "/org/gnome/desktop/", "/org/gnome/desktop/input-sources/current"] {
      #expect(file.value(of: key) == nil, "\(key)")
    }
  }

  @Test(
    "KDE's files",
    arguments: [
      ("[Layout]\nLayoutList=fr\nUse=true\nVariantList=\n", "", true, "fr off off off"),
      ("[Layout]\nLayoutList=fr\nUse=true\nVariantList=oss\n", "", false, "fr(oss) off off off"),
      ("[Layout]\nLayoutList=fr,us\nUse=true\nVariantList=oss,\n", "", false, "fr(oss),us off off off"),
      ("[Layout]\nLayoutList=us,de\nVariantList=,nodeadkeys\n", "", false, "us,de(nodeadkeys) off off off"),
      // X11 uses the list only if it is told to; KWin always does.
      ("[Layout]\nLayoutList=fr\n", "", true, " off off off"),
      ("[Layout]\nLayoutList=fr\nUse=false\n", "", true, " off off off"),
      ("[Layout]\nLayoutList=fr\nUse=false\n", "", false, "fr off off off"),
      (
        "[Other]\nLayoutList=de\n[Layout][$i]\n LayoutList[$i] = fr \n[More]\nLayoutList=us\n", "", false,
        "fr off off off"
      ),
      ("[Layout]\nUse=true\n", "", false, " off off off"), ("[Layout]\nLayoutList=\n", "", false, " off off off"),
      ("[Layout]\nLayoutList=../x\n", "", false, " off off off"), ("LayoutList=fr\n", "", false, " off off off"),
      ("", "[Keyboard]\nSlowKeys=true\n", true, " 500 off off"),
      ("", "[Keyboard]\nSlowKeys=true\nSlowKeysDelay=350\nBounceKeys=1\nStickyKeys=on\n", true, " 350 500 sticky"),
      // KWin's Slow Keys do nothing under Wayland.
      ("", "[Keyboard]\nSlowKeys=true\nSlowKeysDelay=350\nBounceKeys=1\nStickyKeys=on\n", false, " off 500 sticky"),
      ("", "[Keyboard]\nSlowKeysDelay=350\nSlowKeys=false\n", true, " off off off"),
      ("", "[Keyboard]\nSlowKeys=true\nSlowKeysDelay=99999999999999999999\n", true, " 500 off off"),
      (
        "", "[Keyboard]\nSlowKeys=true\nSlowKeysDelay=-5\nBounceKeys=true\nBounceKeysDelay=999999\n", true,
        " 0 10000 off"
      ),
    ])
  func kde(_ layout: String, _ aids: String, _ isX11: Bool, _ expected: String) {
    #expect(Self.words(DesktopKeyboard(kxkbrc: layout, kaccessrc: aids, isX11: isX11)) == expected)
  }

  @Test(
    "which desktop it is",
    arguments: [
      ("GNOME", "wayland", DesktopSession.Kind.gnome), ("ubuntu:GNOME", "wayland", .gnome), ("gnome", "x11", .gnome),
      ("gnome-xorg", "x11", .gnome), ("GNOME-Classic:GNOME", "wayland", .gnome), ("ubuntu", "wayland", .gnome),
      ("KDE", "wayland", .kde), ("plasma", "x11", .kde), ("plasmawayland", "wayland", .kde), ("", "wayland", .untold),
      ("", "x11", .untold), ("", "tty", .other), ("", "", .other), ("sway", "wayland", .other),
      ("XFCE", "x11", .other), ("X-Cinnamon", "x11", .other), (":", "wayland", .untold),
    ])
  func session(_ desktop: String, _ type: String, _ expected: DesktopSession.Kind) {
    #expect(DesktopSession(desktop: desktop, type: type).kind == expected)
  }

  @Test("a program's own session without a name is no desktop: a console, or ssh")
  func environment() {
    #expect(DesktopSession(environment: ["XDG_SESSION_TYPE": "wayland"]).kind == .other)
    #expect(DesktopSession(environment: ["XDG_CURRENT_DESKTOP": "KDE", "XDG_SESSION_TYPE": "x11"]).isX11)
  }

  // MARK: Folders

  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "switchway-desktop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url.appending(path: "dconf"), withIntermediateDirectories: true)
    folder = url.path
  }

  private func put(_ bytes: [UInt8], at name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  private func read(_ desktop: String, _ type: String = "wayland", owner: UInt32 = geteuid()) -> DesktopKeyboard? {
    DesktopKeyboard.read(DesktopSession(desktop: desktop, type: type), folder: folder, owner: owner)
  }

  @Test("a folder is read for the desktop of the session, else for the one whose files exist")
  func folders() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(read("GNOME").map(Self.words) == " off off off")
    #expect(read("", "wayland") == nil)
    try put(Self.database("switched"), at: "dconf/user")
    #expect(read("GNOME").map(Self.words) == "fr(oss) 450 300 sticky")
    #expect(read("KDE").map(Self.words) == " off off off")
    #expect(read("", "wayland")?.layouts == ["fr(oss)"])
    #expect(read("", "tty") == nil)
    try put(Array("[Layout]\nLayoutList=de\n".utf8), at: "kxkbrc")
    #expect(read("KDE")?.layouts == ["de"])
    // They contradict each other.
    #expect(read("", "wayland") == nil)
    try put(Array("[Layout]\nLayoutList=fr\nVariantList=oss\n".utf8), at: "kxkbrc")
    #expect(read("", "wayland")?.layouts == ["fr(oss)"])
  }

  @Test("what is no ordinary file of the person's is not read, and nothing waits for it")
  func strangeFiles() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (path, good) = ("\(folder)/dconf/user", try Self.database("azerty"))
    try put(good, at: "dconf/user")
    #expect(read("GNOME")?.layouts == ["fr"])
    // Another person's, unless it is root's.
    #expect(read("GNOME", owner: 4_242)?.layouts == (geteuid() == 0 ? ["fr"] : []))
    try FileManager.default.moveItem(atPath: path, toPath: "\(folder)/elsewhere")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/elsewhere")
    #expect(read("GNOME")?.layouts == ["fr"])
    for target in [path, "/dev/zero", "/dev/tty", "/proc/self/mem", "/"] {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      #expect(read("GNOME")?.layouts == [], "\(target)")
    }
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(read("GNOME")?.layouts == [])
    try FileManager.default.removeItem(atPath: path)
    // Longer than any such file.
    try put(good, at: "dconf/user")
    #expect(unsafe truncate(path, 1 << 34) == 0)
    #expect(read("GNOME")?.layouts == [])
  }

  // MARK: Hostile databases

  @Test("a database that is cut anywhere, or has any byte changed, is read to an end")
  func damaged() throws {
    let whole = try Self.database("switched")
    for count in 0..<whole.count { _ = DesktopKeyboard(dconf: Array(whole[..<count])) }
    for index in whole.indices {
      for byte in [0xFF, whole[index] ^ 1] {
        var damaged = whole
        damaged[index] = byte
        let found = DesktopKeyboard(dconf: damaged)
        #expect(found.layouts.allSatisfy { LayoutName($0) != nil }, "byte \(index) = \(byte)")
      }
    }
  }

  @Test("items that are parents of each other, or of themselves, end a search")
  func loops() throws {
    var bytes = try Self.database("azerty")
    let root = 24
    let buckets = Int(bytes[root + 4])
    let items = root + 8 + buckets * 4
    for parent in 0..<UInt8(buckets) {
      for index in 0..<buckets { bytes[items + index * 24 + 4] = parent }
      for index in 0..<buckets { for place in 5..<8 { bytes[items + index * 24 + place] = 0 } }
      #expect(DesktopKeyboard(dconf: bytes).layouts == [])
    }
    // No item spells anything.
    for index in 0..<buckets { (bytes[items + index * 24 + 12], bytes[items + index * 24 + 13]) = (0, 0) }
    #expect(DesktopKeyboard(dconf: bytes).layouts == [])
  }

  @Test(
    "a variant with wrong offsets is none",
    arguments: [
      "", "\0", "a(ss)", "\0a(ss", "x\0a(ss)", "\u{1}\0a(ss)", "xkb\0fr\0\u{4}\u{7}\0a(ss)",
      "xkb\0fr\0\u{4}\u{9}\0a(ss)",
      "xkb\0fr\0\u{8}\u{8}\0a(ss)", "xkb\0fr\u{4}\u{8}\0a(ss)", "xkb\0fr\0\u{3}\u{8}\0a(ss)",
      "xkb\0fr\0\u{4}\u{8}\0a(sv)",
      "xkb\0fr\0\u{4}\u{0}\0a(ss)",
    ])
  func offsets(_ text: String) {
    #expect(SerialisedVariant(Array(text.utf8)[...])?.pairs(most: 16) == nil)
  }

  @Test("an empty list is one, and a long one is not read")
  func lists() throws {
    let empty = try #require(SerialisedVariant(Array("\0a(ss)".utf8)[...]))
    #expect(empty.pairs(most: 16)?.isEmpty == true)
    // 40 pairs need offsets of two bytes.
    let pair = Array("xkb\0us\0\u{4}".utf8)
    var bytes: [UInt8] = []
    for _ in 0..<40 { bytes += pair }
    for end in stride(from: 8, through: 320, by: 8) { bytes += [UInt8(end & 0xFF), UInt8(end >> 8)] }
    bytes += Array("\0a(ss)".utf8)
    let long = try #require(SerialisedVariant(bytes[...]))
    #expect(long.pairs(most: 40)?.count == 40)
    #expect(long.pairs(most: 39) == nil)
  }
}
