import Glibc
import Switchway
import SwitchwayProtocol
import SwitchwayDesk
import SwitchwayDesktopSettings
import SwitchwayScreen
import SwitchwayReactor
import SwitchwayScanning
import SwitchwayText

/// Finds the problems that prevent the desktop scanner from working, and says what to do, for `--doctor`.
final class Doctor {
  private enum Status: String { case ok, note, problem }

  /// The time for which the doctor waits for the daemon and the accessibility bus, in µs. They usually answer within
  /// milliseconds.
  private static let patience: Int64 = 2_000_000

  private let settings: DesktopSettingsResult
  /// `nil` if speech is off.
  private var speech: SpeechServer?
  private var speechTroubles: [SpeechServer.Trouble] = []
  private let client: Client
  private let windows: WindowNews
  private var state: Wire.State?
  private var bindings: [Wire.Binding] = []
  /// The reason why there is no accessibility bus; empty if there is one. `nil` if there was no answer.
  private var busFailure: String?
  private var wasDisabled = false
  /// The state of the extension according to GNOME's shell. `nil` if windows are not reported that way.
  private var shellExtension: ShellExtension?
  private var isAnswered = false
  /// Whether the compositor has reported the active window, or that it does not report it.
  private var hasLooked = false
  private var source: DescriptorSource?
  private var text = ""
  private var hasProblem = false

  init(settings: DesktopSettingsResult, socket: String?) throws {
    self.settings = settings
    windows = try WindowNews(isBeside: true)
    client = Client(name: "switchway-scan-doctor", path: socket, reconnects: false)
  }

  /// Prints the results. Returns whether there is no problem.
  func run(_ process: ProcessContext, _ autostart: Autostart) throws -> Bool {
    try openSpeech(process.environment)
    try ask()
    if settings.settings == nil { add(.problem, "the settings have an error, so it does not run:\n" + settings.text) }
    tellDaemon()
    tellPanel(process.environment)
    tellBus()
    tellScreen()
    tellPlaces(ShellSetting(environment: process.environment))
    tellLock()
    tellSpeech()
    tellToolkits(process.environment)
    tellPrograms(process.environment)
    add(
      .note, autostart.isEnabled ? "switchway-scan starts at login" : "switchway-scan does not start at login",
      autostart.isEnabled ? nil : "switchway-scan --enable")
    try Output.write(text)
    return !hasProblem
  }

  private func add(_ status: Status, _ message: String, _ help: String? = nil) {
    text += status.rawValue + String(repeating: " ", count: 9 - status.rawValue.utf8.count) + message + "\n"
    if let help { text += "         help: \(help)\n" }
    if status == .problem { hasProblem = true }
  }

  private func add(_ good: String?, else status: Status, _ message: String, _ help: String? = nil) {
    if let good { add(.ok, good) } else { add(status, message, help) }
  }

  private func ask() throws {
    source = try windows.reactor.watch(client.fileDescriptor, for: Reactor.Ready.readable, priority: .control) {
      [unowned self] _ in takeEvents()
    }
    try windows.start(onNews: { [unowned self] news in
      switch news {
      case .connected: (busFailure, wasDisabled) = ("", windows.desk?.hasEnabled ?? false)
      case .lost(let reason): busFailure = reason
      default: break
      }
      leaveIfDone()
    })
    if windows.desk == nil { busFailure = windows.failures.first }
    windows.look { [unowned self] in
      guard let watch = windows.watch else { return endLook(nil) }
      watch.askExtension { [unowned self] in endLook($0) }
    }
    try windows.run(for: Self.patience)
    source = nil
    client.close()
  }

  private func openSpeech(_ environment: [String: String]) throws {
    guard let wanted = settings.settings?.speech else { return }
    speech = try SpeechServer(
      windows.reactor, wanted, environment: environment, language: Language(environment: environment),
      start: ProgramStart(windows.reactor, environment: environment))
    speech?.onTrouble = { [unowned self] in speechTroubles.append($0) }
    speech?.onReady = { [unowned self] in leaveIfDone() }
    speech?.open()
  }

  private func endLook(_ shell: ShellExtension?) {
    (shellExtension, hasLooked) = (shell, true)
    leaveIfDone()
  }

