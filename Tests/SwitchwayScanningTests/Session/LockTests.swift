import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// Nothing is done, and no name is shown, unless it is known after the press that the screen is not locked.
@Suite struct LockTests {
  @Test(
    "a choice that comes while a change waits for the keyboard is refused, and answered when that is known",
    arguments: ["increment", "scroll"])
  func choiceWhileLooking(_ change: String) {
    var stage = Stage(.auto, pages(item("volume="), item("a")))
    stage.isKeyboardUntold = true
    stage.give(change, "down", item: 0)
    stage.choose(1)
    #expect(stage.take() == [])
    stage.tell(.looked(attempt: stage.look, .window(windowID(1))))
    #expect(stage.take().contains("scan 3 page \(stage.page) at 0"))
    stage.give(change, "down", item: 0)
    stage.choose(1)
    stage.wait(3_000)
    #expect(stage.take().contains("scan 3 page \(stage.page) at 0"), "nobody says who has the keyboard")
  }

  private static let windows: [OpenWindow] = [OpenWindow(id: 1, title: "Bank"), OpenWindow(id: 2, title: "Letter")]
  private static let programs = [InstalledProgram(id: "mail", name: "Mail", words: ["mail"])]

  /// With everything that the bar can have.
  private func stage(_ style: ClockStyle? = .auto, typesWhenLocked: Bool = false) -> Stage {
    var stage = Stage(style, hasVolume: true, typesWhenLocked: typesWhenLocked)
    stage.tell(.layout(.english))
    stage.tell(.windows(Self.windows))
    stage.tell(.programs(Self.programs))
    stage.wait(1_000)
    _ = stage.take()
    return stage
  }

