import CLinuxInput
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The command line of `switchway-scan`, as far as it needs no screen.
@Suite("The command line of switchway-scan", .blocking) struct ScanCommandTests {
  private let scene: Scene
  private var environment: [String: String] { ["XDG_CONFIG_HOME": scene.folder, "XDG_RUNTIME_DIR": scene.folder] }

  init() throws { scene = try Scene() }

  private func run(_ arguments: String..., environment: [String: String]? = nil) throws -> Program.Result {
    try Program.run("switchway-scan", arguments, environment: environment ?? self.environment)
  }

  @Test("--enable writes a desktop entry that starts this program, --disable takes it away; twice is no mistake")
  func autostart() throws {
    let file = "\(scene.folder)/autostart/switchway-scan.desktop"
    for _ in 0..<2 {
      let result = try run("--enable")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      #expect(result.output.contains(file) && result.output.contains("switchway profile one-switch-scan --keep"))
      let entry = String(decoding: try Scene.bytes(of: file), as: UTF8.self)
      #expect(entry.hasPrefix("[Desktop Entry]\nType=Application\n"))
      #expect(entry.contains("Exec=\"\(Program.folder)/switchway-scan\"\n"), "\(entry)")
    }
    for _ in 0..<2 {
      let result = try run("--disable")
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      #expect(unsafe access(file, F_OK) != 0)
    }
  }

  @Test("--enable and --disable change GNOME's setting where the extension is installed, and keep the others of it")
  func extensionSetting() throws {
    let names = ["switchway-scan@switchway.io", "switchway-scan-43@switchway.io"]
    let setting = try scene.file("setting", "@as []")
    _ = try scene.script(
      "bin/gsettings",
      """
      #!/bin/sh
      [ "$2 $3" = "org.gnome.shell enabled-extensions" ] || exit 1
      case $1 in get) cat "$SETTING" ;; set) printf "%s" "$4" >"$SETTING" ;; esac
      """)
    var environment = self.environment
    environment["SETTING"] = setting
    environment["PATH"] = "\(scene.folder)/bin:/usr/bin:/bin"
    environment["XDG_DATA_DIRS"] = "\(scene.folder)/data"
    environment["XDG_CURRENT_DESKTOP"] = "GNOME"
    func after(_ option: String) throws -> String {
      let result = try run(option, environment: environment)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      return String(decoding: try Scene.bytes(of: setting), as: UTF8.self)
    }
    // It is not installed.
    #expect(try run("--enable", environment: environment).output.contains("install the package switchway-scan-gnome"))
    try scene.file("data/gnome-shell/extensions/\(names[0])/metadata.json", "{}")
    let ours = "'\(names[0])', '\(names[1])'"
    for (before, enabled, disabled) in [
      ("@as []", "[\(ours)]", "@as []"),
      ("['a@b']", "['a@b', \(ours)]", "['a@b']"),
      (#"["it's", 'a@b']"#, #"["it's", 'a@b', \#(ours)]"#, #"["it's", 'a@b']"#),
      ("['\(names[1])', 'a@b']", "['\(names[1])', 'a@b', '\(names[0])']", "['a@b']"),
    ] {
      try scene.file("setting", before)
      for _ in 0..<2 { #expect(try after("--enable") == enabled) }
      for _ in 0..<2 { #expect(try after("--disable") == disabled) }
    }
    #expect(try run("--enable", environment: environment).output.contains("log out once"))
    environment["PATH"] = "/nowhere"
    let failed = try run("--enable", environment: environment)
    #expect(failed.status == 1 && failed.errors.contains("gsettings is needed"), "\(failed)")
  }

  @Test("--enable without a place for the entry says so, and leaves nothing")
  func noPlace() throws {
    let result = try run("--enable", environment: [:])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("switchway-scan: neither XDG_CONFIG_HOME nor HOME is set"))
    try scene.file("autostart", "not a folder")
    let blocked = try run("--enable")
    #expect(blocked.status == 1 && blocked.errors.contains("\(scene.folder)/autostart"), "\(blocked)")
  }

  @Test(
    "wrong usage ends with 2 and says what is right",
    arguments: [
      (["--enable", "--disable"], "give one of --enable, --disable"), (["--with-names"], "needs --dump"),
      (["--pages", ""], "--pages: expected a file"), (["--settings", ""], "--settings: expected a file"),
      (["--socket", ""], "--socket: expected a path"), (["--ring"], "Unknown option '--ring'"),
    ])
  func usage(arguments: [String], message: String) throws {
    let result = try Program.run("switchway-scan", arguments, environment: environment)
    #expect(result.status == 2 && result.output.isEmpty && result.errors.contains(message), "\(result)")
  }

  @Test("--pages prints the pages of a recorded tree, by the groups of the settings")
  func pages() throws {
    let tree = try scene.file(
      "form.tree",
      """
      switchway-tree 2
      frame name=Form at=0,0,400,300 states=enabled,sensitive,showing,visible
        push-button name=Send at=10,10,80,30 states=focusable,enabled,sensitive,showing,visible action=click
        push-button name=Cancel at=100,10,80,30 states=focusable,enabled,sensitive,showing,visible action=click

      """)
    let result = try run("--pages", tree)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.output.contains("Send") && result.output.contains("Cancel") && result.output.contains("panel"))
  }

  @Test("a file that is no recorded tree is refused with its line and column; one that is not there by its name")
  func noTree() throws {
    let file = try scene.file("other.tree", "switchway-tree 2\nsomething\n")
    let result = try run("--pages", file)
    #expect(result.status == 1 && result.errors.contains("\(file):2:1: error:"), "\(result)")
    let missing = try run("--pages", "\(scene.folder)/none.tree")
    #expect(missing.status == 1 && missing.errors.contains("none.tree: No such file"), "\(missing)")
  }

  @Test("what the system refuses is no wrong usage")
  func fewDescriptors() throws {
    let script = #"\#(Program.closesOthers); ulimit -n 4; exec "$0""#
    let result = try Program.run(
      "/bin/bash", ["-c", script, "\(Program.folder)/switchway-scan"], environment: environment)
    #expect(result.status == 1 && result.errors.hasSuffix(": Too many open files\n"), "\(result)")
  }

  @Test("settings that are named must be there")
  func missingSettings() throws {
    let path = "\(scene.folder)/none.yaml"
    let words = "\(path):1:1: error: no such file\nhelp: give the path of a file that is there\n"
    #expect(
      try run("--settings", path)
        == .init(status: 1, output: "", errors: "switchway-scan: the settings are not used\n\(words)"))
  }

