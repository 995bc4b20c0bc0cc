/// A place that the panel itself offers. Its row in the table `row` has all its properties: its name, the pages on
/// which it appears and when, and its action. The places of a page are in the order of the cases.
public enum PanelPlace: CaseIterable, Hashable, Sendable {
  case help, keyboard, scroll, point, back, windows, programs, system
  case sound, louder, quieter, faster, slower, speak, silence, speakFaster, speakSlower, anotherVoice
  case pause, goOn, rest, end
  case no, yes, less, more
  case close, panel, out
}

extension PanelPlace {
  /// A page that has places of the table.
  enum Sheet: Hashable {
    case bar, question, value, page(Session.PanelPage)
  }

  /// The action that choosing a place performs.
  enum Deed {
    /// Requests this effect. The page stays, so that the place can be chosen again.
    case ask(Session.Effect)
    case callForHelp
    /// Types Escape for the active program.
    case escape
    case openBar
    case open(Session.PanelPage)
    /// Goes to the page above.
    case leave
    case speak(Bool)
    /// Pauses the clock (`true`) or lets it continue (`false`). With `isResting`, the clock is also paused, and only
    /// the place "go on" remains.
    case pause(Bool, isResting: Bool)
    case answer(Bool)
    case change(by: Int)
  }

  /// A row of the table. A new language needs a text in each row.
  struct Row {
    /// The text in the bar.
    let english: String
    let german: String
    let deed: Deed
    /// The pages on which the place is now. A page has at most eight places, whatever the settings are.
    let sheets: (Panel, Panel.Surroundings) -> Set<Sheet>

    init(
      _ english: String, german: String, _ deed: Deed, on sheets: Set<Sheet>,
      if isThere: @escaping (Panel, Panel.Surroundings) -> Bool = { _, _ in true }
    ) {
      self.init(english, german: german, deed) { isThere($0, $1) ? sheets : [] }
    }

    init(
      _ english: String, german: String, _ deed: Deed, where sheets: @escaping (Panel, Panel.Surroundings) -> Set<Sheet>
    ) {
      (self.english, self.german, self.deed, self.sheets) = (english, german, deed, sheets)
    }
  }

