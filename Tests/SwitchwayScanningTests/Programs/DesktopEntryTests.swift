import Foundation
import Testing

@testable import SwitchwayScanning

/// Desktop entries by GIO's rules.
@Suite struct DesktopEntryTests {
  private static func entry(
    _ lines: String..., exec: String = "editor %F", type: String = "Application", locales: [String] = []
  ) -> DesktopEntry? {
    let text =
      "# a comment\n\n[Desktop Entry]\nType=\(type)\nName=Editor\nExec=\(exec)\n" + lines.joined(separator: "\n")
    return DesktopEntry(Array(text.utf8), id: "editor.desktop", file: "/a/editor.desktop", locales: locales)
  }

  @Test(
    "Exec is words without field codes, by the rules of quoting",
    arguments: [
      ("editor", ["editor"]), ("editor %f --new %U", ["editor", "--new"]), ("\"my editor\" a", ["my editor", "a"]),
      (#"sh -c "echo \\$HOME \\"x\\"""#, ["sh", "-c", #"echo $HOME "x""#]), ("editor 100%%", ["editor", "100%"]),
      ("editor %c %k", ["editor", "Editor", "/a/editor.desktop"]), ("editor --file=%f", ["editor", "--file="]),
      ("editor 'a b' c\\\\ d", ["editor", "a b", "c d"]), ("editor \"\"", ["editor", ""]), ("a\\sb", ["a", "b"]),
      ("editor %i", ["editor"]),
    ])
  func words(_ exec: String, _ expected: [String]) {
    #expect(Self.entry(exec: exec)?.program.words == expected)
  }

  @Test(
    "the name is that of the best language",
    arguments: [([], "Editor"), (["de_AT", "de"], "Texte"), (["fr"], "Editor")])
  func name(_ locales: [String], _ expected: String) {
    let entry = Self.entry("Name[de]=Texte", "Name[de_CH]=Täxt", "Name[fr]=", locales: locales)
    #expect(entry?.program.name == expected)
  }

  @Test("folder, terminal and TryExec are read; spaces around a key and its sign do not count")
  func members() {
    let entry = Self.entry("Path=/srv", "Terminal = true", "TryExec=/opt/editor")
    #expect(entry?.program.folder == "/srv" && entry?.program.needsTerminal == true && entry?.tryExec == "/opt/editor")
  }

  @Test(
    "what is hidden, or for another desktop, is not shown",
    arguments: [
      ("Comment=x", true), ("Hidden=true", false), ("NoDisplay=true", false), ("NoDisplay=false", true),
      ("OnlyShowIn=GNOME;KDE;", false), ("OnlyShowIn=X;sway;", true), ("NotShowIn=sway;", false),
      ("NotShowIn=GNOME;", true), ("OnlyShowIn=", false), ("OnlyShowIn=wlroots;\nNotShowIn=sway;", false),
    ])
  func shown(_ line: String, _ isShown: Bool) {
    #expect(Self.entry(line)?.isShown(on: ["sway", "wlroots"]) == isShown)
  }

  @Test("other groups are not read")
  func groups() {
    let entry = Self.entry("[Desktop Action new]", "Name=New window", "Exec=other")
    #expect(entry?.program.name == "Editor" && entry?.program.words == ["editor"])
  }

  @Test(
    "what is no entry of a program that can be started is none",
    arguments: [
      "", "nonsense", "[Other]\nType=Application", "Type=Application\nName=a\nExec=a",
      "[Desktop Entry]\nType=Link\nName=a\nExec=a", "[Desktop Entry]\nType=Application\nName=a",
      "[Desktop Entry]\nType=Application\nExec=a", "[Desktop Entry]\nType=Application\nName=a\nExec=",
      "[Desktop Entry]\nType=Application\nName=a\nExec=\"a",
      "[Desktop Entry]\nType=Application\nName=a\nExec=a\nbroken line",
      "[Desktop Entry]\nType=Application\nName=a\nExec=a\n[Desktop Action b]\nbroken line",
      "[Desktop Entry]\n=a", "[Desktop Entry]\nType=Application\nName=\u{7}\nExec=a",
    ])
  func none(_ text: String) {
    #expect(DesktopEntry(Array(text.utf8), id: "a") == nil)
  }

  @Test(
    "lines that end with CR LF, truth values as 1 and blanks behind them count",
    arguments: [
      ("Hidden=true\r", false), ("NoDisplay=1", false), ("NoDisplay=true \t", false), ("NoDisplay=true\\s", true),
      ("NoDisplay=yes", true), ("Hidden= 1 ", false), ("OnlyShowIn=GNOME;\r", false), ("OnlyShowIn=X;sway;\r", true),
      ("NotShowIn=sway;\r", false),
    ])
  func carriageReturns(_ line: String, _ isShown: Bool) {
    let text = "[Desktop Entry]\r\nType=Application\r\nName=Editor\r\nExec=editor %F\r\nTerminal=1\r\n\(line)\n"
    let entry = DesktopEntry(Array(text.utf8), id: "editor.desktop")
    #expect(entry?.program.words == ["editor"] && entry?.program.name == "Editor")
    #expect(entry?.program.needsTerminal == true)
    #expect(entry?.isShown(on: ["sway"]) == isShown)
  }

  /// What GLib says of an entry; `make-entries.py` asks it.
  private struct Said: Decodable {
    let text: String
    let name: String?
    let words: [String]?
    let isShown: Bool?
    let needsTerminal: Bool?
    let folder: String?
  }

  @Test("200 generated entries are read as GLib reads them")
  func asGLib() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Entries/entries.json")
    let all = try JSONDecoder().decode([Said].self, from: Data(contentsOf: file))
    #expect(all.count == 200 && all.count { $0.name != nil } > 80 && all.count { $0.name == nil } > 40)
    for said in all {
      let entry = DesktopEntry(Array(said.text.utf8), id: "a")
      let shown = said.text.debugDescription
      #expect(entry?.program.name == said.name.map(CleanName.text), "\(shown)")
      #expect(entry?.program.words == said.words, "\(shown)")
      #expect(entry?.isShown(on: ["sway"]) == said.isShown, "\(shown)")
      #expect(entry?.program.needsTerminal == said.needsTerminal, "\(shown)")
      #expect(entry?.program.folder == said.folder, "\(shown)")
    }
  }

  @Test("a long name is cut to 200 bytes, and a file over the limit is no entry")
  func long() {
    let long = Self.entry("Name[de]=" + String(repeating: "ü", count: 50_000), locales: ["de"])
    #expect(long?.program.name.utf8.count == 200)
    #expect(Self.entry("Name=" + String(repeating: "x", count: 1 << 20)) == nil)
  }

  @Test("any bytes are borne")
  func bytes() {
    var random = SeededGenerator(seed: 3)
    let pieces = [
      "[Desktop Entry]\n", "Type=Application\n", "Name=a\n", "Exec=", "%", "\\", "\"", "'", "\n", "\r", "\0", "=", "[",
    ]
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        bytes += pieces.randomElement(using: &random).map { Array($0.utf8) } ?? []
        if Bool.random(using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
      }
      let entry = DesktopEntry(bytes, id: "a")
      #expect(entry?.program.words.isEmpty != true && entry?.program.name.isEmpty != true)
    }
  }
}
