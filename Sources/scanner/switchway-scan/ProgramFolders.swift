import SwitchwayFiles
import SwitchwayScanning

/// Reads the desktop entries of the person and of the system.
struct ProgramFolders: Sendable {
  /// The largest number of entries that are read, and the deepest nesting of folders. Arbitrary.
  private static let (most, depth) = (2_000, 4)
  /// The commands that open a terminal, in the order in which they are tried. Source: GLib 2.74,
  /// `prepend_terminal_to_vector`; x-terminal-emulator is Debian's choice.
  private static let terminals = [["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["xterm", "-e"]]

  private let folders: [String]
  private let desktops: [String]
  private let path: String
  private let locales: [String]

  init(environment: [String: String], language: Language) {
    folders = Self.data(environment: environment).map { $0 + "/applications" }
    desktops = environment["XDG_CURRENT_DESKTOP"]?.split(separator: ":").map(String.init) ?? []
    (path, locales) = (environment["PATH"] ?? "", language.locales)
  }

  /// The folders in which programs put their data: the person's folder, then those of the system. Source: XDG Base
  /// Directory.
  static func data(environment: [String: String]) -> [String] {
    func value(_ name: String, _ usual: String) -> String {
      environment[name].flatMap { $0.isEmpty ? nil : $0 } ?? usual
    }
    let own = value("XDG_DATA_HOME", "\(environment["HOME"] ?? "")/.local/share")
    let all = [own] + value("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
    return all.filter { $0.hasPrefix("/") }
  }

  /// Reads the entries. If two files have the same name, the first one counts, even if it hides the program. Reading
  /// can take long.
  func read() -> [InstalledProgram] {
    var (seen, programs): (Set<String>, [InstalledProgram]) = ([], [])
    for folder in folders {
      for (id, file) in files(in: folder, prefix: "", depth: Self.depth) where seen.count < Self.most {
        guard seen.insert(id).inserted else { continue }
        if let program = program(id, file) { programs.append(program) }
      }
    }
    return programs
  }

  private func program(_ id: String, _ file: String) -> InstalledProgram? {
    guard let bytes = try? BoundedFile.bytes(of: file, most: DesktopEntry.longestText),
      let entry = DesktopEntry(bytes, id: id, file: file, locales: locales), entry.isShown(on: desktops)
    else { return nil }
    for name in [entry.tryExec, entry.program.words.first] {
      if let name, ProgramStart.find(name, path: path) == nil { return nil }
    }
    return entry.program
  }

  /// The entries below a folder: the name and the path of each.
  private func files(in folder: String, prefix: String, depth: Int) -> [(id: String, file: String)] {
    guard depth > 0 else { return [] }
    var found: [(String, String)] = []
    for name in FolderNames.all(in: folder) where found.count < Self.most && !name.hasPrefix(".") {
      if name.hasSuffix(".desktop") {
        found.append((prefix + name, "\(folder)/\(name)"))
      } else {
        found += files(in: "\(folder)/\(name)", prefix: "\(prefix)\(name)-", depth: depth - 1)
      }
    }
    return found
  }

  /// The file and the arguments that start a program. `nil` if the program, or a terminal for it, no longer exists.
  func command(of program: InstalledProgram) -> [String]? {
    let terminal = Self.terminals.first { ProgramStart.find($0[0], path: path) != nil }
    guard !program.needsTerminal || terminal != nil else { return nil }
    let words = (program.needsTerminal ? terminal ?? [] : []) + program.words
    guard let file = ProgramStart.find(words[0], path: path), ProgramStart.find(program.words[0], path: path) != nil
    else { return nil }
    return [file] + words.dropFirst()
  }
}
