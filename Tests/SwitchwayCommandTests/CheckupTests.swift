import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayExplain
@testable import switchway

/// Why a box whose only switch is the space bar is not read.
private let unreadBox = NodeWords.reason(
  .textKeys([57]), Profile(name: "test", devices: [DeviceEntry(name: "box", match: DeviceMatch())]), entry: 0,
  device: DeviceDescription(name: "Box"))

/// Something that is wrong with a machine, and what the doctor says of it.
struct Complaint: Sendable {
  var name: String
  var check: String
  var status: Finding.Status
  var says: String
  var mend: String
  var change: @Sendable (inout MachineFacts) -> Void

  init(
    _ name: String, _ check: String, _ status: Finding.Status, says: String, mend: String,
    _ change: @escaping @Sendable (inout MachineFacts) -> Void
  ) {
    self.name = name
    self.check = check
    self.status = status
    self.says = says
    self.mend = mend
    self.change = change
  }
}

@Suite("What the doctor makes of a machine") struct CheckupTests {
  static let checks = [
    "config", "permissions", "groups", "udev-rules", "uinput", "session", "service", "socket", "devices",
  ]

  /// A machine on which all is well.
  static func well() -> MachineFacts {
    var facts = MachineFacts()
    facts.user = "anna"
    facts.configPath = "/home/anna/.config/switchway/default.yaml"
    facts.nodeCount = 5
    facts.taken = [
      MachineFacts.Node(path: "/dev/input/event4", name: "Box", isReadable: false, isServiceReadable: true)
    ]
    facts.rule = "/usr/lib/udev/rules.d/70-switchway.rules"
    facts.uinput = SystemRecords.Rights(owner: 0, group: 990, mode: 0o660)
    facts.isUinputGiven = true
    facts.session = .inFront(seat: "seat0")
    facts.template = "/usr/lib/systemd/system/switchway@.service"
    facts.unit = MachineFacts.Unit(state: "active", isEnabled: true, result: "success", process: 812)
    facts.listeners = [MachineFacts.Listener(path: "/run/switchway/anna/socket", process: 812)]
    facts.daemon = .here(version: "switchwayd 0.1.0", profile: "default", devices: 1, isActive: true)
    return facts
  }

