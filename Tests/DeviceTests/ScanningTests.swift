import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// The scanning clock from a real kernel's button to the virtual keyboard and to a front end.
  @Suite(.serialized) struct ScanningTests {
    /// The shipped profile with one gesture, and so long a `reaction` that most presses choose the item before. With so
    /// many steps, it does not rest while a machine stands still.
    private static let desktop = """
      switchway: 1
      extends: one-switch-desktop
      switches: {main: {hold: nothing, double: nothing, triple: nothing}}
      scan: {interval: 300ms, reaction: 250ms, steps: 1000}
      """

    private static func page(holdDuration: Int, scan: String) -> String {
      """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: no}}
      switches:
        main: {input: box/btn_0, steady: {preset: off, hold-duration: \(holdDuration)ms}, tap: select}
      scan: {style: auto, first-item-pause: 0s, \(scan)}
      """
    }

    @Test(
      "one button for the desktop: Tab at every step, Enter at a press, in order, with the gap, none before its time")
    func desktop() throws {
      let rig = try ScanRig(Self.desktop, hasBridge: true)
      try rig.press(until: "scan")
      for _ in 0..<3 { try rig.step() }
      try rig.press(until: "select")
      // A press soon after a step chooses the item before it, by Shift+Tab and then Enter.
      try eventually("a correction") {
        try rig.step()
        try rig.press(until: "select")
        return rig.client.all("command").contains { $0.text("command") == "previous" }
      }
      try rig.step()
      try rig.expectTyped()
      // Unplugged with the button pressed. The steps go on, because the switch is no longer pressed.
      try rig.ask("scan", "resume")
      try rig.step()
      try rig.box.key(ScanRig.button, down: true)
      try rig.client.command("select")
      rig.box.unplug()
      try rig.client.device("removed")
      try rig.step()
      try rig.expectTyped()
      for code in [KEY_TAB, KEY_LEFTSHIFT, KEY_ENTER] { #expect(rig.reader.value(EV_KEY, code) == 0, "key \(code)") }
    }

    @Test(
      "killed in the middle of a correction: nothing stays down, and the next start is at rest",
      arguments: [SIGKILL, SIGTERM])
    func killed(signal: Int32) throws {
      let rig = try ScanRig(Self.desktop, hasBridge: true)
      try rig.press(until: "scan")
      try eventually("Shift of a correction") {
        try rig.step()
        rig.read()
        try rig.box.key(ScanRig.button, down: true)
        let first = rig.edges.count
        try eventually("Shift or Enter", readable: rig.reader.descriptor) {
          rig.read()
          return rig.edges[first...].contains { $0.code != KEY_TAB }
        }
        if rig.edges[first...].contains(where: { $0.code == KEY_LEFTSHIFT }) { return true }
        try rig.box.key(ScanRig.button, down: false)
        return false
      }
      #expect(try rig.daemon.end(by: signal) == (signal == SIGKILL ? 128 + SIGKILL : 0))
      #expect(!exists(try KeyboardRig.gone()))
      try rig.box.key(ScanRig.button, down: false)
      let daemon = try DaemonProcess(profile: Self.desktop)
      let client = try daemon.connect()
      try client.devices(1)
      let again = try DesktopReader(try KeyboardRig.virtualNode())
      for code in [KEY_TAB, KEY_LEFTSHIFT, KEY_ENTER] { #expect(again.value(EV_KEY, code) == 0, "key \(code)") }
      try rig.box.key(ScanRig.button, down: true)
      #expect(try client.next(type: "command").text("command") == "scan")
      try rig.box.key(ScanRig.button, down: false)
      #expect(try client.next(type: "command").text("command") == "next")
    }

    @Test("1000 items, a filter longer than the interval: what was lit at the kernel's time of the press is chosen")
    func page() throws {
      let rig = try ScanRig(Self.page(holdDuration: 300, scan: "interval: 200ms"), hasBridge: false)
      try rig.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)
      var (page, choices, inFilter) = (0, 0, 0)
      while choices < 25 {
        page += 1
        let first = page.isMultiple(of: 3) ? 998 : (page * 331) % 1000
        try rig.ask(#"{"type":"scan","items":1000,"page":\#(page),"item":\#(first)}"#)
        for _ in 0..<(page % 4) { try rig.step() }
        let due = now() + Double(page * 37 % 200) / 1000
        try eventually("the moment of the press") { now() >= due }
        try rig.box.key(ScanRig.button, down: true)
        // A daemon that did not run for a second refuses the press.
        let answer = try rig.client.next("an answer") { $0.text("command") == "select" || $0.text("reason") == "stale" }
        try rig.box.key(ScanRig.button, down: false)
        try rig.client.next(type: "press") { $0.flag("down") == false }
        rig.read()
        let pressed = try #require(rig.edges.last { $0.isDown }?.time)
        guard answer.type == "command" else { continue }
        choices += 1
        let steps = rig.steps(ofPage: page)
        let lit = steps.last { $0.number("pressed") ?? .max <= pressed }?.number("item") ?? first
        #expect(answer.number("pressed") == pressed && answer.number("page") == page, "\(answer)")
        #expect(answer.number("item") == lit, "\(answer); steps: \(steps)")
        let accepted = try #require(answer.number("accepted"))
        #expect(accepted == pressed + 300_000)
        inFilter += steps.count { $0.number("pressed") ?? 0 > pressed }
      }
      print("measured: page: \(choices) choices of \(page) pages, \(inFilter) steps between press and command")
    }

    @Test("a hand that trembles below hold-duration does not stop the round: all its steps come")
    func trembling() throws {
      let rig = try ScanRig(Self.page(holdDuration: 100, scan: "interval: 300ms, loops: 2"), hasBridge: false)
      try rig.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)
      var page = 0
      // Another round after one in which no step fell due during a contact, the machine made a contact too long, or the
      // daemon did not run for so long that a step was left out.
      try eventually("a whole round", within: 600) {
        page += 1
        rig.client.forget()
        try rig.ask(#"{"type":"scan","items":10,"page":\#(page)}"#)
        while !rig.isOver { try rig.tremble() }
        guard rig.client.all("rejected").count >= 10,
          !rig.client.lines.contains(where: { $0.text("command") == "select" })
        else { return false }
        let steps = rig.steps(ofPage: page)
        let times = steps.compactMap { $0.number("pressed") }
        let intervals = zip(times, times.dropFirst()).map { $1 - $0 }
        return intervals.contains { $0 != 300_000 } && intervals.allSatisfy { $0 < 600_000 }
      }
      let steps = rig.steps(ofPage: page)
      #expect(steps.compactMap { $0.number("item") } == (1...20).map { $0 % 10 })
      let contacts = rig.client.all("rejected")
      #expect(contacts.allSatisfy { $0.text("reason") == "too-short" })
      let times = try steps.map { try #require($0.number("pressed")) }
      for (last, next) in zip(times, times.dropFirst()) where next != last + 300_000 {
        // It fell due during a contact, and was made at its end.
        let contact = contacts.first { $0.number("time") == next }
        let pressed = try #require(contact?.number("pressed"), "a step at \(next) after \(last): \(contacts)")
        #expect(next > last + 300_000 && pressed <= last + 300_000)
      }
      let taken = ((times.last ?? 0) - (times.first ?? 0)) / 1000
      print("measured: trembling: \(contacts.count) contacts, 19 intervals of 300 ms in \(taken) ms, page \(page)")
    }
  }
}

/// A daemon with a box, a client, and a reader of the virtual keyboard; without a bridge, of the box.
private final class ScanRig {
  static let button: Int32 = 0x100  // BTN_0, with which udev does not take the box for a joystick

  let box: UInputDevice
  let daemon: DaemonProcess
  let client: LineClient
  let reader: DesktopReader
  private var contacts = 0
  /// All edges that it read.
  private(set) var edges: [(code: Int32, isDown: Bool, time: Int)] = []

  init(_ profile: String, hasBridge: Bool) throws {
    box = try UInputDevice(name: "Test Box", keys: [ScanRig.button])
    daemon = try DaemonProcess(profile: profile)
    client = try daemon.connect()
    try client.devices(1)
    reader = try DesktopReader(hasBridge ? try KeyboardRig.virtualNode() : box.node)
    try reader.useMonotonicClock()
  }

  func read() { edges += reader.edges() }

  func ask(_ request: String) throws {
    try client.send(request)
    try client.next("answer to \(request)") { $0.type == "ok" }
  }

  func ask(_ command: String, _ argument: String) throws {
    try ask(#"{"type":"send","command":"\#(command)","args":["\#(argument)"]}"#)
  }

  /// Waits for the clock's next step.
  func step() throws {
    try client.next("a step") { $0.text("command") == "next" && $0.text("clock") == "auto" }
    read()
  }

  /// Presses the button until this command comes.
  func press(until command: String) throws {
    try box.key(Self.button, down: true)
    try client.command(command)
    try box.key(Self.button, down: false)
    read()
  }

  func steps(ofPage page: Int) -> [Line] {
    client.all("command").filter { $0.text("clock") == "auto" && $0.number("page") == page }
  }

  /// Whether the page rests, or something was chosen.
  var isOver: Bool { client.all("scan").contains { ["resting", "holding"].contains($0.text("state")) } }

  /// One contact of 20 ms, then 130 to 230 ms without: 5 contacts a second.
  func tremble() throws {
    contacts += 1
    for (isDown, seconds) in [(true, 0.02), (false, 0.13 + Double(contacts * 37 % 101) / 1000)] {
      try box.key(Self.button, down: isDown)
      let end = now() + seconds
      while now() < end { _ = try client.isQuiet(for: end - now()) }
    }
  }

  /// Stops the clock and expects the keys of all commands so far, each not before its time, 40 ms after the one before.
  func expectTyped() throws {
    try ask("scan", "pause")
    try client.settle()
    var expected: [[Int32]] = []
    var earliest: [Int] = []
    for line in client.all("command") {
      let chord: [Int32]
      switch line.text("command") {
      case "next": chord = [KEY_TAB]
      case "previous": chord = [KEY_LEFTSHIFT, KEY_TAB]
      case "select": chord = [KEY_ENTER]
      default: continue
      }
      let accepted = try #require(line.number("accepted"))
      let time = max(accepted, earliest.last.map { $0 + 40_000 } ?? accepted)
      expected += chord.map { [$0, 1] } + chord.reversed().map { [$0, 0] }
      earliest += Array(repeating: time, count: 2 * chord.count)
    }
    try eventually("\(expected.count) edges on the virtual keyboard", readable: reader.descriptor) {
      read()
      return edges.count >= expected.count
    }
    #expect(edges.map { [$0.code, $0.isDown ? 1 : 0] } == expected)
    for (edge, time) in zip(edges, earliest) { #expect(edge.time >= time, "\(edge) before \(time)") }
  }
}
