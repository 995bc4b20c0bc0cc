/// The words that the panel shows, in the person's language: English, or German.
public struct PanelWords: Sendable {
  static let english = PanelWords(language: "en")

  /// The words of a language other than English.
  private struct Language {
    /// The texts in the language, by the English word or phrase.
    let words: [String: String]
    /// The texts for the reasons why the daemon refuses a request, by the reason's word in a line `error`. Source:
    /// switchway-protocol(7), "REASONS OF ERRORS".
    let refusals: [String: String]
    /// The text for reasons that are not in `refusals`.
    let refused: String
  }

  /// The languages by their codes. For a new language, see CONTRIBUTING.md, "Adding a language".
  private static let languages = [
    "de": Language(
      words: words(german, ofPlaces: \.german), refusals: germanRefusals, refused: "der Dienst hat es abgelehnt")
  ]

  /// All words of a language: `others`, and the words of the panel's places.
  private static func words(
    _ others: [String: String], ofPlaces label: (PanelPlace.Row) -> String
  ) -> [String: String] {
    let places = PanelPlace.allCases.map { ($0.row.english, label($0.row)) }
    return others.merging(places) { $1 }
  }

  private let language: Language?

  /// `languages` are codes such as `de`, the best first. The first one that is known here is used, otherwise English.
  public init(languages: [String]) {
    let known = languages.first { $0 == "en" || Self.languages[$0] != nil }
    language = known.flatMap { Self.languages[$0] }
  }

  /// The words of this language, or of English if the language is not known here.
  init(language: String) { self.init(languages: [language]) }

  /// Translates an English word or phrase. `%` in the result is replaced by `name`.
  func callAsFunction(_ english: String, _ name: String = "") -> String {
    let phrase = language?.words[english] ?? english
    guard let place = phrase.firstIndex(of: "%") else { return phrase }
    return phrase[..<place] + name + phrase[phrase.index(after: place)...]
  }

  /// The text in the bar for a place.
  public func label(of place: Place) -> String { place.label(in: self) }

  /// The text of a message in the bar.
  public func text(of message: Session.Message) -> String {
    switch message {
    case .daemonGone: self("Switchway is not running: waiting for it")
    case .notAnswering(let program): self("% does not answer", program)
    case .typingRefused(let message, let reason): self("nothing was typed: %", refusal(message, reason))
    case .question(let command): self("really %?", self(command))
    case .ending: self("stop scanning?")
    case .helpCalled: self("called for help")
    case .noVolume: self("cannot change the volume")
    case .locked: self("the screen is locked")
    case .voice(let name): self("voice: %", name)
    case .voiceRefused(let name): self("cannot speak with %", name)
    case .notStarted(let program): self("cannot start %", program)
    case .pointingRefused(let message, let reason): self("the pointer was not used: %", refusal(message, reason))
    }
  }

  /// The reason why a key was not typed, or why the pointer did nothing, as a text. The daemon's message is in English;
  /// other languages have their own text for each reason.
  private func refusal(_ message: String, _ reason: String?) -> String {
    guard let language else {
      let prefix = ["type: ", "point: "].first { message.hasPrefix($0) } ?? ""
      return String(message.dropFirst(prefix.count))
    }
    return reason.flatMap { language.refusals[$0] } ?? language.refused
  }

  private static let germanRefusals = [
    "policy": "das Profil erlaubt es nicht", "no-claim": "die Verbindung zum Dienst ist neu",
    "inactive": "die Sitzung ist nicht vorn", "locked": "der Bildschirm ist gesperrt",
    "panic": "alles wurde losgelassen", "rest": "die Schalter ruhen",
    "no-keyboard": "es gibt keine virtuelle Tastatur", "layout": "der Desktop hat ein anderes Tastaturlayout",
    "too-many-keys": "zu viele Tasten warten", "no-character": "das Layout hat dieses Zeichen nicht",
    "no-key": "das Layout hat diese Tasten nicht", "forbidden-keys": "diese Tasten sind nicht erlaubt",
    "inhibited": "es wurde unterbrochen", "stopped": "es wurde unterbrochen",
    "no-pointer": "es gibt keinen virtuellen Zeiger", "too-many-strokes": "zu viele Bewegungen warten",
    "button-down": "eine Maustaste ist gedrückt",
  ]

