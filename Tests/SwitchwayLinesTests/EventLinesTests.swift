import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayLines

@Suite struct EventLinesTests {
  static func scan(_ name: String, _ arguments: [String] = []) -> ScanCommand {
    ScanCommand(name: name, arguments: arguments, group: .scan)
  }

  static let profile = Profile(
    name: "default",
    devices: [DeviceEntry(name: "box", match: DeviceMatch()), DeviceEntry(name: "head\"rest", match: DeviceMatch())],
    switches: [
      SwitchDefinition(
        name: "left", label: "Left knee", inputs: [SwitchInput(device: 0, selector: .button(1))],
        steadying: SteadyingParameters(stuckAfter: .milliseconds(1_500)),
        gestures: GestureBindings(
          tap: scan("move", ["left"]), hold: .init(after: .milliseconds(800), command: scan("actions")))),
      SwitchDefinition(
        name: "right", inputs: [SwitchInput(device: 1, selector: .anyKey)],
        gestures: GestureBindings(press: scan("x-mine"))),
    ])

  private static let description = DeviceDescription(
    name: "USB Switch", vendor: 0x05f3, product: 0x0232, kind: .switchInterface)
  private let node = NodeFacts(description, entry: 0)
  private let stranger = NodeFacts(description, entry: nil)

  /// What is written for `output`, seventh command of the run.
  private func line(
    _ output: Effect, sent: Int64? = nil, claimant: String? = nil, type: MessageType
  ) -> String {
    var line = LineBuffer()
    let lines = EventLines(profile: Self.profile)
    let written: LineHead? =
      if case .published(let command, _, _, _, _) = output {
        lines.write(
          command, seq: 7, sent: sent.map { Instant($0) }, claimant: claimant.map { EscapedText($0) }, into: &line)
      } else {
        lines.write(output, into: &line)
      }
    #expect(written?.type == type)
    return line.text
  }

  private func command(_ switchIndex: Int, _ gesture: Gesture, _ phase: CommandPhase = .once) -> Command {
    let bound = Self.profile.command(of: .single(switchIndex), gesture == .repeated ? .tap : gesture)
    let word = bound ?? Self.scan("nothing")
    return Command(
      word, by: .press(Command.Press(.single(switchIndex), device: switchIndex, gesture)), phase: phase,
      pressed: Instant(100), accepted: Instant(200))
  }