  static let complaints = [
    Complaint(
      "a key-remap file with an error", "config", .problem, says: "1 error: x.yaml:1:1: no", mend: "switchway check"
    ) {
      $0.configErrors = 1
      $0.configFirst = "x.yaml:1:1: no"
    },
    Complaint(
      "a key-remap file with an error, and a last good one", "config", .problem,
      says: "1 error: x.yaml:1:1: no; the last good one is used until they are fixed", mend: "switchway check"
    ) {
      $0.configErrors = 1
      $0.configFirst = "x.yaml:1:1: no"
      $0.substitute = "the last good one"
    },
    Complaint(
      "nothing plugged in", "permissions", .warning, says: "no input device is plugged in", mend: "plug the switch in"
    ) {
      $0.nodeCount = 0
      $0.taken = []
    },
    Complaint(
      "the box of the profile is not plugged in", "permissions", .warning,
      says: "'Test Box' of the profile is not plugged in", mend: "plug it in"
    ) {
      $0.taken = []
      $0.unplugged = ["Test Box"]
    },
    Complaint(
      "nothing that an entry takes", "permissions", .warning, says: "none of the 5 input devices",
      mend: "switchway setup"
    ) { $0.taken = [] },
    Complaint(
      "a pedal of other keys", "devices", .warning, says: "Box has no input that a switch of the profile uses",
      mend: "switchway learn"
    ) { $0.taken[0].unheard = "it has button-1: key_f14; 'switchway learn' writes the one that you press" },
    Complaint(
      "a switch that is a mouse", "devices", .warning, says: "Box reports itself as a mouse: each press also clicks",
      mend: "add 'grab: yes' to its entry"
    ) { $0.taken[0].clicksToo = true },
    Complaint(
      "a panic", "socket", .warning, says: "the emergency release is active", mend: "switchway resume"
    ) { $0.daemon = .here(version: "", profile: "", devices: 1, isActive: true, modes: ["active", "panic"]) },
    Complaint("a pause", "socket", .warning, says: "switches are paused", mend: "switchway rest off") {
      $0.daemon = .here(version: "", profile: "", devices: 1, isActive: true, modes: ["active", "rest"])
    },
    Complaint("keys that only type", "socket", .warning, says: "keys type", mend: "switchway pass-through off") {
      $0.daemon = .here(version: "", profile: "", devices: 1, isActive: true, modes: ["active", "pass-through"])
    },
    Complaint(
      "a node whose switch is a key that types, not grabbed", "permissions", .problem,
      says: "/dev/input/event4 (Box) is not read: key_space types text", mend: "switchway edit"
    ) { $0.taken[0].unread = unreadBox },
    Complaint(
      "a node that nobody may read", "permissions", .problem, says: "/dev/input/event4 (Box)", mend: "udevadm trigger"
    ) { $0.taken[0].isServiceReadable = false },
    Complaint(
      "no group input", "groups", .problem, says: "the group input does not exist", mend: "sudo systemd-sysusers"
    ) {
      $0.hasInputGroup = false
    },
    Complaint(
      "no group for typing", "groups", .problem, says: "the group switchway-uinput does not exist",
      mend: "sudo systemd-sysusers switchway.conf"
    ) { $0.hasTypingGroup = false },
    Complaint(
      "a person who may read every key", "groups", .warning, says: "all of this user's programs can read every key",
      mend: "sudo gpasswd --delete anna input"
    ) { $0.memberships = ["input"] },
    Complaint(
      "a person who may type", "groups", .warning, says: "all of this user's programs can type",
      mend: "sudo gpasswd --delete anna switchway-uinput"
    ) { $0.memberships = ["switchway-uinput"] },
    Complaint("no rule", "udev-rules", .problem, says: "70-switchway.rules is not installed", mend: "make install") {
      $0.rule = nil
    },
    Complaint("no uinput", "uinput", .problem, says: "/dev/uinput does not exist", mend: "sudo modprobe uinput") {
      $0.uinput = nil
    },
    Complaint(
      "uinput of another group", "uinput", .problem, says: "does not belong to group switchway-uinput",
      mend: "udevadm trigger"
    ) {
      $0.isUinputGiven = false
    },
    Complaint(
      "uinput for all", "uinput", .warning, says: "every program on this computer can type keys", mend: "udev rule"
    ) {
      $0.uinput?.mode = 0o666
    },
    Complaint("no logind", "session", .warning, says: "logind is not running", mend: "--session always") {
      $0.session = .unknown
    },
    Complaint(
      "another session in front", "session", .warning, says: "not the active one", mend: "log in at the computer"
    ) {
      $0.session = .behind
    },
    Complaint("no systemd", "service", .warning, says: "systemd is not running here", mend: "start switchwayd") {
      $0.hasSystemd = false
    },
    Complaint("no unit", "service", .problem, says: "switchway@.service is not installed", mend: "make install") {
      $0.template = nil
    },
    Complaint(
      "a unit of which nothing is known", "service", .warning, says: "switchway@anna.service", mend: "systemctl status"
    ) { $0.unit = nil },
    Complaint(
      "a unit that has failed", "service", .problem, says: "failed (watchdog)",
      mend: "journalctl -u switchway@anna.service"
    ) { $0.unit = MachineFacts.Unit(state: "failed", isEnabled: true, result: "watchdog") },
    Complaint(
      "a unit that does not run", "service", .problem, says: "is not running (inactive)",
      mend: "sudo switchway install-service anna"
    ) { $0.unit = MachineFacts.Unit(state: "inactive", isEnabled: false, result: "success") },
    Complaint(
      "a unit that is not enabled", "service", .warning, says: "does not start at boot",
      mend: "sudo switchway install-service anna"
    ) { $0.unit?.isEnabled = false },
    Complaint(
      "no daemon", "socket", .problem, says: "no daemon is running", mend: "sudo switchway install-service anna"
    ) { $0.daemon = .none("no daemon is running: looked for /run/switchway/anna/socket") },
    Complaint(
      "a second daemon in a terminal", "socket", .problem,
      says: "2 daemons answer: process 9 at /run/user/1000/switchway/socket, "
        + "switchway@anna.service at /run/switchway/anna/socket", mend: "for example: kill 9"
    ) { $0.listeners.insert(MachineFacts.Listener(path: "/run/user/1000/switchway/socket", process: 9), at: 0) },
    Complaint(
      "a daemon that hides the service", "socket", .problem,
      says: "programs connect to process 9 at /tmp/x and not to switchway@anna.service, "
        + "whose socket is /run/switchway/anna/socket", mend: "kill 9, and unset SWITCHWAY_SOCKET where it is set"
    ) { $0.listeners = [MachineFacts.Listener(path: "/tmp/x", process: 9)] },
    Complaint(
      "required devices that are absent", "devices", .problem, says: "required and not plugged in: 'box', 'stick'",
      mend: "plug it in; 'switchway devices' lists the devices, and says why none of them is 'box'"
    ) { $0.absent = ["box", "stick"] },
    Complaint(
      "a keyboard that is not taken", "devices", .problem,
      says: "not grabbed, so it types and gives no commands: Laptop Keyboard", mend: "release all its keys"
    ) { $0.looseKeyboards = ["Laptop Keyboard"] },
    Complaint(
      "a box that another program has grabbed", "devices", .problem,
      says: "another program has grabbed Box, so its presses do not arrive", mend: "sudo fuser -v /dev/input/event4"
    ) { $0.held = [.init(name: "Box", path: "/dev/input/event4")] },
    Complaint(
      "a box that a known program has grabbed", "devices", .problem,
      says: "another program has grabbed Box, so its presses do not arrive",
      mend: "Switchway then grabs the device by itself; evtest (process 12) has it open"
    ) { $0.held = [.init(name: "Box", path: "/dev/input/event4", programs: ["evtest (process 12)"])] },
    Complaint(
      "a box that came back with another id", "devices", .warning,
      says: "'box' of the profile is not plugged in, but Test Box is, with the id 1209:0002 and the kind joystick",
      mend: "set it up again"
    ) { $0.troubles = [.changed(entry: "box", device: "Test Box", id: "1209:0002", kind: "joystick")] },
    Complaint(
      "a joystick that another program has open", "devices", .warning,
      says: "evtest (process 12) may have grabbed Test Stick, so that its presses do not arrive",
      mend: "if its presses do not arrive, end that program and press again"
    ) { $0.opened = [.open(device: "Test Stick", programs: ["evtest (process 12)"])] },
    Complaint(
      "a uinput that was loaded later", "uinput", .problem, says: "no virtual keyboard, so Switchway cannot type",
      mend: "sudo systemctl restart switchway@anna"
    ) { $0.lacksKeyboard = true },
  ]

