import ArgumentParser
import Foundation
import ProgramFixtures
import Testing

@testable import switchway

/// The commands that README, docs and the manual pages show are commands that the programs take.
@Suite("Commands in README, docs and the manual pages", .blocking) struct DocsCommandTests {
  struct Shown: CustomTestStringConvertible, Sendable {
    let page: String
    let words: [String]
    /// Whether it is shown to be typed, and not only named in a sentence, where it may lack arguments.
    let isWhole: Bool
    var testDescription: String { "\(page): \(words.joined(separator: " "))" }
  }

  /// Words of a shell, up to the end of the command: quotes keep blanks, a remark ends it.
  static func words(_ text: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else if "|>;&".contains(character) || character == "#" && word == nil {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The commands of a line that may be several, and may begin with sudo.
  private static func commands(_ line: some StringProtocol, on page: String, isWhole: Bool) -> [Shown] {
    line.components(separatedBy: "&& ").compactMap { part in
      let words = Self.words(part)
      let own = words.first == "sudo" ? Array(words.dropFirst()) : words
      return ["switchway", "switchwayd", "switchway-scan"].contains(own.first) && own.count > 1
        ? Shown(page: page, words: own, isWhole: isWhole) : nil
    }
  }

  private static func markdown(_ page: String) throws -> [Shown] {
    let lines = String(decoding: try Scene.bytes(of: "\(Scene.top)/\(page)"), as: UTF8.self)
      .components(separatedBy: "\n")
    var isFenced = false
    var isShell = false
    var prose: [String] = []
    let typed = lines.flatMap { line -> [Shown] in
      if line.contains("```") {
        isFenced.toggle()
        isShell = isFenced && line.hasSuffix("sh")
      } else if line.hasPrefix("    ") && !isFenced || isShell {
        return commands(line, on: page, isWhole: true)
      } else if !isFenced {
        prose.append(String(line.drop { $0 == " " }))
      }
      return []
    }
    // A command in a sentence may go over the end of a line.
    let pieces = prose.joined(separator: " ").components(separatedBy: "`").enumerated()
    return typed
      + pieces.filter { !$0.offset.isMultiple(of: 2) }.flatMap { commands($0.element, on: page, isWhole: false) }
  }

  private static func manual(_ page: String) throws -> [Shown] {
    let lines = String(decoding: try Scene.bytes(of: "\(Scene.top)/\(page)"), as: UTF8.self)
      .components(separatedBy: "\n")
    return lines.flatMap { line -> [Shown] in
      guard line.hasPrefix(".Dl ") || line.hasPrefix(".Ql ") else { return [] }
      var text = line.dropFirst(4).replacing("\\(aq", with: "'")
      while let last = text.last, " .,;:)".contains(last) { text.removeLast() }
      return commands(text, on: page, isWhole: line.hasPrefix(".Dl"))
    }
  }

  static let shown: [Shown] = {
    let files = FileManager.default
    let docs = (files.enumerator(atPath: "\(Scene.top)/docs")?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".md") && !$0.hasPrefix("design/") }.sorted().map { "docs/\($0)" }
    let pages = ((try? files.contentsOfDirectory(atPath: "\(Scene.top)/man")) ?? []).sorted().map { "man/\($0)" }
    let found = (["README.md"] + docs).flatMap { (try? markdown($0)) ?? [] } + pages.flatMap { (try? manual($0)) ?? [] }
    return found
  }()

  @Test("there are many, of each program and in each kind of page")
  func some() {
    #expect(Self.shown.count > 150)
    for word in ["switchway", "switchwayd", "switchway-scan"] { #expect(Self.shown.contains { $0.words[0] == word }) }
    for page in ["README.md", "docs/guide.md", "docs/programs.md", "man/switchway.1", "man/switchway.7"] {
      #expect(Self.shown.contains { $0.page == page }, "\(page)")
    }
  }

  @Test("switchway takes it", arguments: shown.filter { $0.words[0] == "switchway" })
  func parses(_ shown: Shown) {
    do {
      _ = try SwitchwayCommand.parseAsRoot(Array(shown.words.dropFirst()))
    } catch {
      // `--help` and `--version` end the parsing with what they print.
      let message = SwitchwayCommand.message(for: error)
      let lacksArgument = !shown.isWhole && message.contains("Missing expected argument")
      #expect(lacksArgument || SwitchwayCommand.exitCode(for: error) == .success, "\(message)")
    }
  }

  @Test("switchwayd and switchway-scan have its options", arguments: ["switchwayd", "switchway-scan"])
  func options(program: String) throws {
    let help = try Program.run(program, ["--help"]).output
    let options = Set(help.matches(of: /^ +(?:-h, )?(--[a-z-]+)/.anchorsMatchLineEndings()).map { String($0.output.1) })
    for shown in Self.shown where shown.words[0] == program {
      for word in shown.words where word.hasPrefix("--") { #expect(options.contains(word), "\(shown.testDescription)") }
    }
  }

  @Test(
    "a line is split as a shell splits it",
    arguments: [
      ("switchway send 'scroll(down, page)'  # a remark", ["switchway", "send", "scroll(down, page)"]),
      ("switchway explain >file", ["switchway", "explain"]), ("a --b \"c d\"", ["a", "--b", "c d"]),
    ])
  func split(line: String, words: [String]) { #expect(Self.words(line) == words) }

  @Test("a command that there is not is refused")
  func refuses() {
    #expect(throws: (any Error).self) { _ = try SwitchwayCommand.parseAsRoot(["forget-it"]) }
    #expect(throws: (any Error).self) { _ = try SwitchwayCommand.parseAsRoot(["status", "--no-such-option"]) }
  }
}
