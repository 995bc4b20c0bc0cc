import Testing

@testable import SwitchwayScanning

/// The panel's words in German, beside the English ones.
@Suite struct WordTableTests {
  private static let german = PanelWords(language: "de")

  private static let shifts = [Key.Shift.off, .once, .locked]
  private static let keys: [Key] =
    ["backspace", "enter", "left", "right", "up", "down", "home", "end", "ctrl+backspace", "ctrl+z"].map { .chord($0) }
    + [.text(" ")] + shifts.map { .shift($0) }
  private static let places: [Place] =
    [.window(OpenWindow(id: 1, title: ""))] + PanelPlace.allCases.map { .own($0) }
    + [PointCell.Kind.screen, .column, .row].map { .cell(PointCell(kind: $0, number: 2, area: .zero)) }
    + PointDeed.allCases.map { .deed($0) } + Scrolling.places.map { .scrolling($0) } + keys.map { .key($0) }
    + ["space\nshift …", "arrows", "signs", "accents"].map { .group(Group(name: $0, places: [.out])) }
  private static let messages: [Session.Message] = [
    .daemonGone, .notAnswering("Editor"), .typingRefused("type: presses rest: ask", reason: "rest"),
    .question("restart"), .question("power"), .question("sos"), .question("delete"), .ending, .helpCalled, .noVolume,
    .voice("Anna"), .voiceRefused("Anna"),
    .notStarted("Editor"), .pointingRefused("point: presses rest: ask", reason: "rest"),
  ]
  /// These are the same in both languages.
  private static let same = ["system", "text", "link", "animation", "video", "definition"]

  @Test("every place has a German word", arguments: places)
  func place(_ place: Place) {
    let english = place.label(in: .english)
    let german = place.label(in: Self.german)
    #expect(!german.isEmpty && (german != english || Self.same.contains(english)), "\(english)")
  }

  @Test("places of a window, too, and items without a name, whatever they are")
  func window() {
    for place in [Place.out, .close, .panel] {
      #expect(place.label != Self.german.label(of: place))
    }
    for role in Role.allCases {
      let node = Node(
        reference: Reference(bus: "", path: ""), parent: 0, role: role, name: "", states: [.focusable],
        actions: ["click"])
      guard node.kind(parent: node) != nil else { continue }
      let item = Item(node: node, parent: nil, indexInParent: 0, kind: .action)
      #expect(Self.german(role.name) != role.name || Self.same.contains(role.name), "\(role.name)")
      #expect(Self.german.label(of: .item(item)) == Self.german(role.name))
    }
  }

  @Test("every message is German, with its name in it", arguments: messages)
  func message(_ message: Session.Message) {
    let (english, german) = (PanelWords.english.text(of: message), Self.german.text(of: message))
    #expect(english != german && !german.contains("%") && !english.contains("%"))
    #expect(english.contains("Editor") == german.contains("Editor"))
  }

  @Test("the daemon's reasons are told in German; one that is not known is a refusal")
  func reasons() {
    func german(_ reason: String?) -> String {
      Self.german.text(of: .typingRefused("type: the screen is locked", reason: reason))
    }
    #expect(german("locked") == "keine Taste wurde getippt: der Bildschirm ist gesperrt")
    // Of a newer daemon, and of an older one without reasons.
    for reason in ["something-new", nil] {
      #expect(german(reason) == "keine Taste wurde getippt: der Dienst hat es abgelehnt")
    }
    #expect(PanelWords.english.text(of: .typingRefused("type: busy")) == "nothing was typed: busy")
    #expect(PanelWords.english.text(of: .pointingRefused("point: busy")) == "the pointer was not used: busy")
  }

  @Test("letters, words that are completed, titles and programs stay as they are")
  func unchanged() {
    let places: [Place] = [
      .key(.text("a")), .key(.word("out")), .window(OpenWindow(id: 1, title: "pause")), .action("click"),
      .program(InstalledProgram(id: "a", name: "system", words: ["a"])),
    ]
    for place in places { #expect(place.label(in: .english) == place.label(in: Self.german)) }
    #expect(PanelWords(language: "xx")("out") == "out")
  }

  @Test("the panel speaks the first of the person's languages that it knows")
  func languages() {
    #expect(PanelWords(languages: ["xx", "de", "en"])("out") == Self.german("out"))
    #expect(PanelWords(languages: ["en", "de"])("out") == "out")
    #expect(PanelWords(languages: [])("out") == "out")
  }
}
