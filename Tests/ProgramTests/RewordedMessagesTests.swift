import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayScanning
import Testing

@testable import SwitchwayDaemon

/// Every message of the daemon's errors is changed on its way, and its readers lose nothing: they go by `reason`.
@Suite("Messages of errors in other words", .blocking) struct RewordedMessagesTests {
  /// Copies lines between front ends and the daemon, and changes each message of an error.
  private static let relay = """
    import json, socket, sys, threading

    def copy(source, sink, rewords):
        for line in source.makefile("rb"):
            message = json.loads(line) if rewords else {}
            if message.get("type") == "error":
                message["message"] = "in other words"
                line = (json.dumps(message) + "\\n").encode()
            sink.sendall(line)
        sink.shutdown(socket.SHUT_RDWR)

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen()
    while True:
        client, daemon = listener.accept()[0], socket.socket(socket.AF_UNIX)
        daemon.connect(sys.argv[2])
        for ends in ((client, daemon, False), (daemon, client, True)):
            threading.Thread(target=copy, args=ends, daemon=True).start()

    """

  private static let german = PanelWords(languages: ["de"])

  /// A daemon, and a scene whose socket is the relay's.
  private func start(_ scene: Scene, profile: String) throws -> (Scene, [Program]) {
    let daemon = try scene.daemon(profile: profile)
    let front = try Scene()
    let python = try #require(PythonClientTests.python, "python3 is not installed")
    let relay = try Program(
      python, ["-u", try scene.file("relay.py", Self.relay), front.socket, scene.socket],
      environment: ["LANG": "C.UTF-8"])
    try front.waitForSocket(of: relay)
    return (front, [daemon, relay])
  }

  @Test("the German panel at a real daemon says why a key was not typed")
  func panel() throws {
    try ScannedDesk.play { scene in
      let (front, programs) = try start(
        scene, profile: SessionDaemonTests.profile(SessionDaemonTests.auto) + "policy: {typing: yes}\n")
      let desk = try ScannedDesk(front, SessionDaemonTests.pages)
      desk.setLayout(KeyboardLayout([.init("q", code: 16, needsShift: false, needsAltGr: false)]))
      try desk.touchLetter()
      try desk.run(until: "the reason") { desk.message != nil }
      let message = try #require(desk.message)
      #expect(message == .typingRefused("in other words", reason: "no-keyboard"))
      #expect(Self.german.text(of: message) == "keine Taste wurde getippt: es gibt keine virtuelle Tastatur")
      _ = programs
    }
  }

  private static let refusals: [TypingRefusal] =
    [TypingObstacle.policy, .inactive, .locked, .panic, .resting, .noKeyboard, .layout(desktop: "de")]
    .map { .obstacle($0) }
    + [.noClaim, .inhibited, .forbiddenKeys, .busy, .noCharacter("я"), .noKey, .ended]

  @Test("the German panel has words of its own for each refusal to type", arguments: refusals)
  func german(refusal: TypingRefusal) {
    let error = RequestError(refusal)
    let said = Self.german.text(of: .typingRefused(error.message, reason: error.reason.rawValue))
    #expect(!said.contains("der Dienst"), "\(error)")
    #expect(said == Self.german.text(of: .typingRefused("in other words", reason: error.reason.rawValue)))
  }

  private static let pointerRefusals: [PointingRefusal] =
    PointingObstacle.allCases.map { .obstacle($0) } + [.noClaim, .inhibited, .busy, .buttonDown, .ended]

  @Test("the German panel has words of its own for each refusal to point", arguments: pointerRefusals)
  func germanPointing(refusal: PointingRefusal) {
    let error = RequestError(refusal)
    let said = Self.german.text(of: .pointingRefused(error.message, reason: error.reason.rawValue))
    #expect(!said.contains("der Dienst"), "\(error)")
  }

  @Test("what `typing` of a state says is also the reason of a refusal")
  func typing() {
    for case .obstacle(let obstacle) in Self.refusals {
      #expect(RequestError(.obstacle(obstacle)).reason.rawValue == obstacle.word)
    }
  }

  @Test("what `pointing` of a state says is also the reason of a refusal")
  func pointing() {
    for obstacle in PointingObstacle.allCases {
      #expect(RequestError(PointingRefusal.obstacle(obstacle)).reason.rawValue == obstacle.rawValue)
    }
  }

  @Test("the reason of a command that is not published is the word of a rejection")
  func rejections() {
    // Those for which a command that a client sends can be refused.
    let words: [RejectionReason] = [.rest, .inactive, .inhibited, .panic, .question, .stale, .nothingBefore]
    for word in words { #expect(ErrorReason(word).rawValue == word.rawValue) }
  }

  @Test("the command line tells what it tells, and where it repeats the message, the new one")
  func commands() throws {
    let scene = try Scene()
    let (front, programs) = try start(scene, profile: Scene.profile())
    #expect(try front.ask("rest").status == 0)
    #expect(
      try front.ask("send", "select")
        == Program.Result(status: 1, output: "", errors: "not possible now: switches are paused\n"))
    #expect(try front.ask("rest", "off").status == 0)
    for arguments in [("profile", "tset"), ("send", "selct"), ("send", "key(a)")] {
      let result = try front.ask(arguments.0, arguments.1)
      #expect(result == Program.Result(status: 1, output: "", errors: "in other words\n"), "\(arguments)")
    }
    _ = programs
  }

  @Test("the library for Python tells the cases apart")
  func python() throws {
    let scene = try Scene()
    let (front, programs) = try start(scene, profile: Scene.profile())
    let result = try PythonClientTests().run(
      front,
      """
      import switchway
      client = switchway.Client(name="board")
      client.connect()
      for type, members in (
          ("set", {"profile": "x"}), ("type", {"text": "a"}), ("answer", {"question": 1, "confirm": True}),
          ("nonsense", {}), ("scan", {"items": 2})):
          try:
              client.request(type, **members)
          except switchway.Refused as error:
              print(error.code, error.reason, error)
      client.close()
      # Of a newer daemon, of an older one, and of one that is no daemon.
      print([switchway.Refused(answer).reason for answer in ({"reason": "tired"}, {}, {"reason": 7})])

      """
    ).result()
    #expect(
      result.output == """
        bad-argument no-profile in other words
        refused policy in other words
        refused question in other words
        unknown-type unknown-type in other words
        refused no-claim in other words
        ['tired', None, None]

        """, "\(result)")
    _ = programs
  }
}