  @Test("settings with a mistake are not used, and the program says where the mistake is")
  func mistake() throws {
    let settings = try scene.file("switchway/desktop.yaml", "ring: {widht: 8}\n")
    let result = try run()
    #expect(result.status == 1)
    #expect(result.errors.contains("\(settings):1:8: error: unknown key 'widht'"), "\(result)")
    #expect(result.errors.contains("did you mean 'width'?"))
  }

  @Test("settings that may not be read are status 3")
  func noPermission() throws {
    let settings = try scene.file("desktop.yaml", "after: group\n")
    let tree = try scene.file("form.tree", "switchway-tree 2\nframe name=Form at=0,0,400,300\n")
    unsafe chmod(settings, 0)
    unsafe chmod(scene.folder, 0o755)
    let result = try Unprivileged.run(
      "switchway-scan", ["--settings", settings, "--pages", tree], environment: environment)
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("\(settings):1:1: error: no permission to read the file\n"), "\(result)")
  }

  @Test("a result that cannot be written is an error")
  func full() throws {
    let tree = try scene.file(
      "form.tree",
      """
      switchway-tree 2
      frame name=Form at=0,0,400,300 states=enabled,sensitive,showing,visible
        push-button name=Send at=10,10,80,30 states=focusable,enabled,sensitive,showing,visible action=click

      """)
    let full = "switchway-scan: cannot write the results: No space left on device\n"
    for arguments in [["--help"], ["--version"], ["--pages", tree]] {
      let result = try Program.run(
        "/bin/sh", ["-c", #"exec "$@" >/dev/full"#, "sh", "\(Program.folder)/switchway-scan"] + arguments,
        environment: environment)
      #expect(result == .init(status: 1, output: "", errors: full))
    }
  }

  @Test("without a display it ends and says what to do")
  func noDisplay() throws {
    let result = try run()
    #expect(result.status == 1)
    #expect(result.errors.contains("neither WAYLAND_DISPLAY nor DISPLAY is set\nhelp: switchway-scan --doctor"))
    let homeless = try run(environment: ["XDG_CONFIG_HOME": scene.folder])
    #expect(homeless.status == 1 && homeless.errors.contains("XDG_RUNTIME_DIR is not set"))
  }

  /// Runs it on a screen without a bus, calls `body`, and ends it by a signal.
  private func onScreen(socket: String, signal: Int32 = SIGTERM, _ body: () throws -> Void) throws {
    let screen = try Program("/usr/bin/Xvfb", ["-displayfd", "1", "-nolisten", "tcp", "-noreset"])
    let display = ":\(try screen.output.next() ?? "")"
    let none = ["DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scene.folder)/none"]
    let program = try Program("switchway-scan", ["--socket", socket], environment: none.merging(environment) { $1 })
    try body()
    // When it runs, it says what there is not.
    #expect(try program.errors.next()?.contains("the bus cannot be reached") == true)
    program.signal(signal)
    #expect(try program.end() == 0)
  }

  @Test("a signal ends it with status 0, as the session's end does", arguments: [SIGTERM, SIGINT, SIGHUP])
  func ended(by signal: Int32) throws { try onScreen(socket: "\(scene.folder)/none", signal: signal) {} }

  @Test(
    "each of its claims, from the first on, says what it gets while the screen is locked",
    arguments: [("lock: {typing: no}\n", "scan"), ("lock: {typing: yes}\n", "type")])
  func claimsForLock(settings: String, whenLocked: String) throws {
    try scene.file("switchway/desktop.yaml", settings)
    let daemon = try ScriptedDaemon(scene)
    try onScreen(socket: scene.socket) {
      try daemon.accept()
      let claims = try (0..<2).map { _ in try daemon.answer(until: "claim") }
      // It may have been started behind a lock, and on a busy machine presses come before its second claim.
      #expect(claims.map { $0["when-locked"]?.stringValue } == [whenLocked, whenLocked])
      #expect(claims.map { $0["commands"]?.arrayValue?.count ?? 0 < 4 } == [true, false])
    }
  }

  @Test("a second one of the same person says that one runs")
  func second() throws {
    let path = "\(scene.folder)/switchway-scan.lock"
    let lock = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    let result = try run()
    #expect(result.status == 1 && result.errors.contains("is already running for this user"), "\(result)")
    close(lock)
    // The lock ends with its holder.
    #expect(try run().errors.contains("WAYLAND_DISPLAY"))
  }

  @Test("--doctor names each thing that is missing, and what to do about it")
  func doctor() throws {
    let result = try run("--doctor", "--socket", "\(scene.folder)/none")
    #expect(result.status == 1 && result.errors.isEmpty, "\(result)")
    for line in [
      "problem  Switchway is not running\n         help: switchway doctor", "problem  neither WAYLAND_DISPLAY",
      "problem  a locked screen is noticed only if",
    ] {
      #expect(result.output.contains(line), "\(result)")
    }
  }

  @Test("--doctor says what stands in the way of speech, where it is wanted")
  func doctorOfSpeech() throws {
    func doctor(_ text: String, _ environment: [String: String]) throws -> String {
      let settings = try scene.file("desktop.yaml", text)
      return try run(
        "--doctor", "--socket", "\(scene.folder)/none", "--settings", settings,
        environment: self.environment.merging(environment) { $1 }
      ).output
    }
    let none = ["PATH": scene.folder, "SPEECHD_ADDRESS": "unix_socket:\(scene.folder)/speech"]
    #expect(
      try doctor("speech: {items: yes}\n", none).contains(
        "problem  nothing is spoken: speech-dispatcher is not installed\n         help: sudo apt install speech"
      ))
    #expect(try !doctor("after: top\n", none).contains("spoken"))
    // A server that takes no connection and answers nothing.
    let listener = unsafe sw_listen_at("\(scene.folder)/speech", 8)
    try #require(listener >= 0)
    defer { close(listener) }
    #expect(try doctor("speech: {items: no}\n", none).contains("problem  speech-dispatcher does not answer"))
  }

  @Test(
    "--doctor says that the speech server ends, or is another program",
    arguments: [
      ("", "problem  speech-dispatcher has ended"), ("SSH-2.0\r\n", "problem  nothing is spoken: the program"),
    ])
  func doctorOfStrangeSpeech(answer: String, expected: String) throws {
    let path = "\(scene.folder)/speech"
    let listener = unsafe sw_listen_at(path, 8)
    try #require(listener >= 0)
    defer { close(listener) }
    let serve: @Sendable () -> Void = {
      var watched = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&watched, 1, 60_000) == 1 else { return }
      let connection = sw_accept(listener)
      let bytes = Array(answer.utf8)
      _ = unsafe sw_send(connection, bytes, bytes.count)
      // After what it is asked for, or the rest would be lost with the connection.
      watched.fd = connection
      _ = unsafe poll(&watched, 1, 60_000)
      close(connection)
    }
    let settings = try scene.file("desktop.yaml", "speech: {items: yes}\n")
    var output = ""
    // The doctor waits for two seconds. On a busy machine the answer may come later.
    try eventually("\(expected) in: \(output)") {
      Thread(block: serve).start()
      output = try run(
        "--doctor", "--socket", "\(scene.folder)/none", "--settings", settings,
        environment: environment.merging(["SPEECHD_ADDRESS": "unix_socket:\(path)"]) { $1 }
      ).output
      return output.contains(expected)
    }
  }

  @Test("--doctor says whether the daemon's profile can scan, and lets it type")
  func doctorOfDaemon() throws {
    for (profile, line) in [
      ("one-switch-scan", "ok       the profile 'test' scans: auto"),
      ("one-switch-desktop", "problem  the profile 'test' lets no program type"),
      ("two-switch", "ok       the profile 'test' scans with its own switches"),
      ("one-switch", "problem  the profile 'test' neither scans"),
    ] {
      let daemon = try scene.daemon(profile: "switchway: 1\nextends: \(profile)\n")
      var output = ""
      // The doctor waits for two seconds. On a busy machine the daemon may answer later.
      try eventually("\(line) in: \(output)") {
        output = try run("--doctor", "--socket", scene.socket).output
        return output.contains(line)
      }
      daemon.signal(SIGTERM)
      _ = try daemon.end()
    }
  }

  @Test(
    "--doctor says why words are not completed",
    arguments: [("C.UTF-8", "the locale names no language"), ("xx_YY.UTF-8", "no word list for the language 'xx'")])
  func wordList(locale: String, reason: String) throws {
    let all = environment.merging(["LC_ALL": locale]) { $1 }
    let result = try run("--doctor", "--socket", "\(scene.folder)/none", environment: all)
    #expect(result.output.contains("note     words are not completed: \(reason)"), "\(result)")
  }

  @Test("--doctor counts the programs of the panel, of 400 entries with a broken line and a name of 1 MiB among them")
  func programs() throws {
    let folder = "\(scene.folder)/data/applications"
    try FileManager.default.createDirectory(atPath: "\(folder)/deep", withIntermediateDirectories: true)
    for number in 0..<395 {
      let text = "[Desktop Entry]\nType=Application\nName=P \(number)\nExec=sh -c true\n"
      try scene.file("data/applications/p\(number).desktop", text)
    }
    for (name, line) in [
      ("broken", "no line of an entry"), ("long", "Name=" + String(repeating: "x", count: 1 << 20)),
      ("hidden", "NoDisplay=true"), ("missing", "TryExec=/nowhere/at/all"), ("deep/p0", "Name=Another"),
    ] {
      let text = "[Desktop Entry]\nType=Application\nName=Q\n\(line)\nExec=sh\n"
      try scene.file("data/applications/\(name).desktop", text)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    func count(_ environment: [String: String]) throws -> String {
      let all = ["XDG_DATA_HOME": "\(scene.folder)/data", "XDG_DATA_DIRS": "/nowhere", "PATH": path]
        .merging(environment) { $1 }.merging(self.environment) { $1 }
      return try run("--doctor", "--socket", "\(scene.folder)/none", environment: all).output
    }
    #expect(try count([:]).contains("ok       396 programs can be started from the panel"))
    // The first folder hides what the others have of the same name.
    let other = ["XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "\(scene.folder)/hides:\(scene.folder)/data"]
    try FileManager.default.createDirectory(
      atPath: "\(scene.folder)/hides/applications", withIntermediateDirectories: true)
    try scene.file("hides/applications/p1.desktop", "[Desktop Entry]\nHidden=true\n")
    try scene.file("hides/applications/deep-p0.desktop", "")
    #expect(try count(other).contains("ok       394 programs can be started"))
    #expect(try count(["PATH": "/nowhere"]).contains("note     0 programs can be started"))
    #expect(try count(["PATH": "/nowhere"]).contains("note     the panel cannot change the volume"))
  }
}