  /// The row of this place. For the reasons why a page has these places, see docs/design/desktop.md, "The panel".
  var row: Row {
    switch self {
    // The call for help can be reached with two presses from anywhere, because it is the first place of the bar, and of
    // the page that is shown while the screen is locked.
    case .help: Row("call for help", german: "Hilfe rufen", .callForHelp, on: [.bar, .page(.locked)])
    case .keyboard:
      Row("keyboard", german: "Tastatur", .open(.keyboard)) { panel, _ in
        guard panel.writing.isThere else { return [] }
        return panel.typesWhenLocked ? [.bar, .page(.locked)] : [.bar]
      }
    case .scroll: Row("scroll", german: "blättern", .open(.scroll), on: [.bar]) { panel, _ in panel.writing.isThere }
    // If the bar also has the keyboard and scrolling, it has no room for pointing. Pointing is then only on the page
    // for scrolling.
    case .point:
      Row("point", german: "zeigen", .open(.point)) { panel, _ in
        guard panel.canPoint else { return [] }
        return panel.writing.isThere ? [.page(.scroll)] : [.bar, .page(.scroll)]
      }
    case .back: Row("back", german: "zurück", .escape, on: [.bar])
    case .windows: Row("windows", german: "Fenster", .open(.windows), on: [.bar]) { panel, _ in panel.windows != nil }
    case .programs: Row("programs", german: "Programme", .open(.programs), on: [.bar]) { panel, _ in panel.hasPrograms }
    case .system: Row("system", german: "System", .open(.system), on: [.bar])

    case .sound:
      Row("sound", german: "Ton", .open(.sound), on: [.page(.system)]) { _, around in around.isSpeaking != nil }
    case .louder: Row("louder", german: "lauter", .ask(.volume(isUp: true)), where: Self.volume)
    case .quieter: Row("quieter", german: "leiser", .ask(.volume(isUp: false)), where: Self.volume)
    case .faster:
      Row("faster", german: "schneller", .ask(.send("scan-rate", ["faster"])), on: [.page(.system)]) { $1.hasClock }
    case .slower:
      Row("slower", german: "langsamer", .ask(.send("scan-rate", ["slower"])), on: [.page(.system)]) { $1.hasClock }
    case .speak: Row("speak", german: "sprechen", .speak(true), on: [.page(.sound)]) { $1.isSpeaking == false }
    case .silence: Row("silence", german: "still sein", .speak(false), on: [.page(.sound)]) { $1.isSpeaking == true }
    case .speakFaster:
      Row("speak faster", german: "schneller sprechen", .ask(.speakingRate(isUp: true)), on: [.page(.sound)]) {
        $1.isSpeaking == true
      }
    case .speakSlower:
      Row("speak slower", german: "langsamer sprechen", .ask(.speakingRate(isUp: false)), on: [.page(.sound)]) {
        $1.isSpeaking == true
      }
    case .anotherVoice:
      Row("another voice", german: "andere Stimme", .ask(.nextVoice), on: [.page(.sound)]) {
        $1.isSpeaking == true && $0.hasVoices
      }

    // "Pause" is beside "rest". There is no place that locks the screen, because it is unknown whether the person could
    // unlock the screen with switches.
    case .pause:
      Row("pause", german: "anhalten", .pause(true, isResting: false), on: [.page(.system)]) {
        $1.hasClock && !$0.isPaused
      }
    case .goOn:
      Row("go on", german: "weiter", .pause(false, isResting: false)) { panel, around in
        around.hasClock && panel.isPaused ? [.page(.system), .page(.rest)] : [.page(.rest)]
      }
    case .rest: Row("rest", german: "Ruhe", .pause(false, isResting: true), on: [.page(.system)])
    case .end: Row("end the scanner", german: "beenden", .open(.ending), on: [.page(.system)])

    case .no: Row("no", german: "nein", .answer(false), on: [.question, .page(.ending)])
    case .yes: Row("yes", german: "ja", .answer(true), on: [.question, .page(.ending)])
    case .less: Row("less", german: "weniger", .change(by: -1), on: [.value])
    case .more: Row("more", german: "mehr", .change(by: 1), on: [.value])

    // The following places are also at the end of the pages of a window and of an item.
    case .close: Row("close", german: "schließen", .escape, on: [])
    case .panel: Row("panel", german: "Leiste", .openBar, on: [])
    case .out:
      Row("out", german: "hinaus", .leave) { _, around in
        let pages: Set<Sheet> = [.value, .page(.scroll), .page(.system), .page(.sound)]
        return around.hasItems ? pages.union([.bar]) : pages
      }
    }
  }

  /// The place that appears at the same position when this place has been chosen, such as "go on" after "pause".
  var twin: PanelPlace? {
    switch self {
    case .pause: .goOn
    case .goOn: .pause
    case .speak: .silence
    case .silence: .speak
    default: nil
    }
  }

  /// The place that opens a page. `nil` if none does.
  static func opening(_ page: Session.PanelPage) -> PanelPlace? {
    allCases.first { if case .open(page) = $0.row.deed { true } else { false } }
  }

  /// The page that has the volume: the page for sound if the scanner can speak, otherwise the page `system`.
  private static func volume(_ panel: Panel, _ around: Panel.Surroundings) -> Set<Sheet> {
    panel.hasVolume ? [.page(around.isSpeaking == nil ? .system : .sound)] : []
  }
}

extension Place {
  /// Calls a helper.
  public static let help = Self.own(.help)
  /// Closes a menu or dialog by typing Escape.
  public static let close = Self.own(.close)
  /// Goes to the panel's bar.
  public static let panel = Self.own(.panel)
  /// Goes back to the page above.
  public static let out = Self.own(.out)
}
