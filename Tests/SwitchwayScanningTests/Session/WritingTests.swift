import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Writing with the panel's keyboard.
@Suite struct WritingTests {
  private static let words = WordModel(Array("\\1-grams:\n500 tea\n60 teach\n70 team\n800 the\n".utf8))

  /// With the keyboard open.
  private static func stage(
    _ layout: KeyboardLayout? = .english, after: Session.After = .top, words: WordModel = words
  ) -> Stage {
    var stage = Stage(.auto, after: after, words: words)
    stage.tell(.layout(layout))
    stage.choose("panel")
    if layout != nil { stage.choose("keyboard") }
    _ = stage.take()
    return stage
  }

  @Test("the bar has the keyboard only where keys can be typed")
  func offered() {
    var stage = Self.stage(nil)
    #expect(stage.shown == "[call for help] back system out")
    stage.tell(.layout(.english))
    #expect(stage.shown == "[call for help] keyboard scroll back system out")
    stage.wait(400)
    stage.choose("keyboard")
    #expect(stage.shown.hasPrefix("[space") && stage.light?.window == nil)
    stage.tell(.layout(nil))
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("each key is one request, and the keyboard stays open")
  func types() {
    var stage = Self.stage()
    stage.write("tea ")
    #expect(stage.typed == ["t", "e", "a", " "])
    stage.choose("space\nshift …")
    for chord in ["backspace", "backspace", "delete word"] {
      stage.choose(chord)
      stage.isTyped()
      #expect(stage.shown.contains("[\(chord)]"), "keys that are repeated stay")
    }
    stage.choose("enter")
    stage.isTyped()
    #expect(stage.typed.suffix(4) == ["key backspace", "key backspace", "key ctrl+backspace", "key enter"])
    #expect(stage.shown.hasPrefix("[space"))
    stage.steps(40)
    #expect(stage.shown.contains("out") && !stage.shown.contains("panel"), "no round leads out")
  }

  @Test("a press while a key is being typed does nothing, and no key is typed twice")
  func waits() {
    var stage = Self.stage()
    stage.choose(1)
    stage.choose("t")
    for _ in 0..<5 { stage.choose("t") }
    #expect(stage.typed == ["t"] && stage.light?.look == .rejected)
    stage.isTyped()
    #expect(stage.shown.hasPrefix("[space"))
    stage.isTyped()
    stage.wait(10_000)
    #expect(stage.typed == ["t"])
  }

  @Test("shift is for one letter, held for all, and released")
  func shift() {
    var stage = Self.stage()
    func shifts(_ name: String) {
      stage.choose("space\nshift …")
      stage.choose(name)
    }
    shifts("shift")
    stage.write("Te")
    shifts("shift")
    shifts("hold shift")
    stage.write("EA")
    shifts("release shift")
    stage.write("a")
    #expect(stage.typed == ["T", "e", "E", "A", "a"])
  }

  @Test("a completion is what is left of the word and a space, in one request")
  func completes() {
    var stage = Self.stage()
    stage.write("te")
    #expect(stage.light?.places[1].label == "tea team teach")
    stage.choose(1)
    stage.choose("teach")
    stage.isTyped()
    #expect(stage.typed == ["t", "e", "ach "])
    #expect(stage.light?.places.count == 7, "the word is over")
    stage.write("te")
    stage.choose("space\nshift …")
    stage.choose("backspace")
    stage.isTyped()
    stage.choose("out")
    #expect(stage.light?.places[1].label == "the tea\nteam teach", "backspace takes a letter back")
    stage.choose("space\nshift …")
    stage.choose("arrows")
    stage.choose("left")
    stage.isTyped()
    stage.choose("out")
    stage.choose("out")
    #expect(stage.light?.places.count == 7, "an arrow is somewhere else in the text")
  }

  @Test("a refused key says why once, and is typed once")
  func refused() {
    var stage = Self.stage()
    stage.write("t")
    stage.choose(2)
    stage.choose("e")
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("busy")))
    #expect(stage.message == .typingRefused("busy") && stage.light?.look == .rejected)
    #expect(stage.shown == "q w [e] r t out" && stage.typed == ["t", "e"])
    stage.wait(5_000)
    stage.choose("out")
    #expect(stage.message == nil && stage.typed == ["t", "e"])
    #expect(stage.light?.places.count == 7, "nothing is completed")
  }

  @Test("a key that is answered late or never is given up after 3 s, and never repeated")
  func late() {
    var stage = Self.stage()
    stage.choose(1)
    stage.choose("t")
    let attempt = stage.attempt
    stage.wait(2_999)
    stage.choose(0)
    #expect(stage.shown.hasPrefix("q w e r [t]"))
    stage.wait(2)
    #expect(stage.shown.hasPrefix("q w e r [t]") && stage.light?.look == .rejected)
    stage.tell(.acted(attempt: attempt, .done))
    stage.choose("out")
    #expect(stage.typed == ["t"] && stage.light?.places.count == 7)
  }

  @Test(
    "the daemon gone in the middle of a word: the keyboard is there again, and nothing is typed twice",
    arguments: [(group: 2, key: "q", typed: "q"), (group: 1, key: "team", typed: "am ")])
  func daemonGone(group: Int, key: String, typed: String) {
    var stage = Self.stage()
    stage.write("te")
    stage.choose(group)
    stage.choose(key)
    stage.tell(.disconnected)
    #expect(stage.shown == "nothing" && stage.message == .daemonGone)
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("closed")))
    stage.connect(Session.Clock(style: .auto, state: .resting))
    stage.tell(.layout(.english))
    stage.wait(1_000)
    #expect(stage.typed == ["t", "e", typed] && stage.shown.hasPrefix("[space"), "\(stage.typed) \(stage.shown)")
    #expect(stage.light?.places.count == 7)
    stage.tell(.acted(attempt: stage.attempt, .done))
    stage.write("t")
    #expect(stage.typed == ["t", "e", typed, "t"], "the next word begins anew")
    #expect(stage.light?.places[1].label == "the tea\nteam teach")
  }

  @Test("another layout in the middle of a word is shown at once, and nothing is completed")
  func layoutChanges() {
    var stage = Self.stage()
    stage.write("te")
    stage.choose(2)
    stage.tell(.layout(.german))
    #expect(stage.shown.hasPrefix("[space") && stage.light?.places[1].label == "q w e\nr t z")
    #expect(stage.light?.places.count == 7)
    stage.tell(.layout(.german))
    stage.tell(.press(switch: "main", isDown: true))
    stage.tell(.layout(.english))
    #expect(stage.light?.places[1].label == "q w e\nr t z", "no page is made anew while a switch is down")
    stage.tell(.press(switch: "main", isDown: false))
    stage.wait(100)
    #expect(stage.light?.places[1].label == "q w e\nr t")
  }

  @Test("a layout without a letter completes no word that has it, whether the model or the person has the word")
  func layoutLacksLetter() {
    var stage = Self.stage(.german, words: WordModel(Array("\\1-grams:\n9 für\n5 furt\n".utf8)))
    for _ in 0..<2 { stage.write("füße ") }
    stage.write("f")
    #expect(stage.light?.places[1].label == "füße für furt")
    stage.tell(.layout(.english))
    stage.wait(400)
    stage.write("f")
    #expect(stage.light?.places[1].label == "furt")
    stage.write("u")
    stage.choose(1)
    stage.choose("furt")
    #expect(stage.typed.suffix(3) == ["f", "u", "rt "])
  }

  @Test("a letter that the layout loses while it is lit is asked for once, and nothing else is typed in its place")
  func layoutLosesLetter() {
    var stage = Self.stage(.german)
    stage.choose(2)
    stage.tell(.press(switch: "main", isDown: true))
    stage.tell(.layout(.english))
    #expect(stage.shown == "[u] i o p ü ß out", "no page is made anew while a switch is down")
    stage.choose("ü")
    let reason = "text: the keyboard layout us has no keys for it"
    stage.tell(.acted(attempt: stage.attempt, .typingRefused(reason)))
    stage.tell(.press(switch: "main", isDown: false))
    stage.wait(5_000)
    #expect(stage.typed == ["ü"] && stage.message == .typingRefused(reason))
    #expect(stage.light?.places.prefix(2).map(\.label) == ["space\nshift …", "q w e\nr t"])
  }

  // MARK: The window

  @Test("a text that is chosen opens the keyboard, and out leads back", arguments: [Session.After.top, .group])
  func text(_ after: Session.After) {
    var stage = Stage(.auto, after: after, words: Self.words)
    stage.tell(.layout(.english))
    stage.chooseText()
    #expect(stage.shown.hasPrefix("[space"))
    stage.write("t")
    stage.choose("out")
    #expect(stage.shown == (after == .top ? "[tools] text help panel" : "[bold] name_ out"))
  }

  @Test("the window is read again after a key, so what can be used only now is there when the keyboard is left")
  func readsWindow() {
    var stage = Self.stage()
    for letter in "te" { stage.write(String(letter)) }
    #expect(!stage.take().contains { $0.hasPrefix("read") }, "it waits until the program has done its part")
    stage.wait(500)
    #expect(stage.take().filter { $0.hasPrefix("read") }.count == 1)
    stage.show(pages(item("save")))
    #expect(stage.light?.places[1].label == "tea team teach")
    stage.choose("out")
    stage.choose("out")
    #expect(stage.shown == "save [panel]")
  }

  @Test("where no key can be typed a text only gets the focus")
  func textAlone() {
    var stage = Stage(.auto)
    stage.chooseText()
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("a password is neither completed nor learned, whether it was chosen or only has the focus")
  func password() {
    for isChosen in [true, false] {
      let field = item("secret_", role: .passwordText, states: isChosen ? [] : .focused)
      var stage = Stage(.auto, pages(field), words: Self.words)
      stage.tell(.layout(.english))
      if isChosen {
        stage.choose(0)
        stage.act()
        stage.wait(300)
        stage.show(pages(field))
      } else {
        stage.choose("panel")
        stage.choose("keyboard")
      }
      for _ in 0..<3 { stage.write("zebra ") }
      stage.write("te")
      #expect(stage.light?.places.count == 7)
      stage.choose("out")
      stage.show(pages(item("ok")), id: 2)
      stage.wait(2_000)
      if stage.shown.hasSuffix("panel") { stage.choose("panel") }
      stage.choose("keyboard")
      stage.write("zeb")
      #expect(stage.light?.places.count == 7)
    }
  }

  @Test("a word goes on while the window is read in parts, and begins anew in another field")
  func parts() {
    var stage = Stage(.auto, pages(item("ok"), item("a_", states: .focused), item("b_")), words: Self.words)
    stage.tell(.layout(.english))
    stage.choose("panel")
    stage.choose("keyboard")
    stage.write("te")
    stage.show(pages(item("ok")))
    stage.show(pages(item("ok"), item("a_", states: .focused), item("b_")))
    stage.write("a")
    #expect(stage.light?.places[1].label == "team teach")
    stage.show(pages(item("ok"), item("a_"), item("b_", states: .focused)))
    stage.write("m")
    #expect(stage.light?.places.count == 7, "no word begins with m")
  }

  @Test("a dialog leaves the keyboard open, a word begins anew there, and out shows it")
  func dialog() {
    var stage = Self.stage()
    stage.write("te")
    stage.show(pages(item("ok")), id: 2, kind: .dialog)
    #expect(stage.shown.hasPrefix("[space"))
    stage.wait(400)
    stage.write("a")
    #expect(stage.light?.places.count == 7 && stage.typed == ["t", "e", "a"])
    stage.choose("out")
    #expect(stage.shown == "[ok] panel")
  }

  @Test("out of the keyboard leads to the call for help, and menu leads there from any of its pages")
  func out() {
    var stage = Self.stage()
    stage.choose("out")
    #expect(stage.shown == "[call for help] keyboard scroll back system out")
    stage.choose("keyboard")
    stage.choose(0)
    stage.choose(3)
    for _ in 0..<2 { stage.give("back", item: 0) }
    #expect(stage.shown.hasPrefix("[space"))
    stage.choose(0)
    stage.give("menu", item: 0)
    #expect(stage.shown == "[call for help] keyboard scroll back system out")
  }
}

extension Stage {
  /// What was typed so far: texts, and chords after `key`.
  fileprivate var typed: [String] {
    log.compactMap { $0.hasPrefix("type ") ? String($0.dropFirst(5)) : $0.hasPrefix("key ") ? $0 : nil }
  }

  /// The daemon has typed it.
  mutating func isTyped() { tell(.acted(attempt: attempt, .done)) }

  /// Chooses the group and the key of each character, from the first page.
  mutating func write(_ text: String) {
    for character in text {
      let group = light?.places.firstIndex {
        guard case .group(let group) = $0 else { return false }
        return group.places.contains(.key(.text(String(character))))
      }
      choose(group ?? -1)
      choose(light?.places.firstIndex(of: .key(.text(String(character)))) ?? -1)
      isTyped()
    }
  }

  /// The field of `plain`.
  fileprivate mutating func chooseText() {
    choose("text")
    choose("name_")
    act()
    wait(300)
    show(plain)
  }
}
