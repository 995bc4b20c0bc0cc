import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Decisions about commands")
struct CommandGateTests {
  /// Plays presses and clients' commands, and returns the decisions as text. `100 restart` is a press of `restart` at
  /// 100 ms; `200 @menu` a client's command; `300 menu begin` and `400 menu end` phases; `500 menu #2` a repeat; `100
  /// menu <50` a press that began at 50. `600 !` and `700 .` begin and end an `inhibit`; `600 P` and `700 R` a panic;
  /// `600 L` and `700 U` lock and unlock the screen, where `menu` and `move(left)` still work. `800 =1 yes` and `=1 no`
  /// answer question 1; `900 ~` changes the profile.
  static func play(_ words: [String], policy: PolicySettings.Confirmation = .destructive) throws -> [String] {
    let whenLocked = [CommandSelector(name: "menu"), CommandSelector(name: "move", arguments: ["left"])]
    var gate = CommandGate(policy: policy, whenLocked: whenLocked)
    var told: [String] = []
    for word in words {
      var effects: [Effect] = []
      var due: Command?
      let parts = word.split(separator: " ").map(String.init)
      let time = Instant(Int64(parts[0]) ?? 0)
      var command: Command?
      switch parts[1].first {
      case "!", ".": gate.setInhibited(parts[1] == "!", at: time)
      case "L", "U": gate.setLocked(parts[1] == "L", at: time)
      case "P", "R": gate.setPanicked(parts[1] == "P", at: time)
      case "~": gate.use(PolicySettings(confirmation: policy, whenLocked: whenLocked), at: time, into: &effects)
      case "=":
        do throws(RejectionReason) {
          due = try gate.answer(Int(parts[1].dropFirst()) ?? 0, confirm: parts[2] == "yes", at: time, into: &effects)
        } catch {
          told.append("no such \(error.rawValue)")
        }
      case "@":
        command = Command(
          try CommandVocabulary.parse(String(parts[1].dropFirst())), from: ClientName(), at: time)
      default:
        var made = Command(
          try CommandVocabulary.parse(parts[1]), by: .press(Command.Press(.single(0), device: 0, .tap)),
          pressed: time - Microseconds(5), accepted: time)
        if let edge = parts.first(where: { $0.hasPrefix("<") }) {
          made.edge = Instant(Int64(edge.dropFirst()) ?? 0)
        }
        if parts.last == "begin" || parts.last == "end" {
          made.source = .press(Command.Press(.single(0), device: 0, .press))
          made.phase = parts.last == "begin" ? .begin : .end
        }
        if parts.last == "#2" { made.count = 2 }
        command = made
      }
      if let command {
        do throws(RejectionReason) {
          due = try gate.handle(command, into: &effects)
        } catch {
          told.append("\(command.accepted.microseconds) \(command.word.text) \(error.rawValue)")
          #expect(effects.isEmpty, "a refused command has no other effect")
        }
      }
      // `performed` is for the record of presses only.
      told +=
        effects.filter { if case .performed = $0 { false } else { true } }.map(text) + (due.map { [text($0)] } ?? [])
    }
    return told
  }

  /// What is carried out.
  private static func text(_ command: Command) -> String {
    let time = command.accepted.microseconds
    return switch command.word.name {
    case "pass-through": "\(time) passes \(command.word.arguments.first ?? "or not")"
    case "gesture-mode": "\(time) turns \(command.word.text)"
    case "key": "\(time) types \(command.word.text)"
    default: "\(time) \(command.word.text) of \(command.pressed.microseconds)"
    }
  }

  private static func text(_ effect: Effect) -> String {
    switch effect {
    case .asked(let question): "asks \(question.id) \(question.command.word.text)"
    case .answered(let question, let answer, let time): "\(time.microseconds) \(question.id) \(answer.rawValue)"
    case .mode(.rest, let isOn, let time): "\(time.microseconds) rest \(isOn)"
    case .attention(let command): "attention \(command.pressed.microseconds)"
    case .wantsProfile(let name, let time): "\(time.microseconds) profile \(name)"
    default: "\(effect)"
    }
  }

