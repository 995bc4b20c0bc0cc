import ProgramFixtures
import SwitchwayProtocol
import Testing

/// switchway(1), switchwayd(8) and switchway-scan(1) have every command and option that the programs have, no other.
@Suite("Commands and options in the man pages", .blocking) struct CommandPageTests {
  private static func page(_ name: String) throws -> [Substring] {
    String(decoding: try Scene.bytes(of: "\(Scene.top)/man/\(name)"), as: UTF8.self).split(separator: "\n")
  }

  /// The options of each command in the synopsis, as `-config` or `o`.
  private static func synopsis(_ page: [Substring]) -> [String: Set<String>] {
    var options: [String: Set<String>] = [:]
    var command = ""
    for line in page.drop(while: { $0 != ".Sh SYNOPSIS" }).dropFirst().prefix(while: { !$0.hasPrefix(".Sh") }) {
      let words = line.split(separator: " ").map(String.init)
      if words[0] == ".Nm" { command = "" }
      if words[0] == ".Cm", command.isEmpty { command = words[1] }
      let flags = words.indices.filter { ["Fl", ".Fl"].contains(words[$0]) }.map { words[$0 + 1] }
      options[command, default: []].formUnion(flags)
    }
    return options
  }

  @Test("switchway(1)")
  func commands() throws {
    let page = try Self.page("switchway.1")
    let synopsis = Self.synopsis(page)
    let help = try Program.run("switchway", ["--experimental-dump-help"]).output.message["command"]
    let commands = (help?["subcommands"]?.arrayValue ?? []).filter { $0["commandName"] != .string("help") }
    #expect(Set(commands.compactMap { $0["commandName"]?.stringValue }) == Set(synopsis.keys).subtracting([""]))
    for command in commands {
      let name = command["commandName"]?.stringValue ?? ""
      #expect(page.contains { $0 == ".It Cm \(name)" }, "\(name) is not described")
      var left = synopsis[name] ?? []
      for argument in command["arguments"]?.arrayValue ?? [] where argument["kind"] != .string("positional") {
        let names = (argument["names"]?.arrayValue ?? []).map { one in
          (one["kind"] == .string("long") ? "-" : "") + (one["name"]?.stringValue ?? "")
        }
        guard !names.contains("-help"), !names.contains("-version") else { continue }
        #expect(names.contains { left.remove($0) != nil }, "\(name): \(names) is not in the synopsis")
      }
      #expect(left.isEmpty, "\(name): it has no \(left.sorted())")
    }
  }

  @Test("switchwayd(8)")
  func daemon() throws {
    let page = try Self.page("switchwayd.8")
    let help = try Program.run("switchwayd", ["--help"]).output
    let options = Set(help.matches(of: /^ +--([a-z-]+)/.anchorsMatchLineEndings()).map { "-\($0.output.1)" })
    #expect(Self.synopsis(page)[""] == options)
    for option in options { #expect(page.contains { $0.hasPrefix(".It Fl \(option)") }, "\(option)") }
  }

  @Test("switchway-scan(1)")
  func scanner() throws {
    let page = try Self.page("switchway-scan.1")
    let help = try Program.run("switchway-scan", ["--help"]).output
    let options = Set(help.matches(of: /^ +(?:-h, )?--([a-z-]+)/.anchorsMatchLineEndings()).map { "-\($0.output.1)" })
    #expect(Self.synopsis(page)[""] == options)
    for option in options.subtracting(["-help", "-version"]) {
      #expect(page.contains { $0.hasPrefix(".It Fl \(option)") }, "\(option)")
    }
  }
}