  static let keyboards: [(String, String, [String])] = [
    (#""active":true,"panic":false"#, #""all""#, ["K1", "K2"]), (#""active":true,"panic":false"#, #"["kb"]"#, ["K1"]),
    (#""active":false,"panic":false"#, #""all""#, []), (#""active":true,"panic":true"#, #""all""#, []),
    (#""active":true,"panic":false"#, "null", []),
  ]

  @Test("doctor reports keyboards that the daemon should have grabbed and has not", arguments: keyboards)
  func looseKeyboards(modes: String, devices: String, expected: [String]) throws {
    let state = try JSONValue.parse(
      Array(
        (#"{"modes":{\#(modes)},"devices":[{"device":"kb","name":"K1","kind":"keyboard","grabbed":false},"#
          + #"{"device":"other","name":"K2","kind":"keyboard","grabbed":false},"#
          + #"{"device":"kb","name":"K3","kind":"keyboard","grabbed":true},"#
          + #"{"device":"box","name":"Box","kind":"switch-interface","grabbed":false}]}"#).utf8))
    let keyboard = devices == "null" ? "null" : #"{"devices":\#(devices)}"#
    let config = try JSONValue.parse(Array(#"{"in-force":{"keyboard":\#(keyboard)}}"#.utf8))
    #expect(MachineFacts.looseKeyboards(state: Wire.State(state), config: Wire.Configuration(config)) == expected)
  }

  @Test("the service may use uinput by its numbers: a path that is not there when it starts would be left out")
  func lateUinput() throws {
    let unit = String(decoding: try Scene.bytes(of: "\(Scene.top)/systemd/switchway@.service"), as: UTF8.self)
    #expect(unit.contains("\nDeviceAllow=/dev/char/10:223 rw\n"))
    #expect(!unit.contains("DeviceAllow=/dev/uinput"))
  }

  @Test("doctor reports devices that another program has grabbed, and no others")
  func held() throws {
    let state = try JSONValue.parse(
      Array(
        (#"{"devices":[{"device":"a","name":"Box","kind":"switch-interface","grabbed":false,"reason":"busy"},"#
          + #"{"device":"b","name":"Pad","kind":"gamepad","grabbed":false},"#
          + #"{"device":"c","name":"Other","kind":"pedal","grabbed":false,"reason":"key-down"}]}"#).utf8))
    let held = MachineFacts.held(state: Wire.State(state), nodes: Self.well().taken)
    #expect(held == [.init(name: "Box", path: "/dev/input/event4")])
  }

  @Test("a virtual keyboard is not missed while another session is in front, after a panic, or without a daemon")
  func keyboardNotNeeded() {
    var facts = Self.well()
    facts.lacksKeyboard = true
    func isWell() -> Bool { Checkup.findings(of: facts).contains { $0.check == "uinput" && $0.status == .ok } }
    #expect(!isWell())
    facts.daemon = .here(version: "", profile: "", devices: 0, isActive: false)
    #expect(isWell())
    facts.daemon = .here(version: "", profile: "", devices: 0, isActive: true, modes: ["panic"])
    #expect(isWell())
    facts.daemon = .none("")
    #expect(isWell())
  }

  @Test("on a machine without problems, doctor has one line for each check and no remedy")
  func allWell() {
    let findings = Checkup.findings(of: Self.well())
    #expect(findings.map(\.check) == Self.checks)
    #expect(findings.allSatisfy { $0.status == .ok && $0.help == nil })
  }

  @Test("a problem appears at its own check only, with its remedy", arguments: complaints)
  func complaint(row: Complaint) {
    var facts = Self.well()
    row.change(&facts)
    let findings = Checkup.findings(of: facts)
    #expect(findings.map(\.check) == Self.checks)
    let wrong = findings.filter { $0.status != .ok }
    #expect(wrong.map(\.check) == [row.check], "\(row.name)")
    #expect(wrong.first?.status == row.status, "\(row.name)")
    #expect(wrong.first?.message.contains(row.says) ?? false, "\(row.name): \(wrong)")
    #expect(wrong.first?.help?.contains(row.mend) ?? false, "\(row.name): \(wrong)")
  }

  @Test("with an error in the file, every remedy is to correct it: no advice to write another one")
  func brokenFile() {
    var facts = Self.well()
    facts.configErrors = 1
    facts.configFirst = "x.yaml:1:1: no"
    // Without a profile no entry takes a device.
    facts.taken = []
    let wrong = Checkup.findings(of: facts).filter { $0.status != .ok }
    #expect(wrong.map(\.check) == ["config", "permissions"])
    #expect(wrong.allSatisfy { $0.help == "switchway check" }, "\(wrong)")
  }

  /// A desktop that does nothing to typed keys.
  private static let desktop = DesktopAdvice(
    desktop: "GNOME", ownLayout: "us", layout: nil, slowKeys: nil, bounceKeys: nil, stickyKeys: false)

  @Test("doctor reports what a desktop does to typed keys, with the remedy, and else that all is well")
  func desktops() {
    var facts = Self.well()
    func said() -> [Finding] { Array(Checkup.findings(of: facts).dropFirst(Self.checks.count)) }
    facts.desktop = Self.desktop
    #expect(said() == [.ok("desktop", "no setting of GNOME changes what Switchway types")])
    facts.desktop?.layout = "fr(oss)"
    #expect(
      said() == [
        .warning(
          "layout",
          "the keyboard layout of GNOME is fr(oss), and Switchway uses us: letters and signs are on other keys than "
            + "Switchway expects",
          help: "write 'keyboard: {layout: fr(oss)}' into the profile, or choose us in the settings of GNOME")
      ])
    facts.desktop = Self.desktop
    facts.desktop?.slowKeys = .milliseconds(300)
    let off = "turn Slow Keys off in the settings of GNOME; 'steady' in the profile does the same"
    #expect(
      said() == [
        .warning(
          "slow-keys",
          "Slow Keys are on in GNOME: a key counts when it is held for 0.3 s, so keys that Switchway types do nothing",
          help: off + "; or write 'press: 350ms' into the bridge")
      ])
    // A bridge cannot hold a key for so long.
    facts.desktop?.slowKeys = .milliseconds(1_951)
    #expect(said().first?.help == off)
    facts.desktop?.slowKeys = nil
    facts.desktop?.bounceKeys = .milliseconds(120)
    facts.desktop?.stickyKeys = true
    #expect(said().map(\.check) == ["bounce-keys", "sticky-keys"])
    #expect(said().allSatisfy { $0.status == .warning && $0.help?.contains("in the settings of GNOME") == true })
  }

  @Test("root, who only looks, is not told to run the service as root")
  func root() {
    var facts = Self.well()
    facts.user = "root"
    facts.daemon = .none("no daemon is running")
    #expect(Checkup.findings(of: facts).first { $0.check == "socket" }?.help?.contains("install-service USER") ?? false)
  }

  @Test("as JSON, findings are a list of objects, with help only where there is a remedy")
  func json() throws {
    var facts = Self.well()
    facts.uinput = nil
    let bytes = Array(Finding.json(Checkup.findings(of: facts)).utf8)
    #expect(bytes.last == UInt8(ascii: "\n"))
    let list = try JSONValue.parse(Array(bytes.dropLast())).arrayValue ?? []
    #expect(list.map { $0["check"]?.stringValue } == Self.checks.map(Optional.some))
    #expect(
      list[0]
        == .object([
          "check": .string("config"), "status": .string("ok"),
          "message": .string("/home/anna/.config/switchway/default.yaml can be used"),
        ]))
    #expect(list[4]["status"]?.stringValue == "problem")
    #expect(list[4]["help"]?.stringValue == "sudo modprobe uinput")
  }

  @Test(
    "names that a unit can have, and others",
    arguments: [
      ("anna", true), ("anna-b.c_d", true), ("anna@example.org", true), ("", false), ("a b", false), ("a/b", false),
      ("a\\b", false), ("ä", false), ("a\n", false), ("$(x)", false),
    ])
  func names(name: String, isPlain: Bool) { #expect(ServicePlaces.isPlain(name) == isPlain) }
}
