import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Scanning by ear.
@Suite struct SpeechTests {
  private func stage(
    _ style: ClockStyle? = .auto, _ pages: Group? = plain, isOn: Bool = true, wait: Int64 = 0,
    typesWhenLocked: Bool = false
  ) -> Stage {
    var stage = Stage(
      typesWhenLocked: typesWhenLocked, speech: Session.SpeechChoice(isOn: isOn, wait: wait * 1_000))
    if style == nil { stage.answer = .unsupported }
    stage.tell(.window(Session.Window(id: windowID(1), program: "editor", pages: pages)))
    stage.connect(style.map { Session.Clock(style: $0, state: .resting) })
    stage.wait(1_000)
    return stage
  }

  @Test("each step says what is lit: its name, then what it is; nothing is said twice")
  func steps() {
    var stage = stage()
    #expect(stage.takeSaid().last == "group: tools")
    stage.steps(1)
    #expect(stage.takeSaid() == ["group: text"])
    stage.steps(2)
    #expect(stage.takeSaid() == ["help, push button", "panel"])
    stage.tell(.press(switch: "one", isDown: true))
    stage.tell(.press(switch: "one", isDown: false))
    stage.tell(.rejected(switch: "one"))
    stage.wait(1_000)
    stage.show(plain)
    #expect(stage.takeSaid().isEmpty)
  }

  @Test("a choice is followed by where the highlight is, also where it has not moved")
  func choice() {
    var stage = stage()
    _ = stage.takeSaid()
    stage.choose("tools")
    #expect(stage.takeSaid() == ["open, push button"])
    stage.choose("open")
    stage.act()
    stage.wait(3_000)
    #expect(stage.takeSaid().last == "group: tools")
    stage.choose("panel")
    stage.choose("call for help")
    #expect(stage.takeSaid() == ["call for help", "called for help. call for help"])
  }

  @Test("a message is said before the place, and one that goes says nothing")
  func messages() {
    var stage = stage()
    _ = stage.takeSaid()
    stage.tell(.question(Session.Question(id: 3, command: "restart")))
    #expect(stage.takeSaid() == ["really restart?. no"])
    stage.tell(.questionClosed(id: 3))
    #expect(stage.takeSaid() == ["group: tools"])
    stage.tell(.disconnected)
    #expect(stage.takeSaid() == ["Switchway is not running: waiting for it"])
    stage.connect(Session.Clock(style: .auto, state: .resting))
    #expect(stage.takeSaid() == ["group: tools"])
    stage.tell(.allowed(false))
    #expect(stage.takeSaid() == ["silence"])
  }

