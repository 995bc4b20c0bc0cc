import ProgramFixtures
import SwitchwayProtocol
import SwitchwayScanning
import Testing

/// The sentences of docs/design/desktop.md, "Pages in time" that the daemon takes part in.
@Suite("The desktop scanner's session and the daemon", .blocking) struct SessionDaemonTests {
  // MARK: A desktop and a person

  private static func item(_ word: String) -> Place {
    let node = Node(reference: Reference(bus: ":1.1", path: word), parent: 0, role: .pushButton, name: word)
    return .item(Item(node: node, parent: nil, indexInParent: 0, kind: .action))
  }

  /// A group of two, an item and the panel.
  static let pages = Group(places: [
    .group(Group(name: "tools", places: [item("open"), item("save"), .out])), item("help"), .panel,
  ])
  private static let dialog = Group(places: [item("delete"), item("keep"), .close, .panel])

  /// One switch, by which the person chooses.
  static func profile(_ scan: String, steady: String = "off", tap: String = "select") -> String {
    """
    switchway: 1
    label: Test
    devices: {box: {match: {name: "Test Box"}}}
    switches: {only: {input: box/button-1, steady: \(steady), tap: \(tap)}}
    scan: {\(scan)}

    """
  }

  static let auto = "style: auto, interval: 500ms, first-item-pause: 0, loops: 0, reaction: 0"

  /// A daemon at which the person presses every three seconds, for this long, in ms.
  private func daemon(_ scene: Scene, _ profile: String, length: Int) throws -> Program {
    let config = try scene.file("test.yaml", profile)
    let empty = try scene.recording(presses: [], end: 0)
    var text = String(decoding: try Scene.bytes(of: empty), as: UTF8.self)
    for press in 1...200 {
      for (time, value) in [(press * 3_000, 1), (press * 3_000 + length, 0)] {
        let fraction = String(1_000 + time % 1_000).dropFirst()
        text += "E: \(time / 1_000).\(fraction)000 0001 0100 \(value)\n"
        text += "E: \(time / 1_000).\(fraction)000 0000 0000 0\n"
      }
    }
    return try scene.listening(["--config", config, "--play", try scene.file("press.evemu", text)])
  }

  /// A daemon at which nobody presses, and another client, which gives commands.
  private func alone(_ scene: Scene, _ scan: String = auto) throws -> (Program, Client) {
    let daemon = try scene.daemon(profile: Self.profile(scan))
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    return (daemon, other)
  }

  private func give(_ command: String, _ client: Client) throws {
    #expect(try client.ask(#"{"type":"send","command":"\#(command)"}"#)["type"] == .string("ok"))
  }

  /// Chooses the place of this name when it is lit.
  private func choose(_ label: String, _ desk: ScannedDesk, _ other: Client) throws {
    try desk.run(until: "a page for long enough") { microseconds() - 450_000 > desk.scans.last?.time ?? .max }
    try desk.run(until: label) { desk.shown.contains("[\(label)]") }
    let (lit, choices) = (desk.light.map { Int64($0.lit) }, desk.commands("select").count)
    try give("select", other)
    try desk.run(until: "the choice of \(label)") { desk.commands("select").count > choices }
    // On a busy machine the clock goes on before the choice.
    guard desk.commands("select")[choices]["item"]?.integerValue == lit else { throw ScannedDesk.BusyMachine() }
  }

  // MARK: The clock

  @Test("it claims and at once scans, so that no step is over nothing, and each step moves what is lit")
  func claims() throws {
    try ScannedDesk.play { scene in
      let (daemon, _) = try alone(scene)
      let desk = try ScannedDesk(scene, Self.pages)
      for count in 1...7 {
        try desk.run(until: "step \(count)") { desk.commands("next").count >= count }
        let step = try #require(desk.commands("next").last)
        #expect(step["page"]?.integerValue == desk.scans.last.map { Int64($0.page) })
        #expect(step["item"]?.integerValue == desk.light.map { Int64($0.lit) })
      }
      // The daemon reads its profile again if the file is closed late: by a process that another test forked meanwhile.
      let reloads = desk.lines.count { $0["type"] == .string("config") }
      #expect(desk.scans.count == 1 + reloads, "\(desk.scans)")
      _ = daemon
    }
  }

