import Foundation
import ProgramFixtures
import SwitchwayClock
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayFiles
import Testing

@testable import switchway

/// `switchway setup` in other languages than English.
@Suite("Languages of setup", .blocking) struct LanguageTests {
  static let languages = MessageLanguage.all.filter { $0.code != "en" }

  /// Files whose sentences are phrases, but for those of `untranslated`.
  private static let files =
    FolderNames.all(in: "\(Scene.top)/Sources/cli/switchway/Setup").sorted().map { "cli/switchway/Setup/\($0)" }
    + ["cli/switchway/Commands/SetupCommand.swift", "cli/switchway/Learning/DesktopKeys.swift"]

  /// Sentences of these files that are for files, for programs or for `--help`.
  private static let untranslated: Set = [
    "# Which devices are read. All others are left alone.", "Keyboard, one key at a time", "One switch",
    "Sip and puff", "{} switches", "setup: expected one JSON object per line, such as {\"{}\":\"{}\"}",
    "setup: no answer to '{}'; nothing was changed", "the device and the input of each switch", "the daemon has ended",
    "systemctl status, or: switchway doctor", "Set up switches: answer questions, press, try it, keep it.",
    "Print plain lines and never move the cursor, for screen readers and braille displays.",
    "run setup as the owner of the profile, or make them the owner of the folder", "setup: '{}': expected {}",
    "  box: nothing", "  typing: yes", "extends: one-switch-", "grab: yes",
  ]

  private static func literals(_ path: String) throws -> [String] {
    SourceLiterals(String(decoding: try Scene.bytes(of: "\(Scene.top)/Sources/\(path)"), as: UTF8.self)).phrases
  }