  @Test("the highlight stands until its name was said, then its interval begins")
  func stands() {
    var stage = stage(wait: 3_000)
    stage.tell(.spoken(number: stage.saying))
    _ = stage.take()
    stage.steps(1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 1 stands"])
    stage.wait(2_999)
    #expect(stage.take().isEmpty)
    stage.tell(.spoken(number: stage.saying - 1))
    #expect(stage.take().isEmpty, "other words")
    stage.tell(.spoken(number: stage.saying))
    #expect(stage.take() == ["scan 4 page \(stage.page) at 1"])
    stage.tell(.spoken(number: stage.saying))
    #expect(stage.take().isEmpty, "it goes on already")
  }

  @Test("a speech server that hangs delays a step by the person's limit, and no longer")
  func limit() {
    var stage = stage(wait: 3_000)
    _ = stage.take()
    stage.steps(1)
    _ = stage.take()
    stage.wait(2_999)
    #expect(stage.take().isEmpty)
    stage.wait(1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 1"])
    #expect(stage.session.nextDeadline == nil)
  }

  @Test(
    "nothing stands where steps do not wait, and where there is no clock",
    arguments: [(ClockStyle?.none, Int64(3_000)), (.auto, 0)])
  func doesNotStand(_ style: ClockStyle?, _ wait: Int64) {
    var stage = stage(style, wait: wait)
    stage.give("next")
    #expect(!stage.take().contains { $0.hasSuffix("stands") })
    #expect(!stage.takeSaid().isEmpty && stage.session.nextDeadline == nil)
  }

  @Test("the page of sound switches speech off and on, and changes its rate")
  func panel() {
    var stage = stage()
    stage.choose("panel")
    stage.choose("system")
    #expect(stage.shown == "[sound] faster slower pause rest end the scanner out")
    stage.choose("sound")
    #expect(stage.shown == "[silence] speak faster speak slower out")
    _ = (stage.take(), stage.takeSaid())
    stage.choose("speak slower")
    #expect(stage.take().first == "speak slower")
    #expect(stage.takeSaid() == ["speak slower"])
    stage.choose("silence")
    #expect(stage.takeSaid() == ["silence"] && stage.shown == "[speak] out")
    stage.steps(3)
    #expect(stage.takeSaid().isEmpty)
    stage.choose("speak")
    #expect(stage.takeSaid() == ["silence"])
    stage.choose("out")
    #expect(stage.shown.hasPrefix("[sound]") && stage.takeSaid() == ["sound"])
  }

  @Test("another voice is on the page of sound while it speaks and there are several; the new one names itself")
  func voices() {
    var stage = stage()
    stage.choose("panel")
    stage.choose("system")
    stage.choose("sound")
    stage.tell(.voices(areSeveral: true))
    #expect(stage.shown == "[silence] speak faster speak slower another voice out")
    stage.wait(1_000)
    _ = (stage.take(), stage.takeSaid())
    for name in ["Anna", "Bert"] {
      stage.choose("another voice")
      #expect(stage.take().first == "next voice")
      stage.tell(.voice(name))
      #expect(stage.takeSaid() == ["another voice", "voice: \(name)"] && stage.message == .voice(name))
      #expect(stage.shown == "silence speak faster speak slower [another voice] out")
      stage.wait(1_000)
    }
    stage.choose("another voice")
    stage.tell(.failed(.voiceRefused("Carl")))
    #expect(stage.takeSaid() == ["another voice", "cannot speak with Carl"])
    stage.wait(1_000)
    stage.choose("silence")
    #expect(stage.shown == "[speak] out" && stage.message == nil)
    stage.choose("speak")
    stage.tell(.voices(areSeveral: false))
    #expect(stage.shown == "[silence] speak faster speak slower out")
  }

  @Test("where nothing speaks, the page of the system has volume as before, and no sound")
  func absent() {
    var stage = Stage(.auto, hasVolume: true)
    stage.choose("panel")
    stage.choose("system")
    #expect(stage.shown == "[louder] quieter faster slower pause rest end the scanner out")
    #expect(stage.takeSaid().isEmpty)
  }

  @Test("letters are named, but not those of a password, nor behind a lock")
  func letters() {
    let password = item("secret_", role: .passwordText, states: .focused)
    for (pages, isSecret) in [(pages(item("name_")), false), (pages(password), true)] {
      var stage = stage(.auto, pages)
      stage.tell(.layout(.english))
      _ = stage.takeSaid()
      stage.choose(0)
      stage.act()
      stage.wait(2_000)
      var names: [String] = stage.takeSaid()
      stage.steps(8)
      names += stage.takeSaid()
      #expect(names.contains { $0.contains("q") || $0.contains(" e ") } == !isSecret, "\(names)")
      if isSecret { #expect(names.contains("keys")) }
      stage.choose(stage.light?.places.firstIndex { $0.label.contains("q") } ?? -1)
      stage.steps(8)
      let keys = stage.takeSaid()
      #expect(keys.contains { $0.count == 1 } == !isSecret, "\(keys)")
    }
    var stage = stage(.auto, plain, typesWhenLocked: true)
    stage.tell(.layout(.english))
    stage.keyboard = .locked
    stage.tell(.locked(true))
    stage.choose("keyboard")
    _ = stage.takeSaid()
    stage.steps(8)
    #expect(!stage.takeSaid().contains { $0.contains("group") || $0.count == 1 })
  }

  @Test(
    "what is said of a place",
    arguments: [
      (item("Save"), "Save, push button"), (item("", role: .pushButton), "push button"),
      (item("Bold", role: .checkBox, states: [.checkable, .checked]), "Bold, check box, checked"),
      (item("Bold", role: .checkBox, states: .checkable), "Bold, check box, not checked"),
      (item("🎉👩🏽‍💻"), "🎉👩🏽‍💻, push button"), (item("حفظ"), "حفظ, push button"),
      (item("Roll", role: .radioButton), "Roll, radio button, not checked"),
      (item("Roll", role: .radioButton, states: .checked), "Roll, radio button, checked"),
      (item("thing", role: .unknown), "thing"), (item("", role: .unknown), "unknown"),
      (group("tools", item("a")), "group: tools"),
      (group("", item("Save"), item("b"), item("Print")), "group: Save to Print"),
      (group("", item("Save")), "group: Save"),
      (.window(OpenWindow(id: 1, title: "Letter")), "Letter, window"),
      (.window(OpenWindow(id: 1, title: "")), "window"),
      (.program(InstalledProgram(id: "a", name: "Editor", words: ["a"])), "Editor, program"), (.out, "out"),
      (.key(.text(" ")), "space"), (.key(.word("hello")), "hello"), (.key(.chord("enter")), "enter"),
    ])
  func places(_ place: Place, _ words: String) {
    #expect(PanelWords.english.utterance(of: Session.Spoken(place: place)) == .text(words))
  }

  @Test("a letter is a character, a name has any size; in German all is German")
  func languages() {
    let letter = Session.Spoken(place: .key(.text("ä")))
    #expect(PanelWords.english.utterance(of: letter) == .character("ä"))
    let long = String(repeating: "é", count: 1 << 19)
    let isWhole = PanelWords.english.utterance(of: Session.Spoken(place: item(long))) == .text("\(long), push button")
    #expect(isWhole)
    // A speech server takes one character, of any script.
    for (key, utterance) in [("я", Utterance.character("я")), ("👩🏽‍💻", .text("👩🏽‍💻"))] {
      #expect(PanelWords.english.utterance(of: Session.Spoken(place: .key(.text(key)))) == utterance)
    }
    let spoken = Session.Spoken(message: .helpCalled, place: group("", item("Öffnen"), item("x"), item("Drucken")))
    #expect(
      PanelWords(language: "de").utterance(of: spoken) == .text("Hilfe wurde gerufen. Gruppe: Öffnen bis Drucken"))
  }
}