  @Test("a choice waits for an answer that was asked for after the press")
  func waits() {
    var stage = stage()
    stage.isKeyboardUntold = true
    // This one is answered, but was asked for before.
    stage.choose("help")
    let before = stage.look
    stage.tell(.looked(attempt: before, .window(windowID(1))))
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: false))
    stage.tell(.window(Session.Window(id: windowID(1), program: "editor", pages: plain)))
    _ = stage.take()
    stage.choose("help")
    stage.tell(.looked(attempt: before, .window(windowID(1))))
    #expect(stage.take().isEmpty)
    stage.tell(.looked(attempt: stage.look, .window(windowID(1))))
    #expect(stage.take() == ["check help"])
  }

  @Test(
    "between the check and the act it is asked once more, and another window gets nothing",
    arguments: [Session.Keyboard.locked, .other, .window(windowID(2)), .window(nil)])
  func act(_ keyboard: Session.Keyboard) {
    var stage = stage()
    stage.choose("help")
    stage.keyboard = keyboard
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    let expected = keyboard == .locked ? ["check help"] : ["check help", "read 1"]
    #expect(stage.take().filter { !$0.hasPrefix("scan") } == expected)
    #expect(stage.light?.look == .rejected)
  }

  @Test(
    "behind a lock nothing is chosen, and the answer to the press is the page of the lock",
    arguments: [
      ["tools"], ["help"], ["panel"], ["panel", "back"], ["panel", "windows"], ["panel", "windows", "Bank"],
      ["panel", "programs"], ["panel", "programs", "Mail"], ["panel", "system"], ["panel", "system", "louder"],
      ["panel", "system", "end the scanner"], ["panel", "keyboard"], ["panel", "keyboard", "space\nshift …"],
      ["panel", "scroll"], ["panel", "scroll", "down"], ["tools", "open"], ["tools", "volume="], ["tools", "out"],
    ])
  func choices(_ labels: [String]) {
    var stage = stage()
    for label in labels.dropLast() {
      stage.choose(label)
      stage.wait(1_000)
    }
    _ = stage.take()
    #expect(stage.light?.places.contains { $0.label == labels.last || stage.shown.contains(labels.last ?? "") } == true)
    stage.keyboard = .locked
    stage.choose(labels.last ?? "")
    #expect(stage.take() == ["scan 1 page \(stage.page) at 0"])
    #expect(stage.shown == "[call for help]")
    #expect(stage.light?.look == .rejected)
    #expect(stage.message == .locked)
  }

  @Test(
    "no command does anything behind a lock that is known, and the highlight moves",
    arguments: [
      "leave", "back", "actions", "context-menu", "long-press", "increment", "decrement", "scroll", "menu", "apps",
    ])
  func commands(_ name: String) {
    var stage = stage(.step, typesWhenLocked: true)
    stage.keyboard = .locked
    stage.tell(.locked(true))
    stage.wait(1_000)
    _ = stage.take()
    stage.give(name, "down")
    #expect(stage.light?.look == .rejected)
    #expect(stage.take().allSatisfy { $0.hasPrefix("scan ") })
    let lit = stage.light?.lit
    stage.give("next")
    #expect(stage.light?.lit != lit)
    #expect(stage.light?.places == [.help, .own(.keyboard)])
  }

  @Test("help is called without waiting for anybody, before the lock is seen and behind it", arguments: [true, false])
  func help(_ isLocked: Bool) {
    var stage = stage()
    stage.choose("panel")
    stage.keyboard = isLocked ? .locked : nil
    stage.tell(.locked(isLocked))
    stage.wait(1_000)
    _ = stage.take()
    stage.isKeyboardUntold = true
    stage.choose("call for help")
    #expect(stage.take().first == "send attention()")
    #expect(stage.message == .helpCalled)
  }

  @Test(
    "a lock takes away everything that has a name, at once",
    arguments: [
      ["tools"], ["panel", "windows"], ["panel", "programs"], ["panel", "keyboard"], ["tools", "volume="],
    ])
  func names(_ labels: [String]) {
    var stage = stage()
    for label in labels {
      stage.choose(label)
      stage.wait(1_000)
    }
    stage.tell(.locked(true))
    #expect(stage.light?.places == [.help])
    #expect(stage.light?.window == nil)
    // Windows come and go behind it, and one of them does not answer.
    for pages in [plain, nil] {
      stage.show(pages, id: 2, kind: .dialog)
      stage.tell(.windows(Self.windows))
      stage.tell(.failed(.notStarted("Mail")))
      stage.tell(.question(Session.Question(id: 1, command: "restart")))
      stage.wait(2_000)
      #expect(stage.light?.places == [.help])
      #expect(stage.message == .locked)
    }
  }

  @Test("what has begun is not finished behind the lock")
  func halfway() {
    for begun in [checked(), acted(), typed()] {
      var stage = begun
      let attempt = stage.attempt
      stage.keyboard = .locked
      stage.tell(.locked(true))
      _ = stage.take()
      stage.tell(.checked(attempt: attempt, isUnchanged: true))
      stage.tell(.acted(attempt: attempt, .focused))
      stage.wait(10_000)
      #expect(stage.take().isEmpty)
      #expect(stage.light?.places == [.help])
    }
  }

  private func checked() -> Stage {
    var stage = stage()
    stage.choose("help")
    return stage
  }

  private func acted() -> Stage {
    var stage = checked()
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    return stage
  }

  private func typed() -> Stage {
    var stage = stage()
    stage.choose("panel")
    stage.wait(1_000)
    stage.choose("back")
    return stage
  }

  @Test("the keyboard is open in one of its groups when another window comes: the page of the lock is there again")
  func keyboardGroup() {
    var stage = stage(typesWhenLocked: true)
    stage.keyboard = .locked
    stage.tell(.locked(true))
    stage.wait(1_000)
    stage.choose(1)
    stage.wait(1_000)
    stage.choose(0)
    #expect(!stage.session.panel.path.isEmpty)
    stage.show(plain, id: 2)
    stage.wait(1_000)
    stage.choose(0)
    stage.tell(.acted(attempt: stage.attempt, .typingRefused("policy")))
    stage.connect(Session.Clock(style: .auto, state: .resting))
    stage.wait(1_000)
    #expect(stage.light?.places == [.help, .own(.keyboard)] || stage.light?.isOfKeyboard == true)
  }

  @Test("after unlocking the window is there, and the first press works")
  func unlocked() {
    var stage = stage()
    stage.tell(.locked(true))
    stage.wait(5_000)
    _ = stage.take()
    stage.tell(.locked(false))
    #expect(stage.shown == "[tools] text help panel")
    #expect(stage.take() == ["read 1", "scan 4 page \(stage.page) at 0"])
    stage.wait(400)
    stage.choose("help")
    #expect(stage.take() == ["check help"])
  }

  @Test("a slow program tells of its items when it is known that the screen is not locked: they are shown")
  func slow() {
    var stage = Stage()
    stage.answer = .unsupported
    stage.tell(.locked(true))
    stage.connect(nil)
    stage.show(pages())
    stage.tell(.locked(false))
    #expect(stage.shown == "[call for help] back system")
    stage.show(plain)
    #expect(stage.shown == "[tools] text help panel")
  }

  @Test("another window that came behind the lock is shown after unlocking")
  func other() {
    var stage = stage()
    stage.tell(.locked(true))
    stage.show(pages(item("new")), id: 2)
    stage.tell(.locked(false))
    #expect(stage.shown == "[new] panel")
  }

  @Test("a scanner that starts behind the lock shows nothing of the window")
  func start() {
    var stage = Stage()
    stage.tell(.locked(true))
    stage.tell(.window(Session.Window(id: windowID(1), program: "editor", pages: plain)))
    stage.connect(Session.Clock(style: .auto, state: .resting))
    #expect(stage.shown == "[call for help]")
    stage.tell(.disconnected)
    stage.connect(Session.Clock(style: .auto, state: .resting))
    #expect(stage.shown == "[call for help]")
  }

  @Test("the password is typed only where the settings say so, without words, and only while it is locked")
  func password() {
    var stage = stage(typesWhenLocked: true)
    stage.keyboard = .locked
    stage.tell(.locked(true))
    stage.wait(1_000)
    stage.choose("keyboard")
    stage.wait(1_000)
    for label in ["a b c d e f g", "a"] where stage.light?.places.contains(where: { $0.label == label }) == true {
      stage.choose(label)
    }
    #expect(stage.session.panel.writing.isPassword)
    _ = stage.take()
    // Unlocked meanwhile, and nobody has told: the next letter would go to a window.
    stage.keyboard = nil
    stage.choose(0)
    #expect(stage.take().allSatisfy { !$0.hasPrefix("type") && !$0.hasPrefix("key") })
    #expect(stage.shown == "[tools] text help panel")
    #expect(stage.light?.look == .rejected)
  }

  @Test("a compositor that does not answer gets a press refused, after 3 s, and the next one is asked anew")
  func silent() {
    var stage = stage()
    stage.isKeyboardUntold = true
    stage.choose("help")
    stage.wait(2_999)
    #expect(stage.take().isEmpty)
    stage.choose("tools")
    #expect(stage.light?.look == .rejected, "one choice at a time")
    stage.wait(1)
    #expect(stage.take() == ["scan 4 page \(stage.page) at 0"])
    #expect(stage.light?.look == .rejected)
    stage.isKeyboardUntold = false
    stage.wait(1_000)
    stage.choose("help")
    #expect(stage.take() == ["check help"])
  }

  @Test(
    "a value is not changed behind a lock, nor for another window",
    arguments: [
      Session.Keyboard.locked, .other, .window(windowID(2)),
    ])
  func value(_ keyboard: Session.Keyboard) {
    var stage = Stage(.step, pages(item("volume="), item("b")))
    stage.keyboard = keyboard
    stage.give("next", item: 0)
    stage.wait(1_000)
    _ = stage.take()
    stage.give("increment")
    stage.tell(.checked(attempt: stage.attempt, isUnchanged: true))
    #expect(!stage.take().contains { $0.hasPrefix("change") })
    #expect(stage.light?.look == .rejected)
  }
}
