import Foundation
import Testing

/// The modules that each folder of Swift in Sources and bench may import. The compiler does not enforce this by itself.
private let allowed: [String: Set<String>] = [
  "SwitchwayCore": ["SwitchwayClock"],
  "SwitchwayClock": [],
  "SwitchwayScanning": ["SwitchwayClock"],
  "SwitchwayBus": ["CLibsystemd", "Glibc"],
  "SwitchwayDesk": ["SwitchwayScanning", "SwitchwayBus", "CLibsystemd", "Glibc"],
  "SwitchwayDisplay": [
    "SwitchwayScanning", "SwitchwayBus", "SwitchwayJSON", "SwitchwayProtocol", "CScanDisplay", "CLibsystemd", "Glibc",
  ],
  "SwitchwayPlace": ["SwitchwayScanning", "SwitchwayBus", "SwitchwayJSON", "CLinuxInput", "CScanDisplay", "Glibc"],
  "SwitchwaySpeech": ["SwitchwayScanning"],
  "SwitchwayProtocol": ["SwitchwayJSON"],
  "SwitchwayJSON": ["CLibjansson"],
  "SwitchwayConfig": ["SwitchwayClock", "SwitchwayCore", "CLibyaml", "CLibevdev", "Glibc", "Synchronization"],
  "SwitchwayDevices": [
    "SwitchwayCore", "CLibevdev", "CLibudev", "CLibsystemd", "CLinuxInput", "Glibc", "Synchronization",
  ],
  "SwitchwayLayout": ["SwitchwayCore", "CLibxkbcommon", "Glibc"],
  "SwitchwayReactor": ["SwitchwayCore", "CLibsystemd", "CLinuxInput", "Glibc", "Synchronization"],
  "SwitchwayConnection": ["SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "Glibc"],
  "SwitchwayLines": ["SwitchwayClock", "SwitchwayCore", "SwitchwayProtocol"],
  "SwitchwayServer": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayLines", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
    "CLinuxInput", "Glibc",
  ],
  "SwitchwayEngine": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
    "SwitchwayDevices", "SwitchwayLayout", "SwitchwayLines",
  ],
  "SwitchwayExplain": ["SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayLayout"],
  "SwitchwayDaemon": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayDevices",
    "SwitchwayConnection", "SwitchwayReactor", "SwitchwayBus", "SwitchwayLines",
    "SwitchwayServer", "SwitchwayEngine", "SwitchwayExplain", "CLibsystemd", "CLinuxInput", "Glibc", "Synchronization",
  ],
  "Switchway": [
    "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "Glibc", "Synchronization",
  ],
  "SwitchwayWorkbench": ["SwitchwayCore", "SwitchwayClock", "SwitchwayScanning", "Glibc"],
  "switchway-workbench": [
    "SwitchwayWorkbench", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayLayout",
    "SwitchwayProtocol", "SwitchwayExplain", "SwitchwayScanning", "HostileProfiles", "Foundation",
  ],
  "switchwayd": ["SwitchwayConnection", "SwitchwayDaemon", "Glibc"],
  "switchway-scan": [
    "SwitchwayScanning", "SwitchwayDesk", "SwitchwayDisplay", "SwitchwayPlace", "SwitchwaySpeech", "SwitchwayReactor",
    "SwitchwayConfig", "SwitchwayLayout", "SwitchwayClock", "SwitchwayConnection", "Switchway", "SwitchwayCore",
    "SwitchwayJSON", "SwitchwayProtocol", "CLinuxInput", "ArgumentParser", "Glibc",
  ],
  "switchway": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
    "SwitchwayDevices", "Switchway", "SwitchwayEngine", "SwitchwayExplain", "ArgumentParser", "CLinuxInput", "Glibc",
  ],
]

/// Arrows that no rule above may open, not even over other modules.
private let forbidden: [(from: Set<String>, to: String)] = [
  // Only the daemon serves clients.
  (Set(allowed.keys).subtracting(["SwitchwayServer", "SwitchwayDaemon", "switchwayd"]), "SwitchwayServer"),
  // Who decides does not know who is connected, and the other way round.
  (["SwitchwayServer"], "SwitchwayEngine"),
  (Set(allowed.keys).subtracting(["SwitchwayDaemon", "switchwayd"]), "SwitchwayDaemon"),
  // The rooms of the scanner know no switches and no key-remap files. Only its program does, for the settings of the
  // desktop scanner and the person's keyboard layout.
  (scannersRooms, "SwitchwayCore"), (scannersRooms, "SwitchwayConfig"),
  // The event loop knows no key-remap files; of Core it needs only the time.
  (["SwitchwayReactor"], "SwitchwayConfig"),
]

private let scannersRooms: Set<String> = [
  "SwitchwayScanning", "SwitchwayDesk", "SwitchwayDisplay", "SwitchwayPlace", "SwitchwaySpeech",
]

/// The files of Reactor and of the scanner's program that import Core or Config. The lists become shorter, and no other
/// file is added: the time, YAML and files will have targets of their own.
private let exceptions: [String: Set<String>] = [
  "SwitchwayReactor": ["Reactor.swift"],
  "switchway-scan": [
    "Autostart.swift", "Doctor.swift", "KeyboardLayout+Reading.swift", "ProgramFolders.swift",
    "ProgramStart.swift", "ScanCommand.swift", "Scanner.swift", "Screen.swift", "SpeechServer.swift",
    "WindowNews.swift",
  ],
]

