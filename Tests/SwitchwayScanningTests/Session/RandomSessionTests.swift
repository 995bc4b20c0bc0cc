import SwitchwayClock
import Testing

@testable import SwitchwayScanning

/// A small generator, so that a seed gives the same run everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// What holds whatever comes in whatever order.
@Suite struct RandomSessionTests {
  #if SANITIZED
    private static let seeds = 0..<20
  #else
    private static let seeds = 0..<400
  #endif

  /// Plays random inputs to a session, and checks each effect.
  private struct Run {
    var random: SeededGenerator
    var session: Session
    var now: Int64 = 0
    var isConnected = false
    var isAllowed = false
    var down: Set<String> = []
    var page = 0
    var items = 1
    /// Choices of the page that no `scan` has answered yet.
    var owed = 0
    var checks: Set<Int> = []
    var unchanged: Set<Int> = []
    var acts: Set<Int> = []
    /// The question for the keyboard that was asked last, and what the answer that is handled now says.
    var look = 0
    var keyboard: Session.Keyboard?
    var keys: Set<Int> = []
    var lastAttempt = 0
    /// The number of what was said last.
    var saying = 0
    /// Choices, touches and changes of values so far.
    var wishes = 0
    var windows = 1

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      session = Session(
        after: seed % 2 == 0 ? .top : .group, hasVolume: seed % 3 == 0, typesWhenLocked: seed % 5 == 0,
        grid: PointGrid(isLine: seed % 3 == 1),
        speech: seed % 4 == 0 ? Session.SpeechChoice(isOn: seed % 8 == 0, wait: seed % 16 == 0 ? 0 : 700_000) : nil)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// A group with random items, three levels deep at most; now and then without any.
    mutating func group(_ depth: Int) -> Group {
      var places: [Place] = []
      for _ in 0..<number(0...5) {
        if depth > 0, number(0...2) == 0 {
          places.append(.group(group(depth - 1)))
        } else {
          places.append(item(pick(["a", "b", "c", "d=", "e_"]) + "\(number(0...3))", name: "\(number(0...2))"))
        }
      }
      return Group(name: "group", places: places + [pick([.out, .close, .panel])])
    }

    mutating func window() -> Session.Window? {
      if number(0...3) == 0 { windows = number(1...3) }
      if number(0...12) == 0 { return nil }
      let kind = pick([WindowKind.window, .menu, .dialog])
      return Session.Window(id: windowID(windows), kind: kind, pages: number(0...8) == 0 ? nil : group(2))
    }

    mutating func clock() -> Session.Clock {
      let state = pick([ClockState.off, .running, .running, .frozen, .holding, .resting, .paused])
      let style = pick([ClockStyle.auto, .auto, .step, .inverse, .frontEnd])
      return Session.Clock(
        style: style, state: state, page: pick([page, page, page, page - 1, nil]),
        interval: pick([nil, 400_000, 0, Int64.max]), time: pick([nil, now, now - 50_000, Int64.min]))
    }

    mutating func command() -> Session.Command {
      let name = pick(["next", "next", "next", "select", "select", "select"] + Session.commands + ["unknown"])
      var command = Session.Command(name: name, pressed: now - Int64(number(0...900_000)))
      command.arguments = pick([[], [], ["by=group"], ["by=item", "2"], ["\(Int.min)"], ["-1"], ["by=", "x"]])
      if number(0...4) > 0 { (command.page, command.item) = (page, number(0...items - 1)) }
      if number(0...9) == 0 {
        (command.page, command.item) = (pick([page - 1, Int.max, Int.min]), pick([-1, 7, Int.max]))
      }
      command.clock = pick([ClockStyle.auto, nil])
      command.isEnd = number(0...15) == 0
      command.isMine = number(0...9) > 0
      command.switchName = pick(["one", "two", nil])
      if number(0...30) == 0 { command.pressed = pick([Int64.min, Int64.max]) }
      return command
    }