  private func leaveIfDone() {
    let isSpeechKnown = speech.map { $0.isReady || !speechTroubles.isEmpty } ?? true
    if isAnswered, hasLooked, isSpeechKnown, busFailure != nil { windows.reactor.exit(code: 0) }
  }

  private func takeEvents() {
    while let event = client.take() {
      switch event {
      case .connected(_, let state):
        self.state = Wire.State(state.value)
        client.submit(.get(Wire.Request.Get("bindings")))
      case .answer(_, let answer):
        bindings = (try? answer.get()).map { Wire.Binding.list($0) } ?? []
        isAnswered = true
      case .disconnected: isAnswered = true
      case .command, .message: break
      }
    }
    // The descriptor stays readable after the connection has ended.
    if client.isClosed { source?.cancel() }
    leaveIfDone()
  }

  private func tellDaemon() {
    guard let state else { return add(.problem, "Switchway is not running", "switchway doctor") }
    let profile = state.profile.name
    if let style = state.scan?.style, style != "front-end" {
      add(.ok, "the profile '\(profile)' scans: \(style)")
    } else {
      let given = Set(bindings.map(\.command))
      add(
        given.isSuperset(of: ["next", "select"]) ? "the profile '\(profile)' scans with its own switches" : nil,
        else: .problem, "the profile '\(profile)' neither scans nor has switches for 'next' and 'select'",
        "switchway profile one-switch-scan --keep")
    }
    switch state.typing {
    case .allowed?: add(.ok, "the panel's keyboard can type")
    case .refused("policy")?:
      add(
        .problem,
        "the profile '\(profile)' lets no program type: you cannot write, close menus or choose some items",
        "switchway setup asks for it; or write 'policy: {typing: yes}' with: switchway edit")
    case .refused(let reason)?: add(.note, "the panel cannot type now: \(reason)", "switchway doctor")
    case nil: add(.note, "the panel cannot type now; the daemon does not say why", "switchway doctor")
    }
  }

  private func tellPanel(_ environment: [String: String]) {
    let language = Language(environment: environment)
    let (missing, remedy) =
      language.code.isEmpty
      ? ("the locale names no language", "set LANG to your language, such as en_US.UTF-8")
      : ("no word list for the language '\(language.code)' is installed", "install onboard-data")
    add(
      language.modelFile.map { "words are completed by \($0)" }, else: .note, "words are not completed: \(missing)",
      remedy)
    let count = ProgramFolders(environment: environment, language: language).read().count
    add(count == 0 ? .note : .ok, "\(count) \(count == 1 ? "program" : "programs") can be started from the panel")
    add(
      Volume(path: environment["PATH"] ?? "").map { "the volume is changed by \($0.louder[0])" }, else: .note,
      "the panel cannot change the volume", "install wireplumber, pulseaudio-utils or alsa-utils")
  }

  private func tellBus() {
    switch busFailure {
    case nil: add(.problem, "the accessibility bus does not answer", "log out and in; is at-spi2-core installed?")
    case "" where wasDisabled:
      add(
        .note,
        "the accessibility bus answers, but was off until now: programs that are already running may not be scanned",
        "use switchway-scan --enable, or restart those programs while switchway-scan is running")
    case "": add(.ok, "the accessibility bus answers, and is enabled for programs (IsEnabled)")
    case let reason?:
      add(.problem, "the accessibility bus: \(reason)", "install the package at-spi2-core, then log out and in")
    }
  }

  private func tellScreen() {
    do throws(DesktopFailure) {
      let screens = try unsafe openDisplay(on: windows.reactor.loop).outputs
      add(.ok, "ring and bar can be shown on \(screens.count == 1 ? "the screen" : "\(screens.count) screens")")
    } catch {
      add(
        .problem, error.message, "switchway-scan needs an X server (XWayland on GNOME) or a compositor with layer-shell"
      )
    }
  }

  private func tellPlaces(_ setting: ShellSetting) {
    if case .draws(let process) = shellExtension, let name = Self.program(process), name != Self.scanner {
      return add(
        .problem,
        "another program, \(name) (process \(process)), draws through the extension of GNOME's shell, so "
          + "there is no ring and no bar", "end that program")
    }
    if let shellExtension, !shellExtension.isRunning {
      let (message, help) = Self.words(of: shellExtension, setting)
      return add(.problem, message + ", so there is no ring: the bar names the items", help)
    }
    add(
      windows.watch.map { _ in "window positions are known, so items get a ring" }, else: .note,
      "\(windows.failures.last ?? "window positions are not known"), so there is no ring: the bar names the items")
  }

