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
  "SwitchwayProtocol": [],
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
  "SwitchwayReport": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
    "SwitchwayDevices", "SwitchwayLayout", "SwitchwayLines",
  ],
  "SwitchwayDaemon": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayProtocol", "SwitchwayDevices",
    "SwitchwayConnection", "SwitchwayReactor", "SwitchwayBus", "SwitchwayLines",
    "SwitchwayServer", "SwitchwayReport", "CLibsystemd", "CLinuxInput", "Glibc", "Synchronization",
  ],
  "Switchway": [
    "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON", "CLinuxInput", "Glibc", "Synchronization",
  ],
  "SwitchwayWorkbench": ["SwitchwayCore", "SwitchwayClock", "SwitchwayScanning", "Glibc"],
  "switchway-workbench": [
    "SwitchwayWorkbench", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayLayout",
    "SwitchwayProtocol", "SwitchwayReport", "SwitchwayScanning", "HostileProfiles", "Foundation",
  ],
  "switchwayd": ["SwitchwayConnection", "SwitchwayDaemon", "Glibc"],
  "switchway-scan": [
    "SwitchwayScanning", "SwitchwayDesk", "SwitchwayDisplay", "SwitchwayPlace", "SwitchwayReactor", "SwitchwayConfig",
    "SwitchwayLayout", "SwitchwayClock", "SwitchwayConnection", "Switchway", "SwitchwayCore", "SwitchwayJSON",
    "CLinuxInput", "ArgumentParser", "Glibc",
  ],
  "switchway": [
    "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON",
    "SwitchwayDevices", "Switchway",
    "SwitchwayReport", "ArgumentParser", "CLinuxInput", "Glibc",
  ],
]

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

  /// What ARCHITECTURE.md says of imports: these modules, of these alone of the project.
  static let sentences: [(sentence: String, modules: [String], allowed: Set<String>)] = [
    ("Clock, Bus and Protocol import nothing.", ["SwitchwayClock", "SwitchwayBus", "SwitchwayProtocol"], []),
    ("Core imports Clock.", ["SwitchwayCore"], ["SwitchwayClock"]),
    (
      "Config, Devices, Layout and Server import Core and their own C libraries, but never each other. Config also "
        + "imports Clock, and Server imports Clock, Lines, Connection, Protocol and JSON.",
      ["SwitchwayConfig", "SwitchwayDevices", "SwitchwayLayout", "SwitchwayServer"],
      [
        "SwitchwayCore", "SwitchwayClock", "SwitchwayConnection", "SwitchwayLines", "SwitchwayProtocol",
        "SwitchwayJSON",
      ]
    ),
    (
      "Scanning imports Clock; Display, Place and Desk import Scanning and what they are made of, never each other.",
      ["SwitchwayScanning", "SwitchwayDisplay", "SwitchwayPlace", "SwitchwayDesk"],
      ["SwitchwayScanning", "SwitchwayBus", "SwitchwayClock", "SwitchwayJSON", "SwitchwayProtocol"]
    ),
    (
      "of this project it imports only Connection, Protocol and JSON", ["Switchway"],
      ["SwitchwayConnection", "SwitchwayProtocol", "SwitchwayJSON"]
    ),
    (
      "Only `switchwayd` imports Daemon.", Set(allowed.keys).subtracting(["switchwayd"]).sorted(),
      Set(allowed.keys).subtracting(["SwitchwayDaemon"])
    ),
    (
      "explains profiles and reports presses; opens no device and needs no event loop", ["SwitchwayReport"],
      Set(allowed.keys).subtracting(["SwitchwayReactor"])
    ),
  ]

  @Test("ARCHITECTURE says of imports what holds", arguments: sentences)
  func told(sentence: String, modules: [String], wanted: Set<String>) {
    let text = Tree.lines("ARCHITECTURE.md").flatMap { $0.split(separator: " ") }.joined(separator: " ")
    #expect(text.replacing("- ", with: "").contains(sentence))
    for module in modules {
      let own = allowed[module, default: []].filter { allowed.keys.contains($0) }
      #expect(own.subtracting(wanted).sorted() == [], "\(module)")
    }
  }

  @Test("only the programs that a person types use swift-argument-parser, and no part of them Foundation")
  func arguments() {
    let users = allowed.filter { $0.value.contains("ArgumentParser") }.keys.sorted()
    #expect(users == ["switchway", "switchway-scan"])
    #expect(allowed.filter { $0.value.contains("Foundation") }.keys.sorted() == ["switchway-workbench"])
    let text = Tree.text("ARCHITECTURE.md") ?? ""
    #expect(text.contains("| swift-argument-parser in `switchway` and `switchway-scan` only |"))
    #expect(text.contains("| The daemon does not link Foundation |"))
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