  @Test("the command is the one that the gesture is bound to")
  func commands() {
    #expect(
      line(.published(command(0, .tap), number: 7, owner: nil), sent: 250, claimant: "board", type: .command)
        == #"""
        {"type":"command","seq":7,"command":"move","args":["left"],"phase":"do","count":1,\#
        "source":{"switch":"left","device":"box","gesture":"tap"},"pressed":100,"accepted":200,"sent":250,\#
        "for":"board"}
        """#
        + "\n")
    #expect(
      line(.published(command(0, .hold), number: 7, owner: nil), type: .command)
        == #"{"type":"command","seq":7,"command":"actions","args":[],"phase":"do","count":1,"#
        + #""source":{"switch":"left","device":"box","gesture":"hold"},"pressed":100,"accepted":200,"for":null}"#
        + "\n")
    var repeated = command(0, .repeated)
    repeated.count = 3
    #expect(
      line(.published(repeated, number: 7, owner: nil), type: .command)
        == #"{"type":"command","seq":7,"command":"move","args":["left"],"phase":"do","count":3,"#
        + #""source":{"switch":"left","device":"box","gesture":"repeat"},"pressed":100,"accepted":200,"for":null}"#
        + "\n")
    var end = command(1, .press, .end)
    end.released = Instant(190)
    end.isUncertain = true
    #expect(
      line(.published(end, number: 7, owner: nil), sent: 201, type: .command)
        == #"""
        {"type":"command","seq":7,"command":"x-mine","args":[],"phase":"end","count":1,\#
        "source":{"switch":"right","device":"head\"rest","gesture":"press"},"pressed":100,"released":190,\#
        "accepted":200,"sent":201,"uncertain":true,"for":null}
        """#
        + "\n")
  }

  @Test("a chord's command names the chord as written, and a double tap its switch")
  func several() {
    var profile = Self.profile
    profile.chords = [
      ChordDefinition(name: "left+right", parts: [0, 1], within: .milliseconds(120), command: Self.scan("escape"))
    ]
    profile.switches[0].gestures = GestureBindings(
      double: .init(within: .milliseconds(350), command: Self.scan("back")),
      triple: .init(within: .milliseconds(350), command: Self.scan("home")))
    func line(_ origin: CommandOrigin, _ gesture: Gesture) -> String {
      var line = LineBuffer()
      let command = Command(
        profile.command(of: origin, gesture) ?? Self.scan("nothing"),
        by: .press(Command.Press(origin, device: 1, gesture)), pressed: Instant(100), accepted: Instant(200))
      _ = EventLines(profile: profile).write(command, seq: 7, sent: nil, claimant: nil, into: &line)
      return line.text
    }
    func expected(_ command: String, _ name: String, _ gesture: String) -> String {
      #"""
      {"type":"command","seq":7,"command":"\#(command)","args":[],"phase":"do","count":1,\#
      "source":{"switch":"\#(name)","device":"head\"rest","gesture":"\#(gesture)"},"pressed":100,"accepted":200,\#
      "for":null}
      """#
        + "\n"
    }
    #expect(line(.chord(0), .chord) == expected("escape", "left+right", "chord"))
    #expect(line(.single(0), .double) == expected("back", "left", "double"))
    #expect(line(.single(0), .triple) == expected("home", "left", "triple"))
  }

  @Test("presses, waits and refusals name their switch")
  func presses() {
    #expect(
      line(.press(switchIndex: 1, down: false, time: Instant(1), accepted: Instant(2)), type: .press)
        == #"{"type":"press","switch":"right","down":false,"time":1,"accepted":2}"# + "\n")
    for reason in PendingReason.allCases {
      #expect(
        line(.pending(switchIndex: 0, pressed: Instant(1), until: Instant(2), reason: reason), type: .pending)
          == #"{"type":"pending","switch":"left","pressed":1,"until":2,"reason":"\#(reason.rawValue)"}"# + "\n")
    }
    for reason in RejectionReason.allCases {
      #expect(
        line(.rejected(switchIndex: 0, pressed: Instant(1), time: Instant(2), reason: reason), type: .rejected)
          == #"{"type":"rejected","switch":"left","pressed":1,"time":2,"reason":"\#(reason.rawValue)"}"# + "\n")
    }
    #expect(
      line(.stuck(switchIndex: 0, after: .milliseconds(1_500), time: Instant(9)), type: .warning)
        == #"{"type":"warning","code":"stuck","switch":"left","message":"held for 1.5 s","time":9}"# + "\n")
    #expect(
      line(.stuck(switchIndex: 1, after: .seconds(10), time: Instant(9)), type: .warning)
        == #"{"type":"warning","code":"stuck","switch":"right","message":"held for 10 s","time":9}"# + "\n")
  }

  @Test("a flood fails the device, warns, and adds it again")
  func flood() {
    let id = NodeID(rawValue: 3)
    #expect(
      line(.muted(node: id, about: node, time: Instant(5)), type: .device)
        == #"{"type":"device","change":"failed","device":"box","name":"USB Switch","id":"05f3:0232","#
        + #""kind":"switch-interface","reason":"flood","time":5}"#
        + "\n")
    var warning = LineBuffer()
    let head = EventLines(profile: Self.profile).writeFloodWarning(node, at: Instant(5), into: &warning)
    #expect(head.type == .warning)
    #expect(
      warning.text
        == #"{"type":"warning","code":"flood","device":"box","#
        + #""message":"the device sends too many events; it is ignored for a few seconds","time":5}"#
        + "\n")
    #expect(
      line(.unmuted(node: id, about: stranger, time: Instant(6)), type: .device)
        == #"{"type":"device","change":"added","device":null,"name":"USB Switch","id":"05f3:0232","#
        + #""kind":"switch-interface","time":6}"#
        + "\n")
    #expect(
      line(.clockWentBack(about: stranger, time: Instant(6)), type: .warning)
        == #"{"type":"warning","code":"clock","message":"its event times ran backwards","time":6}"# + "\n")
  }

  @Test("a client's command says whose it is")
  func sent() {
    var line = LineBuffer()
    let head = EventLines(profile: Self.profile).write(
      Command(
        Self.scan("scroll", ["down", "page"]), from: ClientName(EscapedText("board")), at: Instant(4)),
      seq: 1, sent: Instant(5), claimant: nil, into: &line)
    #expect(head.type == .command)
    #expect(
      line.text
        == #"{"type":"command","seq":1,"command":"scroll","args":["down","page"],"phase":"do","count":1,"#
        + #""source":{"client":"board"},"pressed":4,"accepted":4,"sent":5,"for":null}"#
        + "\n")
  }

  @Test(
    "lengths of time are seconds with the decimals that they need",
    arguments: [(0, "0 s"), (1, "0.000001 s"), (1_500_000, "1.5 s"), (60_000_000, "60 s"), (-5, "0 s")]
      as [(Int64, String)])
  func lengths(microseconds: Int64, expected: String) {
    #expect(EventLines.words(for: Microseconds(microseconds)) == expected)
  }

  @Test("a command's head has the name of the client that it is for, whatever its text contains")
  func owner() {
    func owner(_ claimant: String?, argument: String = "a") -> EscapedText? {
      var line = LineBuffer()
      return EventLines(profile: Self.profile).write(
        Command(Self.scan("x-a", [argument]), from: ClientName(EscapedText("a")), at: Instant(1)), seq: 1,
        sent: nil, claimant: claimant.map { EscapedText($0) }, into: &line
      ).owner
    }
    #expect(owner("board") == EscapedText("board"))
    #expect(owner("board") != EscapedText("oard"))
    #expect(owner("oard") != EscapedText("board"))
    #expect(owner(nil) != EscapedText("null"))
    #expect(owner(nil, argument: #","for":"board"}"#) != EscapedText("board"))
    #expect(owner(#"x","for":"board"#) != EscapedText("board"))
    #expect(LineHead(.command).owner != EscapedText("board"))
  }
}
