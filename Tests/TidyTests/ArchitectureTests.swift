import Foundation
import Testing

/// What ARCHITECTURE.md names is there, and so are the rules of its rooms.
@Suite("ARCHITECTURE.md") struct ArchitectureTests {
  /// The text in one line, a blank between words, so that sentences are found wherever they are broken.
  private static let text =
    Tree.lines("ARCHITECTURE.md").flatMap { $0.split(separator: " ") }.joined(separator: " ")

  /// What stands in backticks and looks like a type, a member of it, or a file: `Reactor.run()`, `Interpreter+Clock`.
  private static let names = Set(
    text.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      .filter { $0.first?.isUppercase == true && $0.dropFirst().contains(where: \.isLowercase) })

  @Test("each type, member, file and module that it names is there", arguments: names.sorted())
  func named(name: String) {
    let files = ["Sources", "Tests"].flatMap { Tree.files($0, endings: ["swift"]) }
    let parts = name.split(separator: ".", maxSplits: 1)
    let isFile = files.contains { $0.hasSuffix("/\(parts[0]).swift") || $0.contains("/\(parts[0])/") }
    if isFile, parts.count == 1 { return }
    func declares(_ path: String, _ kinds: [String], _ name: Substring) -> Bool {
      code(of: path).contains { line in
        let words = line.code.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return words.indices.dropLast().contains { kinds.contains(String(words[$0])) && words[$0 + 1] == name }
      }
    }
    let owners = files.filter { declares($0, ["struct", "class", "enum", "protocol", "extension"], parts[0]) }
    #expect(!owners.isEmpty, "\(parts[0]) is not declared")
    guard let member = parts.dropFirst().first?.prefix(while: { $0 != "(" }) else { return }
    #expect(owners.contains { declares($0, ["func", "var", "let", "case"], member) }, "\(name) is not declared")
  }

  @Test("the interpreter has one way in, and only these drive it")
  func oneWayIn() {
    let ways = Tree.files("Sources/core/SwitchwayCore/Interpreter", endings: ["swift"]).flatMap { code(of: $0) }
      .map(\.code).filter { $0.contains("public mutating func") }
    #expect(ways.count == 1 && ways[0].contains("func handle("), "\(ways)")
    let drivers = Tree.files("Sources", endings: ["swift"]).filter { path in
      code(of: path).contains { $0.code.contains("interpreter.handle(") }
    }
    #expect(
      drivers == [
        "Sources/cli/switchway/Calibration/ContactReader.swift",
        // The effect of other settings, for calibration.
        "Sources/core/SwitchwayCore/Steadying/SteadyingRun.swift",
        "Sources/daemon/SwitchwayEngine/Effects/Performer.swift",
      ])
  }

  @Test("helpers are forked without exec, and the daemon spawns nothing")
  func helpers() {
    for path in Tree.files("Sources/system/CLinuxInput") + Tree.files("Sources/daemon/SwitchwayDaemon") {
      let text = Tree.text(path) ?? ""
      // It is the desktop scanner's.
      guard !path.hasSuffix("/start.c") else { continue }
      let isDaemon = path.contains("SwitchwayDaemon/")
      for call in ["posix_spawn", "execv", "execl", "popen(", " system("] + (isDaemon ? ["sw_start_apart"] : []) {
        #expect(!text.contains(call), "\(path): \(call)")
      }
    }
  }

  @Test("there is one file for each subcommand")
  func subcommands() throws {
    let list = try #require(Tree.text("Sources/cli/switchway/SwitchwayCommand.swift"))
    let commands = list.matches(of: /\b(\w+)\.self/).map { String($0.output.1) }
    #expect(commands.count > 20)
    #expect(
      Set(commands.map { "Sources/cli/switchway/Commands/\($0).swift" })
        == Set(Tree.files("Sources/cli/switchway/Commands")))
    for command in commands {
      #expect(Tree.text("Sources/cli/switchway/Commands/\(command).swift")?.contains("struct \(command): ") == true)
    }
  }
}