    mutating func input() -> Session.Input {
      let name = pick(["one", "two"])
      if look > 0, number(0...2) > 0 {
        let window = Session.Keyboard.window(session.latestWindow?.id)
        let answers = session.isLocked ? [.locked, window] : [window, window, .other, .locked]
        return .looked(attempt: look, pick(answers))
      }
      switch number(0...34) {
      case 0 where number(0...5) == 0: return .disconnected
      case 0...1 where !isConnected || number(0...20) == 0:
        let question = number(0...5) == 0 ? Session.Question(id: 1, command: "restart") : nil
        return .connected(
          clock: number(0...3) == 0 ? nil : clock(), down: number(0...4) == 0 ? ["two"] : [], question: question,
          isAllowed: number(0...5) > 0)
      case 2 where number(0...3) == 0: return .allowed(number(0...4) > 0)
      case 3: return .renewed
      case 4: return .question(Session.Question(id: number(1...2), command: "restart"))
      case 5: return .questionClosed(id: number(1...2))
      case 6: return .touched(place: number(-1...8))
      case 7: return .changed(window: windowID(windows))
      case 8...9: return .window(window())
      case 10: return .pending(switch: name, until: pick([now + 100_000, Int64.max, Int64.min]))
      case 11: return .rejected(switch: name)
      case 12: return .stuck(switch: name)
      case 13...14: return .press(switch: name, isDown: number(0...2) > 0)
      case 15: return .clock(clock())
      case 16:
        return .checked(attempt: number(0...3) == 0 ? number(0...9) : lastAttempt, isUnchanged: pick([true, false]))
      case 17: return .acted(attempt: lastAttempt, pick([.done, .focused, .failed, .typingRefused("policy")]))
      case 18: return .scanned(page: pick([page, Int.min]), pick([.ok(time: now), .refused, .unsupported]))
      case 19: return .time
      case 20: return .layout(pick([nil, .english, .english, .german]))
      case 21:
        let windows = (0..<number(0...20)).map { OpenWindow(id: Int64($0 % 18), title: "\(number(0...3))") }
        return .windows(pick([nil, windows, windows]))
      case 22:
        return .programs(
          (0..<number(0...60)).map { InstalledProgram(id: "\($0)", name: "\(number(0...9))", words: ["a"]) })
      case 24: return .pointing(number(0...4) > 0)
      case 25:
        let screens = (0..<number(0...9)).map {
          Rect(x: $0 * 90 - 90, y: number(-9...9), width: number(0...99), height: 7)
        }
        return .screens(number(0...2) == 0 ? screens : [Rect(x: 0, y: 0, width: 20, height: 10)])
      case 23 where number(0...3) == 0: return .locked(pick([true, false, false]))
      case 27:
        return .pace(
          firstItemPause: pick([0, 500_000, Int64.max, Int64.min]), reaction: pick([0, 150_000, Int64.max]))
      case 28: return pick([.voices(areSeveral: true), .voices(areSeveral: false), .voice("Anna")])
      case 26: return .spoken(number: pick([saying, saying, saying - 1, Int.min]))
      default: return .command(command())
      }
    }

    /// Handles one input, and checks what comes of it.
    mutating func tell(_ input: Session.Input) {
      var answersChoice = owed > 0 || session.acting.holds
      let downBefore = down
      switch input {
      case .connected(_, let down, _, let isAllowed):
        (isConnected, self.isAllowed, self.down) = (true, isAllowed, down)
        answersChoice = true
      case .disconnected: (isConnected, isAllowed, down, owed) = (false, false, [], 0)
      case .allowed(let isAllowed): self.isAllowed = isAllowed
      case .press(let name, true): down.insert(name)
      case .press(let name, false), .stuck(let name): down.remove(name)
      case .command(let command) where command.isMine && !command.isEnd && isConnected:
        let moves = ["next", "previous"].contains(command.name)
        let adjusts = ["increment", "decrement", "scroll"].contains(command.name)
        if !moves, !adjusts {
          owed += 1
          answersChoice = true
        }
        if !moves { wishes += 1 }
      case .touched:
        wishes += 1
        answersChoice = true
      case .checked(let attempt, true): unchanged.insert(attempt)
      case .locked: answersChoice = true
      default: break
      }
      keyboard = if case .looked(_, let told) = input { told } else { nil }
      if keyboard != nil { look = 0 }
      check(session.handle(input, at: now), of: input, answersChoice: answersChoice, wasDown: !downBefore.isEmpty)
    }

