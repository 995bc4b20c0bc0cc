import Foundation
import Testing

/// The modules that each folder of Swift in Sources and bench may import. The compiler does not enforce this by itself.
private let allowed: [String: Set<String>] = [
  "SwitchwayTime": [],
  "SwitchwayText": ["SwitchwayTime"],
  "SwitchwayFiles": ["Glibc"],
  "SwitchwayYAML": ["CLibyaml", "SwitchwayTime", "SwitchwayText"],
  "SwitchwayReactor": ["CLibsystemd", "CLinuxInput", "SwitchwayTime", "Glibc", "Synchronization"],
  "SwitchwayBus": ["CLibsystemd", "Glibc"],
  "SwitchwayProtocol": ["CLibjansson", "CLinuxInput", "Glibc"],
  "Switchway": ["CLinuxInput", "SwitchwayProtocol", "Glibc", "Synchronization"],
  "SwitchwayClock": [],
  "SwitchwayCore": ["SwitchwayTime", "SwitchwayText", "SwitchwayClock"],
  "SwitchwayLayout": ["CLibxkbcommon", "SwitchwayTime", "SwitchwayText", "Glibc"],
  "SwitchwayConfig": [
    "CLibevdev", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayClock",
    "SwitchwayCore", "Glibc", "Synchronization",
  ],
  "SwitchwayExplain": [
    "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
    "SwitchwayLayout", "SwitchwayConfig",
  ],
  "SwitchwayDevices": [
    "CLibevdev", "CLibudev", "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayCore", "Glibc",
    "Synchronization",
  ],
  "SwitchwayLines": ["SwitchwayTime", "SwitchwayText", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore"],
  "SwitchwayEngine": [
    "SwitchwayTime", "SwitchwayText", "SwitchwayYAML", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
    "SwitchwayLayout", "SwitchwayConfig", "SwitchwayDevices", "SwitchwayLines",
  ],
  "SwitchwayServer": [
    "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore",
    "SwitchwayLines", "Glibc",
  ],
  "SwitchwayDaemon": [
    "CLibsystemd", "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML",
    "SwitchwayReactor", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig",
    "SwitchwayExplain", "SwitchwayDevices", "SwitchwayLines", "SwitchwayEngine", "SwitchwayServer", "Glibc",
  ],
  "switchwayd": ["SwitchwayProtocol", "SwitchwayDaemon", "Glibc"],
  "switchway": [
    "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayYAML", "SwitchwayProtocol",
    "Switchway", "SwitchwayClock", "SwitchwayCore", "SwitchwayConfig", "SwitchwayExplain", "SwitchwayDevices",
    "SwitchwayEngine", "ArgumentParser", "Glibc",
  ],
  "SwitchwayScanning": ["SwitchwayClock"],
  "SwitchwayDesk": ["CLibsystemd", "SwitchwayBus", "SwitchwayScanning", "Glibc"],
  "SwitchwaySpeech": ["SwitchwayText", "SwitchwayScanning"],
  "SwitchwayScreen": [
    "CLibsystemd", "CLinuxInput", "SwitchwayBus", "SwitchwayProtocol", "SwitchwayScanning", "CScanDisplay", "Glibc",
  ],
  "SwitchwayDesktopSettings": ["SwitchwayText", "SwitchwayTime", "SwitchwayFiles", "SwitchwayYAML"],
  "switchway-scan": [
    "CLinuxInput", "SwitchwayTime", "SwitchwayText", "SwitchwayFiles", "SwitchwayReactor", "SwitchwayProtocol",
    "Switchway", "SwitchwayClock", "SwitchwayLayout", "SwitchwayScanning", "SwitchwayDesk", "SwitchwaySpeech",
    "SwitchwayScreen", "SwitchwayDesktopSettings", "ArgumentParser", "Glibc",
  ],
  "SwitchwayWorkbench": ["SwitchwayTime", "SwitchwayClock", "SwitchwayCore", "SwitchwayScanning", "Glibc"],
  "switchway-workbench": [
    "SwitchwayTime", "SwitchwayYAML", "SwitchwayProtocol", "SwitchwayCore", "SwitchwayLayout", "SwitchwayConfig",
    "SwitchwayExplain", "SwitchwayScanning", "SwitchwayWorkbench", "HostileProfiles", "Foundation",
  ],
]

/// Arrows that no rule above may open, not even over other modules.
private let forbidden: [(from: Set<String>, to: String)] = [
  // Only the daemon serves clients.
  (Set(allowed.keys).subtracting(["SwitchwayServer", "SwitchwayDaemon", "switchwayd"]), "SwitchwayServer"),
  (Set(allowed.keys).subtracting(["SwitchwayDaemon", "switchwayd"]), "SwitchwayDaemon"),
  // The scanner knows no switches and no profiles.
  (scanner, "SwitchwayCore"), (scanner, "SwitchwayConfig"),
  // The event loop knows neither.
  (["SwitchwayReactor"], "SwitchwayCore"), (["SwitchwayReactor"], "SwitchwayConfig"),
  // Who decides does not know who is connected, and the other way round.
  (["SwitchwayEngine"], "SwitchwayServer"), (["SwitchwayServer"], "SwitchwayEngine"),
]

private let scanner: Set<String> = [
  "SwitchwayScanning", "SwitchwayDesk", "SwitchwaySpeech", "SwitchwayScreen", "SwitchwayDesktopSettings",
  "switchway-scan",
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
  let opened = forbidden.flatMap { arrow in
    arrow.from.filter { linked($0).contains(arrow.to) }.map { "\($0) → \(arrow.to)" }
  }
  return Set(opened).sorted()
}

/// What Package.swift lets each target in Sources and bench link.
private func declaredDependencies() -> [String: Set<String>] {
  let known = allowed.values.reduce(Set(allowed.keys)) { $0.union($1) }
  let lines = Tree.lines("Package.swift").drop { !$0.hasPrefix("let systemWing") }.prefix {
    !$0.hasPrefix("let package")
  }
  .filter { !$0.contains("//") }
  let text = lines.joined(separator: "\n")
  var found: [String: Set<String>] = [:]
  let beginning = /\b(?:library|program|tests|system|target)\(\s*(?:name: )?/
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
    #expect(Set(paths.map { String($0.split(separator: "/")[$0.hasPrefix("Sources/") ? 2 : 1]) }) == Set(allowed.keys))
  }

  @Test("imports point one way", arguments: allowed.keys.sorted())
  func arrows(folder: String) {
    let paths = ["Sources", "bench"].flatMap { Tree.files($0, endings: ["swift"]) }.filter {
      $0.contains("/\(folder)/")
    }
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
      ("SwitchwaySpeech", "SwitchwayCore", ["SwitchwaySpeech → SwitchwayCore", "switchway-scan → SwitchwayCore"]),
      ("SwitchwayReactor", "SwitchwayCore", ["SwitchwayReactor → SwitchwayCore", "switchway-scan → SwitchwayCore"]),
      ("switchway-scan", "SwitchwayConfig", ["switchway-scan → SwitchwayConfig", "switchway-scan → SwitchwayCore"]),
      (
        "SwitchwayBus", "SwitchwayConfig",
        ["SwitchwayDesk", "SwitchwayScreen", "switchway-scan"].flatMap {
          ["\($0) → SwitchwayConfig", "\($0) → SwitchwayCore"]
        }
      ),
    ])
  func opened(module: String, other: String, expected: [String]) {
    var rules = allowed
    rules[module, default: []].insert(other)
    #expect(openedArrows(rules) == expected)
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