  static let rows: [(words: [String], told: [String])] = [
    (["100 select", "200 menu"], ["100 select of 95", "200 menu of 195"]),
    // A destructive command needs more than one press. After the confirmation it keeps its own press.
    (["100 restart", "900000 confirm"], ["asks 1 restart", "900000 1 confirm", "900000 restart of 95"]),
    (["100 delete", "200 reject", "300 confirm"], ["asks 1 delete", "200 1 reject", "300 confirm question"]),
    (["100 sos", "200 menu"], ["asks 1 sos", "200 1 dropped", "200 menu of 195"]),
    // Yes and No can be scanned.
    (["100 sos", "200 select", "300 next"], ["asks 1 sos", "200 select of 195", "300 next of 295"]),
    // The same command asks again.
    (
      ["100 power", "200 power", "300 confirm"],
      [
        "asks 1 power", "200 1 dropped", "asks 2 power", "300 2 confirm", "300 power of 195",
      ]
    ),
    // The daemon's own commands and attention leave a question open.
    (
      ["100 restart", "200 attention", "300 profile(next)", "400 rest(off)", "500 confirm"],
      [
        "asks 1 restart", "attention 195", "300 profile next", "400 rest false", "500 1 confirm", "500 restart of 95",
      ]
    ),
    (["100 restart", "200 ~", "300 confirm"], ["asks 1 restart", "200 1 dropped", "300 confirm question"]),
    (["100 restart", "200 =1 yes"], ["asks 1 restart", "200 1 confirm", "200 restart of 95"]),
    (["100 restart", "200 =1 no", "300 =1 yes"], ["asks 1 restart", "200 1 reject", "no such question"]),
    (
      ["100 restart", "200 =2 yes", "300 confirm"],
      [
        "asks 1 restart", "no such question", "300 1 confirm", "300 restart of 95",
      ]
    ),
    // Repeats of the command in question are not presses.
    (["100 delete", "200 delete #2", "300 confirm"], ["asks 1 delete", "300 1 confirm", "300 delete of 95"]),
    // Commands of clients ask as those of switches do.
    (["100 @restart", "200 confirm"], ["asks 1 restart", "200 1 confirm", "200 restart of 100"]),
    // Rest refuses everything but rest and attention.
    (
      ["100 rest", "200 select", "300 attention", "400 restart", "500 profile(next)", "600 rest", "700 select"],
      [
        "100 rest true", "200 select rest", "attention 295", "400 restart rest", "500 profile(next) rest",
        "600 rest false", "700 select of 695",
      ]
    ),
    // A press that requests a mode reports it, whether or not it changed.
    (
      ["100 rest(off)", "200 rest(on)", "300 rest(on)", "400 rest(toggle)"],
      [
        "100 rest false", "200 rest true", "300 rest true", "400 rest false",
      ]
    ),
    // While the screen is locked, only the profile's commands with their arguments work, not even attention.
    (
      [
        "100 L", "200 select", "300 menu", "400 attention", "500 move(right)", "600 move(left)", "700 rest(on)",
        "800 @select", "900 U", "1000 select",
      ],
      [
        "200 select inactive", "300 menu of 295", "400 attention inactive", "500 move(right) inactive",
        "600 move(left) of 595", "700 rest(on) inactive", "800 select inactive", "1000 select of 995",
      ]
    ),
    // A phase begun before the lock ends; a question stays open and cannot be answered on the lock screen.
    (["100 select begin", "200 L", "300 select end"], ["100 select of 95", "300 select of 295"]),
    (
      ["100 restart", "200 L", "300 confirm", "400 U", "500 confirm"],
      ["asks 1 restart", "300 confirm inactive", "500 1 confirm", "500 restart of 95"]
    ),
    // A phase that began ends; one that was refused does not.
    (["100 menu begin", "200 rest(on)", "300 menu end"], ["100 menu of 95", "200 rest true", "300 menu of 295"]),
    (
      ["100 rest(on)", "200 menu begin", "300 rest(off)", "400 menu end"],
      [
        "100 rest true", "200 menu rest", "300 rest false",
      ]
    ),
    (["100 rest(on)", "200 next #2"], ["100 rest true"]),
    // Pass-through leaves a question open; gesture mode and typed keys are commands like others.
    (
      ["100 restart", "200 pass-through(on)", "300 pass-through", "400 gesture-mode", "500 key(a)"],
      [
        "asks 1 restart", "200 passes on", "300 passes or not", "400 1 dropped", "400 turns gesture-mode",
        "500 types key(a)",
      ]
    ),
    // A held chord is released, unless it was refused.
    (
      ["100 key(a) begin", "200 rest(on)", "300 key(a) end"], ["100 types key(a)", "200 rest true", "300 types key(a)"]
    ),
    (["100 rest(on)", "200 key(a) begin", "300 key(a) end"], ["100 rest true", "200 key(a) rest"]),
    // A client inhibits presses.
    (
      ["100 !", "200 select", "300 rest(on)", "400 attention", "500 .", "600 select"],
      [
        "200 select inhibited", "300 rest(on) inhibited", "attention 395", "600 select of 595",
      ]
    ),
    // A press during `inhibit` does nothing, however late it is decided. A press before or after it works.
    (["100 !", "200 .", "300 menu <100"], ["300 menu of 295"]),
    (["100 !", "200 .", "300 menu <101"], ["300 menu inhibited"]),
    (["100 !", "200 .", "300 menu <200", "400 menu <200 #2"], ["300 menu inhibited"]),
    (["100 !", "200 .", "300 menu <201"], ["300 menu of 295"]),
    (["100 !", "200 .", "300 attention <150"], ["attention 295"]),
    (["100 !", "200 .", "300 @menu"], ["300 menu of 300"]),
    (["100 L", "200 U", "300 select <150", "400 menu <150"], ["300 select inactive", "400 menu of 395"]),
    (["100 P", "200 R", "300 select <150", "400 attention <150"], ["300 select panic", "400 attention panic"]),
    (
      ["100 rest(on)", "200 rest(off)", "300 select <150", "400 rest(on) <150", "500 rest(off)", "600 select <150"],
      [
        "100 rest true", "200 rest false", "300 select rest", "400 rest true", "500 rest false", "600 select of 595",
      ]
    ),
  ]

  @Test("each case", arguments: rows)
  func row(words: [String], told: [String]) throws {
    #expect(try Self.play(words) == told)
  }

  @Test("the profile decides which commands need a confirmation")
  func policies() throws {
    #expect(try Self.play(["100 restart"], policy: .never) == ["100 restart of 95"])
    let some = PolicySettings.Confirmation.only([
      CommandSelector(name: "lock"), CommandSelector(name: "scroll", arguments: ["down"]),
      CommandSelector(name: "profile"),
    ])
    #expect(
      try Self.play(["100 restart", "200 lock", "300 scroll(up)", "400 scroll(down)"], policy: some) == [
        "100 restart of 95", "asks 1 lock", "300 1 dropped", "300 scroll(up) of 295", "asks 2 scroll(down)",
      ])
    #expect(
      try Self.play(["100 profile(night)", "200 confirm"], policy: some) == [
        "asks 1 profile(night)", "200 1 confirm", "200 profile night",
      ])
    #expect(
      try Self.play(["100 lock begin", "200 confirm", "300 lock end"], policy: some) == [
        "asks 1 lock", "200 1 confirm", "200 lock of 95",
      ])
  }
}