  @Test("every sentence of setup is there in every language", arguments: languages)
  func complete(language: MessageLanguage) throws {
    let keys = Set(MessageLanguage.pairs(in: language.table).map(\.key))
    for path in Self.files {
      for literal in try Self.literals(path) {
        let isSentence = literal.firstMatch(of: /[A-Za-z]{2,}[,:.?]? [A-Za-z']/) != nil && !literal.contains(": {")
        guard isSentence, !Self.untranslated.contains(literal) else { continue }
        #expect(keys.contains(literal), "\(path) has no sentence in '\(language.code)': \(literal)")
      }
    }
  }

  @Test("every word that setup shows is there in every language, for every kind of setup", arguments: languages)
  func words(language: MessageLanguage) throws {
    var shown: [Phrase] = []
    let setups = try [
      [], ["btn_0"], ["btn_0 btn_1"], ["btn_0 btn_1 btn_2"], ["keyboard", "yes", "off"],
      ["abs_x > 60%/abs_x < -60%", "yes"],
    ].map { try SetupTests.setup($0) }
    let questions: [SetupQuestion] = [
      .press, .straw, .level, .lateness, .plan, .action(0), .style, .steadying, .sticky,
      .right(.typing), .right(.pointing), .interval,
    ]
    for setup in setups {
      for question in questions where setup.count > 0 || ![.plan, .action(0), .style].contains(question) {
        let prompt = SetupPrompt(question, setup)
        shown += [prompt.text] + prompt.rows(highlighted: 0) + (prompt.range.map { [$0] } ?? [])
      }
      shown += [TrialWords.base(setup), PressingWords.heard(setup)].compactMap(\.self)
    }
    shown += InputListener.Sight.allCases.compactMap { what in
      SetupHearingTests.box.map { PressingWords.silence([LearnedSight(device: $0, what: what)], [])[0] }
    }
    shown += [TrialWords.keyboard(isSticky: true), TrialWords.keyboard(isSticky: false), TrialWords.way]
    let keys = Set(MessageLanguage.pairs(in: language.table).map(\.key))
    for key in Set(shown.flatMap(\.allKeys)).sorted() {
      // A word that stands alone, such as a device's name, has no letters of its own.
      guard key.replacing("{}", with: "").contains(/[A-Za-z]{2}/) else { continue }
      #expect(keys.contains(key), "no '\(key)' in '\(language.code)'")
    }
  }

  @Test("each sentence has the words of the English one, once, and is used", arguments: languages)
  func places(language: MessageLanguage) throws {
    let pairs = MessageLanguage.pairs(in: language.table)
    #expect(pairs.count > 200 && Set(pairs.map(\.key)).count == pairs.count, "a sentence is there twice")
    let places = /\{[0-9]*\}/
    for (key, sentence) in pairs {
      #expect(!sentence.isEmpty, "\(key)")
      #expect(key.matches(of: places).count == sentence.matches(of: places).count, "\(sentence)")
      let numbers = sentence.matches(of: /\{([0-9]+)\}/).compactMap { Int($0.output.1) }
      #expect(numbers.isEmpty || numbers.sorted() == Array(1...numbers.count), "\(sentence)")
    }
    let others = [
      "core/SwitchwayClock/ClockStyle.swift", "cli/switchway/DeviceTrouble.swift",
      "cli/switchway/Words/MouseWords.swift",
      "cli/switchway/Words/SteadyingWords.swift", "cli/switchway/Learning/DeviceMark.swift",
      "cli/switchway/Editing/FormerFile.swift", "cli/switchway/Editing/SectionInsertion.swift",
      "cli/switchway/Languages/Phrase.swift",
    ]
    let used = Set(try (Self.files + others).flatMap { try Self.literals($0) })
    for (key, _) in pairs { #expect(used.contains(key), "nothing says: \(key)") }
  }

  static let locales: [([String: String], String)] = [
    ([:], "en"), (["LANG": "de_DE.UTF-8"], "de"), (["LANG": "de"], "de"), (["LANG": "de_AT@euro"], "de"),
    (["LANG": "xx_XX.UTF-8"], "en"), (["LANG": "en_US.UTF-8", "LC_MESSAGES": "de_CH.UTF-8"], "de"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"], "en"), (["LANG": "de_DE.UTF-8", "LC_ALL": ""], "de"),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "de"], "de"), (["LANG": "en_US.UTF-8", "LANGUAGE": "xx:de_AT:en"], "de"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], "en"), (["LANG": "C", "LANGUAGE": "de"], "en"),
    (["LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"], "en"), (["LANGUAGE": "de"], "en"),
    (["LANG": "POSIX", "LANGUAGE": "de"], "en"), (["LANG": "../../x"], "en"), (["LANG": "german"], "en"),
  ]

  @Test("the language follows the locale, as in gettext", arguments: locales)
  func locale(environment: [String: String], code: String) {
    #expect(MessageLanguage.chosen(environment: environment).code == code, "\(environment)")
  }

  @Test("numbers have the decimals of the language; names and commands stay as they are")
  func numbers() {
    let phrase: Phrase = "Held for \(number: "1.25 s"), the switch types Space."
    #expect(MessageLanguage.german.text(of: phrase) == "1,25 s lang gehalten, tippt der Schalter die Leertaste.")
    let named: Phrase = "\("A 1.5 {} box") was unplugged or does not respond: plug it in again."
    #expect(MessageLanguage.german.text(of: named).hasPrefix("A 1.5 {} box wurde ausgesteckt"))
    #expect(MessageLanguage.german.text(of: "no language has this: \("a")") == "no language has this: a")
    let ordered = MessageLanguage(code: "xx", table: "{} is {}\n  {2}: {1}")
    #expect(ordered.text(of: "\n\("a") is \("b")") == "\nb: a")
  }

  @Test("a terminal without UTF-8 gets German in ASCII")
  func ascii() {
    let text = MessageLanguage.german.text(of: "back", isASCIIOnly: true)
    #expect(text == "zurueck")
    for (key, _) in MessageLanguage.pairs(in: MessageLanguage.german.table) {
      let text = MessageLanguage.german.text(of: Phrase(key: key), isASCIIOnly: true)
      #expect(text.unicodeScalars.allSatisfy(\.isASCII) && !text.contains("ss?"), "\(text)")
    }
  }

  private static let page = "\(Scene.top)/docs/kurzanleitung.md"

  @Test("a German setup runs from the first question to the end, and its screens are in the German guide")
  func german() throws {
    let language = MessageLanguage.german
    let setup = try SetupScreens(language: language, locale: "de_DE.UTF-8")
    try setup.press(SetupScreens.question(.press, in: language), as: "press", "btn_0")
    try setup.sees("Ein Schalter gefunden", as: "heard")
    try setup.sees(SetupScreens.question(.plan, in: language), as: "plan")
    try setup.sees(language.text(of: SetupPrompt.cancel))
    _ = try setup.highlighted()
    setup.type("1")
    try setup.answer(SetupScreens.question(.interval, in: language), as: "interval", "3")
    try setup.sees("Diese Einstellungen gelten jetzt zur Probe", as: "keep")
    try setup.answer("Geht es so?", as: nil, "5")
    try setup.sees("Änderungen an ", as: "change")
    try setup.answer("Geht es so?", as: "rest", "2")
    try setup.sees("In /tmp/", as: "end")
    let screens = try setup.end()
    // What is left in English: the name of the device, commands, and the lines of the file.
    let english = MessageLanguage.pairs(in: language.table).map(\.key).filter { $0.count > 12 && !$0.contains("{") }
    for (name, screen) in screens where name != "change" {
      let text = screen.split { " \n".contains($0) }.joined(separator: " ")
      for sentence in english { #expect(!text.contains(sentence), "'\(sentence)' in '\(name)'") }
    }
    var page = String(decoding: try Scene.bytes(of: Self.page), as: UTF8.self)
    for name in ["press", "heard", "plan", "interval", "keep", "end"] {
      let lines = GuidePage.lines(screens[name] ?? "").drop { $0.isEmpty }
      let block = "<!-- picture: \(name) -->\n```text\n" + lines.joined(separator: "\n").trimmed + "\n```\n"
      if GuidePage.isDrawing, let start = page.firstRange(of: "<!-- picture: \(name) -->\n```text\n"),
        let end = page[start.upperBound...].firstRange(of: "```\n")
      {
        page.replaceSubrange(start.lowerBound..<end.upperBound, with: block)
      }
      #expect(page.contains(block), "'\(name)' is another one now: make screens")
    }
    if GuidePage.isDrawing { try Data(page.utf8).write(to: URL(filePath: Self.page)) }
  }

  @Test("programs are answered in English in every locale")
  func json() throws {
    let scene = try Scene()
    let none = try Program.run(
      "switchway", ["setup", "--json"], environment: scene.environment.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 })
    #expect(none.errors.contains("Switchway is not running"), "\(none)")
    let german = try Program.run(
      "switchway", ["setup"], environment: scene.environment.merging(["LC_ALL": "de_DE.UTF-8"]) { $1 })
    #expect(german.errors.contains("hier ist kein Terminal"), "\(german)")
  }
}

extension Phrase {
  /// The keys of this phrase and of those in it, without line feeds around them.
  fileprivate var allKeys: [String] {
    [key.trimmed]
      + words.flatMap { word -> [String] in if case .phrase(let other) = word { other.allKeys } else { [] } }
  }
}

extension String {
  /// Without line feeds at both ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == "\n" { text.removeFirst() }
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