  @Test("after a choice the clock holds until the session has acted and sends its page")
  func holds() throws {
    try ScannedDesk.play { scene in
      let (daemon, other) = try alone(scene)
      let desk = try ScannedDesk(scene, Self.pages)
      desk.acts = false
      try choose("help", desk, other)
      try desk.run(until: "a check") { !desk.checks.isEmpty }
      let (steps, scans) = (desk.commands("next").count, desk.scans.count)
      try desk.run(for: 1_200_000)
      #expect(desk.commands("next").count == steps && desk.scans.count == scans)
      desk.act()
      try desk.run(until: "a step") { desk.commands("next").count > steps }
      #expect(desk.scans.count == scans + 1 && desk.checks == ["help"])
      _ = daemon
    }
  }

  @Test("a choice that does nothing is answered, and the clock goes on")
  func nothingDone() throws {
    try ScannedDesk.play { scene in
      let (daemon, other) = try alone(scene)
      let desk = try ScannedDesk(scene, Self.pages)
      try desk.run(until: "a step") { !desk.commands("next").isEmpty }
      for command in ["leave", "actions", "find"] {
        let (steps, scans) = (desk.commands("next").count, desk.scans.count)
        try give(command, other)
        try desk.run(until: "a step after \(command)") { desk.commands("next").count > steps + 2 }
        // Nobody claims `find`, so it is no choice from the page.
        #expect(desk.scans.count == scans + (command == "find" ? 0 : 1), "\(command)")
      }
      _ = daemon
    }
  }

  @Test("two rounds of the clock lead out of a group; one, where it rests after one", arguments: [0, 1])
  func rounds(loops: Int) throws {
    try ScannedDesk.play { scene in
      let (daemon, other) = try alone(
        scene, "style: auto, interval: 500ms, first-item-pause: 0, loops: \(loops), reaction: 0")
      let desk = try ScannedDesk(scene, Self.pages)
      try desk.run(until: "a step") { !desk.commands("next").isEmpty }
      if loops == 1 {
        try desk.run(until: "rest") { desk.lines.contains { $0["state"] == .string("resting") } }
        try give("select", other)
      }
      try choose("tools", desk, other)
      try desk.run(until: "the group") { desk.shown == "[open] save out" }
      let steps = desk.commands("next").count
      try desk.run(until: "the first page") { desk.shown == "[tools] help panel" }
      #expect(desk.commands("next").count == steps + (loops == 1 ? 3 : 6))
      try desk.run(until: "a step there") { desk.shown == "tools [help] panel" }
      _ = daemon
    }
  }

  @Test("rest is a paused clock, and a press on its one place goes on")
  func rest() throws {
    try ScannedDesk.play { scene in
      let (daemon, other) = try alone(scene)
      let desk = try ScannedDesk(scene, Self.pages)
      try choose("panel", desk, other)
      try desk.run(until: "the bar") { desk.shown.contains("system") }
      try choose("system", desk, other)
      try desk.run(until: "its page") { desk.shown.contains("rest") }
      try choose("rest", desk, other)
      try desk.run(until: "a paused clock") {
        desk.lines.last { $0["type"] == .string("scan") }?["state"] == .string("paused")
      }
      #expect(desk.shown == "[go on]")
      let steps = desk.commands("next").count
      try desk.run(for: 1_200_000)
      #expect(desk.commands("next").count == steps)
      try give("select", other)
      try desk.run(until: "steps") { desk.commands("next").count > steps }
      #expect(desk.shown.contains("tools"))
      _ = daemon
    }
  }

  // MARK: Presses