  private static let scanner = "switchway-scan"

  /// The name of the program file of a process. `nil` if the process has ended.
  private static func program(_ process: UInt32) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/\(process)/exe", &path, path.count)
    guard length > 0 else { return nil }
    let bytes = path[..<length].map { UInt8(bitPattern: $0) }
    let name = String(decoding: bytes, as: UTF8.self).split(separator: "/").last ?? ""
    return PrintableName.of(String(name))
  }

  /// Why GNOME's shell does not run the extension, and what to do.
  private static func words(of shell: ShellExtension, _ setting: ShellSetting) -> (message: String, help: String) {
    switch shell {
    case .unseen where !setting.isInstalled:
      ("the extension for GNOME's shell is not installed", "install switchway-scan-gnome, then switchway-scan --enable")
    case .unseen:
      ("the extension was installed after you logged in", "switchway-scan --enable, then log out once")
    case .off: ("the extension is off in GNOME's shell", "switchway-scan --enable")
    case .allOff:
      ("all extensions of GNOME's shell are off", "gsettings set org.gnome.shell disable-user-extensions false")
    case .outdated:
      (
        "the extension does not support this version of GNOME's shell",
        "install a switchway-scan-gnome that supports it"
      )
    case .failed: ("the extension has failed in GNOME's shell", "journalctl --user -b -g switchway shows why")
    case .nameTaken: ("another program has the name \(WindowWatch.shellName) on the session's bus", "end that program")
    case .noShell, .runs, .draws: ("GNOME's shell does not answer", "log out and in")
    }
  }

  private func tellLock() {
    let isWayland = unsafe getenv("WAYLAND_DISPLAY") != nil
    let compositor = isWayland ? "sway" : "the X server"
    let witness = windows.watch?.tellsLock == true ? compositor : "the session's bus"
    add(
      windows.seesLock ? "a locked screen is noticed through \(witness)" : nil,
      else: .problem,
      "a locked screen is noticed only if the lock reports to logind: programs behind it could be operated",
      "use the lock of GNOME or KDE, or sway or an X server; or do not lock the screen while switchway-scan runs")
    guard windows.watch?.missesLocks == true else { return }
    add(
      .problem,
      "this version of sway does not report a locked screen while its workspace is empty: programs could be "
        + "started behind the lock", "use sway 1.10 or later; or leave a window open when you lock the screen")
  }

  private func tellSpeech() {
    guard let speech else { return }
    for trouble in speechTroubles { add(.problem, trouble.words.message, trouble.words.help) }
    guard speechTroubles.isEmpty else { return }
    guard !speech.isStarting else {
      return add(.note, "speech-dispatcher is being started", "run again: switchway-scan --doctor")
    }
    add(
      speech.isReady ? "speech-dispatcher can speak the highlighted item" : nil, else: .problem,
      "speech-dispatcher does not answer: nothing is spoken", "test speech with: spd-say hello")
  }

  private func tellToolkits(_ environment: [String: String]) {
    for (name, allowed, toolkit) in [("NO_AT_BRIDGE", ["", "0"], "GTK 3"), ("GTK_A11Y", ["", "atspi"], "GTK 4")] {
      guard let value = environment[name], !allowed.contains(value) else { continue }
      add(.problem, "\(name)=\(value) is set: \(toolkit) programs cannot be scanned", "unset it, and log in again")
    }
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    if unsafe glob("/usr/lib*/*/libgtk-4.so.1", 0, nil, &found) == 0 {
      add(.note, "GTK 4 programs report their items one by one: a large window is complete after a second or more")
    }
  }

  private func tellPrograms(_ environment: [String: String]) {
    let path = environment["PATH"] ?? ""
    let browsers = ["chromium", "google-chrome", "code"].filter { ProgramStart.find($0, path: path) != nil }
    guard !browsers.isEmpty else { return }
    add(
      .note, "\(browsers.joined(separator: ", ")): pages can be scanned only with --force-renderer-accessibility",
      "Debian's Chromium: write CHROMIUM_FLAGS=\"$CHROMIUM_FLAGS --force-renderer-accessibility\" into "
        + "/etc/chromium.d/accessibility; others: add the option to the program's menu entry")
  }
}