    private mutating func check(
      _ effects: [Session.Effect], of input: Session.Input, answersChoice: Bool, wasDown: Bool
    ) {
      var scans = 0
      for effect in effects {
        switch effect {
        case .scan(let count, let number, let item, _):
          scans += 1
          #expect(isConnected && count > 0 && (0..<count).contains(item))
          if number != page {
            #expect(number > page)
            #expect(answersChoice || down.isEmpty || !wasDown, "a new page while a switch is down: \(input)")
          }
          (page, items, owed) = (number, count, 0)
        case .check(let attempt, _, _):
          #expect(checks.insert(attempt).inserted)
          lastAttempt = attempt
        case .act(let attempt, _, _):
          #expect(unchanged.contains(attempt) && checks.contains(attempt), "an act without a check: \(input)")
          #expect(keyboard == .window(session.window?.id), "an act without a look: \(input)")
          #expect(acts.insert(attempt).inserted, "two acts for one choice: \(input)")
        case .point(let attempt, let request):
          #expect(keyboard != nil && !session.isLocked, "the pointer without a look: \(input)")
          #expect((0...1).contains(request.x) && (0...1).contains(request.y))
          #expect(keys.insert(attempt).inserted, "two strokes for one choice: \(input)")
          lastAttempt = attempt
        case .type(let attempt, _), .raise(let attempt, _), .start(let attempt, _):
          #expect(keyboard != nil && (keyboard == .locked) == session.isLocked, "a key without a look: \(input)")
          #expect(keys.insert(attempt).inserted, "two keys for one choice: \(input)")
          lastAttempt = attempt
        case .light(let light):
          #expect((light != nil) == (isConnected && isAllowed))
          if session.isLocked { #expect(light?.places.contains(where: hasName) != true) }
          if let light { #expect(light.places.indices.contains(light.lit)) }
        case .line(let line):
          #expect(line == nil || isConnected && isAllowed && !session.isLocked, "a line that nobody sees: \(input)")
        case .look(let attempt): look = attempt
        case .say(let number, let spoken):
          if spoken != nil { #expect(number > saying, "a number twice: \(input)") }
          saying = max(saying, number)
          if session.isLocked { #expect(!(spoken?.place.map(hasName) ?? false), "a name behind the lock: \(input)") }
        case .claim, .release, .answer, .send, .observe, .read, .volume, .end, .listWindows, .listPrograms,
          .message, .speakingRate, .nextVoice:
          break
        }
      }
      #expect(scans <= 1, "two scans for one input: \(input)")
      #expect(acts.union(keys).count <= wishes, "an act without a choice: \(input)")
      if let deadline = session.nextDeadline { #expect(deadline > now, "a deadline that has passed: \(input)") }
    }

    /// Whether the place says what windows or programs there are.
    private func hasName(_ place: Place) -> Bool {
      switch place {
      case .item, .window, .program, .action: true
      case .group(let group): !group.items.isEmpty || group.places.contains(where: hasName)
      default: false
      }
    }

    /// Time passes; each deadline comes at its time.
    mutating func wait(_ time: Int64) {
      let end = now + time
      while let due = session.nextDeadline, due <= end {
        now = max(due, now)
        tell(.time)
      }
      now = end
    }
  }

  @Test("whatever comes, each choice is answered once, acted on once, and no page is lost", arguments: seeds)
  private func random(_ seed: Int) {
    var run = Run(seed: seed)
    for _ in 0..<600 {
      run.tell(run.input())
      if run.number(0...2) == 0 { run.wait(Int64(run.number(0...600_000))) }
    }
    run.wait(70_000_000)
    #expect(run.owed == 0, "seed \(seed): a choice without an answer")
    #expect(run.session.nextDeadline == nil, "seed \(seed): it never comes to rest")
  }

  @Test("the same inputs give the same effects", arguments: [1, 2, 3])
  func same(_ seed: Int) {
    func effects() -> [[Session.Effect]] {
      var run = Run(seed: seed)
      return (0..<300).map { _ in
        run.now += 150_000
        return run.session.handle(run.input(), at: run.now)
      }
    }
    #expect(effects() == effects())
  }

  @Test("any times are borne", arguments: [Int64.min, -1, 0, Int64.max - 1, Int64.max])
  func times(_ time: Int64) {
    var run = Run(seed: 5)
    for _ in 0..<300 { _ = run.session.handle(run.input(), at: time) }
  }
}
