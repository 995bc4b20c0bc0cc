import Fixtures
import Foundation
import ProtocolSchema
import SwitchwayCore
import SwitchwayProtocol
import Testing

/// The examples of switchway-protocol(7) are messages.
@Suite("switchway-protocol(7)") struct ProtocolPageTests {
  /// Lines of the page that show a message, with who says it. An indented line continues the one before it.
  private static func examples() throws -> [(isClient: Bool, line: String)] {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    return page.replacing("\n    ", with: "").split(separator: "\n").compactMap { line in
      if line.hasPrefix("> {") { return (true, String(line.dropFirst(2))) }
      return line.hasPrefix("{") ? (false, String(line)) : nil
    }
  }

  @Test("every example is what the schema says")
  func examples() throws {
    let examples = try Self.examples()
    #expect(examples.count > 30)
    for (isClient, line) in examples {
      let problems =
        isClient
        ? ProtocolSchema.problems(ofClientLine: line) : ProtocolSchema.problems(ofServerLine: line)
      #expect(problems == [], "\(line)")
    }
  }

  @Test("every reason of an error is explained, and no other")
  func reasons() throws {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n.Sh REASONS OF ERRORS\n").dropFirst().first)
    let items = section.components(separatedBy: "\n.El")[0].split(separator: "\n")
      .filter { $0.hasPrefix(".It Ql ") }
    let words = items.flatMap { $0.dropFirst(".It Ql ".count).components(separatedBy: " , ") }
    #expect(words.sorted() == ErrorReason.allCases.map(\.rawValue).sorted())
  }

  /// A row of a message's table: a member, and when it is there.
  private struct Row: Hashable, CustomStringConvertible {
    let member: String
    let isRequired: Bool
    var description: String { member + (isRequired ? " (always)" : "") }
  }

  /// The tables of a section, by the messages below whose heads they stand.
  private static func tables(_ section: String, head: String) throws -> [String: Set<Row>] {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    let text = try #require(page.components(separatedBy: "\n.Sh \(section)\n").dropFirst().first)
    let own = "\n" + text.components(separatedBy: "\n.Sh ")[0]
    let parts = own.components(separatedBy: "\n\(head) ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let lines = part.split(separator: "\n")
        let rows = lines.compactMap { line -> Row? in
          guard line.hasPrefix(".It Li "), line.contains(" Ta ") else { return nil }
          let cells = line.dropFirst(".It Li ".count).components(separatedBy: " Ta")
          return Row(member: cells[0], isRequired: ["always", "required"].contains(cells[2].dropFirst()))
        }
        return (String(lines[0]), Set(rows))
      })
  }

  /// The members of each message in the schema besides `type`; of a client's also besides `id`, which all have.
  private static func schema(_ side: String) throws -> [String: Set<Row>] {
    let file = try Data(contentsOf: URL(filePath: ProtocolSchema.path))
    let schema = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    var messages: [String: Set<Row>] = [:]
    for (name, definition) in definitions where name.hasPrefix("\(side)-") && name != "server-key" {
      let forms = definition["anyOf"] as? [[String: Any]] ?? [definition]
      let members = forms.map { Set(($0["properties"] as? [String: Any] ?? [:]).keys) }
      let required = forms.map { Set($0["required"] as? [String] ?? []) }
      let always = required.dropFirst().reduce(required[0]) { $0.intersection($1) }
      let all = members.reduce(into: Set<String>()) { $0.formUnion($1) }
      messages[String(name.dropFirst(side.count + 1))] = Set(
        all.subtracting(side == "client" ? ["type", "id"] : ["type"])
          .map { Row(member: $0, isRequired: always.contains($0)) })
    }
    return messages
  }

  @Test(
    "each message has a table with all of its members, and says which are always there",
    arguments: [("server", "FROM THE SERVER", ".Ss"), ("client", "FROM A CLIENT", ".It Cm")])
  func tables(side: String, section: String, head: String) throws {
    let tables = try Self.tables(section, head: head)
    let schema = try Self.schema(side)
    #expect(Set(tables.keys) == Set(schema.keys))
    for (name, rows) in schema {
      let table = tables[name] ?? []
      #expect(table == rows, "\(name): missing \(rows.subtracting(table)), too many \(table.subtracting(rows))")
    }
  }

  @Test("every word of a closed list of the schema is explained")
  func words() throws {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    let server = page.components(separatedBy: "\n.Ss ")
    func explains(_ message: String, _ words: [String]) {
      let section = server.first { $0.hasPrefix("\(message)\n") } ?? ""
      for word in words { #expect(section.contains("\n.It Li \(word)\n"), "\(message): \(word)") }
    }
    explains("rejected", RejectionReason.allCases.map(\.rawValue))
    explains("pending", PendingReason.allCases.map(\.rawValue))
    explains("mode", ModeName.allCases.map(\.rawValue))
    explains("warning", WarningCode.allCases.map(\.rawValue))
  }

  @Test("every line of an example fits into a terminal of 80 columns")
  func width() throws {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    let displays = page.components(separatedBy: "\n.Bd -literal\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n.Ed").first
    }
    #expect(displays.count > 6)
    for line in displays.flatMap({ $0.split(separator: "\n") }) {
      // A page is indented by five columns.
      #expect(line.replacing("\\e", with: "\\").count <= 75, "\(line)")
    }
  }

  @Test("the example in C compiles without a warning")
  func exampleInC() throws {
    let page = try String(contentsOfFile: "\(ProtocolSchema.top)/man/switchway-protocol.7", encoding: .utf8)
    let start = try #require(page.range(of: "#include <stdio.h>"))
    let end = try #require(page.range(of: "\n.Ed", range: start.lowerBound..<page.endIndex))
    let source = page[start.lowerBound..<end.lowerBound].replacingOccurrences(of: "\\e", with: "\\")
    let directory = try TemporaryDirectory()
    try source.write(toFile: directory.path + "/example.c", atomically: true, encoding: .utf8)
    #expect(
      try run("/usr/bin/gcc", ["-Wall", "-Wextra", "-Werror", "-o", "example", "example.c"], in: directory.path) == "")
  }

  /// A program's errors; its status is held to 0.
  private func run(_ path: String, _ words: [String], in directory: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = words
    process.currentDirectoryURL = URL(filePath: directory)
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }
}