/// The forbidden arrows that these rules open, such as "switchway → SwitchwayServer", sorted.
private func openedArrows(_ rules: [String: Set<String>]) -> [String] {
  /// All modules that a program links with this one.
  func linked(_ module: String) -> Set<String> {
    var found: Set<String> = []
    var unread = [module]
    while let next = unread.popLast() {
      for other in rules[next, default: []] where found.insert(other).inserted { unread.append(other) }
    }
    return found
  }
  return forbidden.flatMap { arrow in
    arrow.from.filter { linked($0).contains(arrow.to) }.map { "\($0) → \(arrow.to)" }
  }.sorted()
}

/// What Package.swift lets each target in Sources and bench link.
private func declaredDependencies() -> [String: Set<String>] {
  let known = allowed.values.reduce(Set(allowed.keys)) { $0.union($1) }
  let lines = Tree.lines("Package.swift").drop { $0 != "  targets: [" }.filter { !$0.contains("//") }
  let text = lines.joined(separator: "\n")
  var found: [String: Set<String>] = [:]
  let beginning = /\b(?:library|tests|system|target|executableTarget)\(\s*(?:name: )?/
  for part in text.split(separator: beginning).dropFirst() {
    let quoted = part.matches(of: /"([^"\n]+)"/).map { String($0.output.1) }
    guard let name = quoted.first, allowed[name] != nil else { continue }
    found[name, default: []].formUnion(quoted.dropFirst().filter { known.contains($0) })
  }
  return found
}

/// The module that a line of code imports, or nil.
func importedModule(_ code: String) -> String? {
  var words = code.split(separator: " ").map(String.init)
  while let first = words.first, first.hasPrefix("@") || ["public", "package", "internal", "private"].contains(first) {
    words.removeFirst()
  }
  guard words.count > 1, words[0] == "import" else { return nil }
  let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
  let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
  return name.split(separator: ".").first.map(String.init)
}

@Suite struct ImportTests {
  @Test("every folder of Swift in Sources and bench has its rule")
  func folders() {
    let paths = ["Sources", "bench"].flatMap { Tree.files($0, endings: ["swift"]) }
    #expect(Set(paths.map { String($0.split(separator: "/")[1]) }) == Set(allowed.keys))
  }

  @Test("imports point one way", arguments: allowed.keys.sorted())
  func arrows(folder: String) {
    let paths = ["Sources", "bench"].flatMap { Tree.files("\($0)/\(folder)", endings: ["swift"]) }
    for path in paths {
      for (number, code) in code(of: path) {
        guard let module = importedModule(code) else { continue }
        #expect(allowed[folder, default: []].contains(module), "\(path):\(number): imports \(module)")
      }
    }
  }

  @Test("no rule opens a forbidden arrow")
  func forbiddenArrows() { #expect(openedArrows(allowed) == []) }

  @Test(
    "a forbidden arrow is found, also over other modules",
    arguments: [
      ("switchway", "SwitchwayServer", ["switchway → SwitchwayServer"]),
      ("SwitchwayEngine", "SwitchwayServer", ["SwitchwayEngine → SwitchwayServer", "switchway → SwitchwayServer"]),
      ("SwitchwayServer", "SwitchwayEngine", ["SwitchwayServer → SwitchwayEngine"]),
      ("SwitchwaySpeech", "SwitchwayCore", ["SwitchwaySpeech → SwitchwayCore"]),
      (
        "SwitchwayBus", "SwitchwayConfig",
        [
          "SwitchwayDesk → SwitchwayConfig", "SwitchwayDesk → SwitchwayCore", "SwitchwayDisplay → SwitchwayConfig",
          "SwitchwayDisplay → SwitchwayCore", "SwitchwayPlace → SwitchwayConfig", "SwitchwayPlace → SwitchwayCore",
        ]
      ),
    ])
  func opened(module: String, other: String, expected: [String]) {
    var rules = allowed
    rules[module, default: []].insert(other)
    #expect(openedArrows(rules) == expected)
  }

  @Test("only these files of the event loop and of the scanner's program import Core or Config")
  func exceptionsHold() {
    for (folder, expected) in exceptions {
      let files = Tree.files("Sources/\(folder)", endings: ["swift"]).filter { path in
        code(of: path).contains { ["SwitchwayCore", "SwitchwayConfig"].contains(importedModule($0.1)) }
      }
      #expect(Set(files.compactMap { $0.split(separator: "/").last.map(String.init) }) == expected)
    }
  }

  @Test("Package.swift links no target to more than its rule allows", arguments: allowed.keys.sorted())
  func linked(folder: String) throws {
    let linked = try #require(declaredDependencies()[folder], "Package.swift has no such target")
    #expect(linked.subtracting(allowed[folder, default: []]).sorted() == [])
  }

  @Test("only the programs that a person types use swift-argument-parser, and no part of them Foundation")
  func arguments() {
    let users = allowed.filter { $0.value.contains("ArgumentParser") }.keys.sorted()
    #expect(users == ["switchway", "switchway-scan"])
    #expect(allowed.filter { $0.value.contains("Foundation") }.keys.sorted() == ["switchway-workbench"])
  }

  @Test(
    "imports are recognised in every form",
    arguments: [
      ("import Glibc", "Glibc"), ("@preconcurrency import Glibc", "Glibc"), ("public import CLibevdev", "CLibevdev"),
      ("import struct Foundation.URL", "Foundation"), ("@testable import SwitchwayCore", "SwitchwayCore"),
    ])
  func forms(line: String, module: String) {
    #expect(importedModule(line) == module)
  }

  @Test("what only looks like an import is none", arguments: ["importance = 1", "let import1 = 2", ""])
  func others(line: String) {
    #expect(importedModule(line) == nil)
  }
}