  private static let german: [String: String] = [
    "bottom": "ans Ende", "top": "an den Anfang",
    // Speech.
    "group": "Gruppe", "to": "bis", "key": "Taste", "keys": "Tasten", "program": "Programm", "checked": "angekreuzt",
    "not checked": "nicht angekreuzt",
    // Pointing.
    "screen %": "Bildschirm %", "column %": "Spalte %", "row %": "Zeile %", "click": "klicken",
    "double click": "doppelt klicken", "right click": "rechts klicken", "drag": "ziehen",
    "another point": "anderer Punkt", "drop here": "hier loslassen", "scroll here": "hier blättern",
    "more finely": "feiner",
    // Keys.
    "space": "Leertaste", "backspace": "Rücktaste", "enter": "Eingabe", "left": "links", "right": "rechts",
    "up": "hoch", "down": "runter", "home": "Pos1", "end": "Ende", "delete word": "Wort löschen",
    "undo": "rückgängig", "shift": "groß", "hold shift": "groß halten", "release shift": "groß lösen",
    "space\nshift …": "Leertaste\ngroß …", "arrows": "Pfeile", "signs": "Zeichen", "accents": "Akzente",
    // Messages.
    "Switchway is not running: waiting for it": "Der Dienst von Switchway läuft nicht: es wird gewartet",
    "% does not answer": "% antwortet nicht", "nothing was typed: %": "keine Taste wurde getippt: %",
    "really %?": "wirklich %?", "restart": "neu starten", "power": "ausschalten", "sos": "Notruf", "delete": "löschen",
    "stop scanning?": "Switchway beenden?", "called for help": "Hilfe wurde gerufen",
    "cannot change the volume": "die Lautstärke lässt sich nicht ändern",
    "voice: %": "Stimme: %", "cannot speak with %": "% kann nicht sprechen",
    "the screen is locked": "der Bildschirm ist gesperrt",
    "cannot start %": "% lässt sich nicht starten", "the pointer was not used: %": "der Zeiger hat nichts getan: %",
    // Items without a name.
    "accelerator label": "Tastenkürzel", "animation": "Animation", "arrow": "Pfeil", "calendar": "Kalender",
    "canvas": "Zeichenfläche", "check box": "Kontrollkästchen", "check menu item": "Menüpunkt zum Ankreuzen",
    "color chooser": "Farbauswahl", "column header": "Spaltenkopf", "combo box": "Auswahlfeld",
    "date editor": "Datumsfeld", "desktop icon": "Symbol", "desktop frame": "Schreibtisch", "dial": "Drehknopf",
    "directory pane": "Ordner", "drawing area": "Zeichenfläche", "file chooser": "Dateiauswahl", "filler": "Bereich",
    "focus traversable": "Bereich", "font chooser": "Schriftauswahl", "glass pane": "Bereich",
    "html container": "Webseite", "icon": "Symbol", "image": "Bild", "layered pane": "Bereich", "list": "Liste",
    "list item": "Eintrag", "menu": "Menü", "menu bar": "Menüleiste", "menu item": "Menüpunkt",
    "option pane": "Bereich", "page tab": "Reiter", "page tab list": "Reiter", "password text": "Passwort",
    "popup menu": "Menü", "push button": "Knopf", "radio button": "Auswahlknopf", "radio menu item": "Menüpunkt",
    "row header": "Zeilenkopf", "scroll pane": "Bereich", "slider": "Schieberegler", "spin button": "Zahlenfeld",
    "table": "Tabelle", "table cell": "Zelle", "table column header": "Spaltenkopf", "table row header": "Zeilenkopf",
    "tearoff menu item": "Menüpunkt", "text": "Text", "toggle button": "Umschalter", "tool bar": "Werkzeugleiste",
    "tree": "Baum", "tree table": "Baum", "unknown": "Element", "viewport": "Bereich", "extended": "Element",
    "header": "Kopf", "footer": "Fuß", "paragraph": "Absatz", "ruler": "Lineal", "autocomplete": "Eingabefeld",
    "editbar": "Eingabefeld", "embedded": "Element", "entry": "Eingabefeld", "chart": "Diagramm",
    "caption": "Beschriftung", "document frame": "Dokument", "heading": "Überschrift", "page": "Seite",
    "section": "Abschnitt", "redundant object": "Element", "form": "Formular", "link": "Link",
    "input method window": "Eingabehilfe", "table row": "Zeile", "tree item": "Eintrag",
    "document spreadsheet": "Tabelle", "document presentation": "Präsentation", "document text": "Dokument",
    "document web": "Webseite", "document email": "E-Mail", "comment": "Kommentar", "list box": "Liste",
    "grouping": "Gruppe", "image map": "Bild", "title bar": "Titelleiste", "block quote": "Zitat", "audio": "Ton",
    "video": "Video", "definition": "Definition", "article": "Artikel", "landmark": "Abschnitt", "log": "Protokoll",
    "marquee": "Laufschrift", "math": "Formel", "rating": "Bewertung", "timer": "Uhr", "math fraction": "Bruch",
    "math root": "Wurzel", "subscript": "tiefgestellt", "superscript": "hochgestellt",
    "description list": "Liste", "description term": "Begriff", "description value": "Erklärung",
    "footnote": "Fußnote", "content deletion": "Gelöschtes", "content insertion": "Eingefügtes",
    "mark": "Markierung", "suggestion": "Vorschlag", "push button menu": "Knopf mit Menü", "window": "Fenster",
  ]
}