  @Test("a page that is made anew while a press waits drops the press, so the session waits for it")
  func waits() throws {
    try ScannedDesk.play { scene in
      let daemon = try daemon(
        scene, Self.profile(Self.auto, steady: "{preset: off, hold-duration: 400ms}"), length: 1_000)
      let careless = try Client(scene.socket)
      try careless.lines(until: "state")
      var decision = JSONValue.null
      // On a busy machine, a press may be decided before the next page comes.
      repeat {
        _ = try careless.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)
        // A clock that stands sends nothing that it would have to answer.
        _ = try careless.ask(#"{"type":"scan","items":3,"page":1,"hold":true}"#)
        _ = try careless.next("pending")
        func isDecision(_ line: String) -> Bool { ["command", "rejected"].contains(line.type) }
        var lines = try careless.answer(to: #"{"type":"scan","items":3,"page":2,"hold":true}"#)
        if !lines.contains(where: isDecision) { lines = try careless.lines.lines(until: isDecision) }
        decision = lines.first(where: isDecision)?.message ?? .null
      } while decision["type"] == .string("command")
      #expect(decision["reason"] == .string("stale"))
      careless.leave()

      let desk = try ScannedDesk(scene, Self.pages)
      desk.acts = false
      try desk.run(until: "a page for long enough") { microseconds() - 450_000 > desk.scans.last?.time ?? .max }
      let before = desk.lines.count
      try desk.run(until: "pending") { desk.lines.dropFirst(before).contains { $0["type"] == .string("pending") } }
      let page = desk.scans.last?.page
      desk.show(Self.dialog, id: 2, kind: .dialog)
      try desk.run(until: "a choice") { !desk.commands("select").isEmpty }
      #expect(desk.commands("select").last?["page"]?.integerValue == page.map { Int64($0) })
      try desk.run(until: "the dialog") { desk.shown.contains("delete") }
      #expect(!desk.lines.contains { $0["reason"] == .string("stale") })
      _ = daemon
    }
  }

  @Test("a dialog's button is not pressed within 0.4 s of the daemon's answer to its page")
  func reaction() throws {
    try ScannedDesk.play { scene in
      let (daemon, other) = try alone(scene)
      let desk = try ScannedDesk(scene, Self.pages)
      desk.acts = false
      var (id, time, pressed) = (1, Int64(0), Int64(0))
      // A busy machine may take longer than that to give the command.
      repeat {
        id += 1
        let scans = desk.scans.count
        desk.show(Group(places: [Self.item("delete \(id)"), .close, .panel]), id: id, kind: .dialog)
        try desk.run(until: "the dialog's page") { desk.scans.count > scans }
        time = desk.scans.last?.time ?? 0
        let (choices, checks) = (desk.commands("select").count, desk.checks.count)
        try give("select", other)
        try desk.run(until: "the choice") { desk.commands("select").count > choices }
        pressed = desk.commands("select").last?["pressed"]?.integerValue ?? 0
        #expect(time > 0 && (desk.checks.count == checks) == (pressed - time < 400_000))
        if desk.checks.count > checks { desk.act() }
      } while pressed - time >= 400_000 && id < 50
      #expect(desk.light?.look == .rejected)
      let steps = desk.commands("next").count
      try desk.run(until: "steps after it") { desk.commands("next").count > steps }
      try choose("delete \(id)", desk, other)
      try desk.run(until: "a check") { desk.checks.last == "delete \(id)" }
      _ = daemon
    }
  }

  @Test("in step the first press lights the first place, and time chooses it")
  func step() throws {
    try ScannedDesk.play { scene in
      let daemon = try daemon(scene, Self.profile("style: step, interval: 600ms", tap: "next"), length: 100)
      let desk = try ScannedDesk(scene, Self.pages)
      #expect(desk.shown == "tools help [panel]")
      try desk.run(until: "a press") { !desk.commands("next").isEmpty }
      #expect(desk.commands("next").last?["item"] == .integer(0) && desk.shown == "[tools] help panel")
      // What changes waits for the choice.
      desk.show(Group(places: [Self.item("new")] + Self.pages.places))
      try desk.run(until: "the group") { desk.shown == "open save [out]" }
      #expect(desk.commands("select").last?["source"] == .object(["clock": .string("step")]))
      _ = daemon
    }
  }

  @Test("in inverse what changes while the switch is down does not cost the choice at its release")
  func inverse() throws {
    try ScannedDesk.play { scene in
      let daemon = try daemon(
        scene, Self.profile("style: inverse, interval: 300ms, first-item-pause: 0"), length: 1_000)
      let desk = try ScannedDesk(scene, Self.pages)
      desk.acts = false
      try desk.run(until: "a page for long enough") { microseconds() - 450_000 > desk.scans.last?.time ?? .max }
      let before = desk.commands("next").count
      try desk.run(until: "a step") { desk.commands("next").count > before }
      desk.show(Group(places: [Self.item("new")]))
      try desk.run(until: "a choice") { !desk.commands("select").isEmpty }
      let page = desk.commands("select").last?["page"]?.integerValue
      #expect(page == desk.scans.first.map { Int64($0.page) })
      #expect(!desk.lines.contains { $0["reason"] == .string("stale") })
      _ = daemon
    }
  }

  // MARK: No clock

  @Test("without a clock two switches move and choose, and with the profile's clock it is scanned again")
  func noClock() throws {
    try ScannedDesk.play { scene in
      let config = try scene.file("test.yaml", Scene.profile())
      let presses = (1...300).map { (at: $0 * 1_000, button: $0 % 4 == 0 ? 1 : 0) }
      let recording = try scene.recording(presses: presses, end: 301_000)
      let daemon = try scene.listening(["--config", config, "--play", recording])
      let desk = try ScannedDesk(scene, Self.pages)
      desk.acts = false
      try desk.run(until: "an answer") { !desk.scans.isEmpty }
      #expect(desk.scans.last?.time == nil)
      for count in 1...5 {
        let shown = desk.shown
        try desk.run(until: "press \(count)") { desk.shown != shown || !desk.checks.isEmpty }
      }
      #expect(desk.commands("next").allSatisfy { $0["page"] == nil })
      try scene.file("test.yaml", Scene.profile() + "scan: {\(Self.auto)}\n")
      let other = try Client(scene.socket)
      #expect(try other.ask(#"{"type":"reload"}"#)["type"] == .string("ok"))
      try desk.run(until: "a page that is scanned") { desk.scans.last?.time != nil }
      let steps = desk.commands("next").count
      try desk.run(until: "a step of it") {
        desk.commands("next").dropFirst(steps).contains { $0["source"]?["clock"] != nil && $0["page"] != nil }
      }
      _ = config
      _ = daemon
    }
  }

  // MARK: Writing

  @Test("a key that the daemon refuses is asked for once, and the panel says why")
  func refusedKey() throws {
    try ScannedDesk.play { scene in
      let daemon = try scene.daemon(profile: Self.profile(Self.auto) + "policy: {typing: yes}\n")
      let desk = try ScannedDesk(scene, Self.pages)
      desk.setLayout(KeyboardLayout([.init("q", code: 16, needsShift: false, needsAltGr: false)]))
      try desk.touchLetter()
      try desk.run(until: "the reason") { desk.message != nil }
      #expect(desk.typed == ["q"])
      guard case .typingRefused(let message, let reason) = desk.message else {
        return #expect(Bool(false), "no reason")
      }
      #expect(message.contains("there is no virtual keyboard") && reason == "no-keyboard", "\(message)")
      try desk.run(for: 1_000_000)
      #expect(desk.typed == ["q"] && ["[q] out", "q [out]"].contains(desk.shown), "\(desk.shown)")
      _ = daemon
    }
  }
}
