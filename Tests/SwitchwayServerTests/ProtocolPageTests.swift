import Fixtures
import Foundation
import ProtocolSchema
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
