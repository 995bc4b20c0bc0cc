import Glibc
import SwitchwayBus
import SwitchwayScanning

/// The active window and all windows, as KWin reports them through a script that this type loads into it.
///
/// The script is written to the person's runtime folder and reports to this connection only; calls of other programs
/// are refused. If KWin is replaced, the script is loaded into the new one. If KWin runs no scripts, `update` throws.
final class KWinSource: WindowSource {
  private static let kwin = "org.kde.KWin"
  private static let scripting = "org.kde.kwin.Scripting"
  /// The time that KWin may take for an answer, in microseconds. Source: KWin loads a script in 7 to 11 ms, and on a
  /// busy computer it takes a hundred times as long.
  private static let limit: UInt64 = 2_000_000
  /// The time that KWin may take to load or run a script, in microseconds. At the beginning of a session, KWin is busy
  /// for seconds.
  private static let scriptLimit: UInt64 = 20_000_000
  private let folder: String
  /// The script's name in KWin.
  private let name: String
  /// The name under which the script runs in KWin: `name`, or `name` followed by a number.
  private var running: String
  /// How often a script is loaded again at most, until it has a number of its own; see `load`. Arbitrary.
  private static let maxCopies = 16
  /// The longest description of KWin's scripts, in bytes. Each script needs 30.
  private static let longestList = 1 << 16
  private let connection: BusConnection
  private var matches: [Match] = []
  private let mailbox: WindowMailbox
  /// KWin's unique name on the bus. It is empty if KWin does not run.
  private var owner = ""

  /// `folder`: the person's runtime folder. `name`: the script's name in KWin, where it replaces an earlier script with
  /// this name. `bus`: the address of the session's bus; `nil` means the address in the environment.
  init(event: OpaquePointer, folder: String, name: String, bus: String? = nil) throws(DesktopFailure) {
    (self.folder, self.name, running) = (folder, name, name)
    mailbox = try WindowMailbox()
    connection = try unsafe mailbox.connection(to: bus, event: event)
    connection.onSignal = { [unowned self] _ in findKWin() }
    matches = [
      connection.matchOwner(of: Self.kwin),
      connection.serve(KWinScript.path) { [unowned self] in take($0) },
    ].compactMap(\.self)
    findKWin()
  }

  deinit {
    matches = []
    // This is sent before the connection ends. If the program is killed, the script stays, and reports to a name that
    // no longer exists.
    if !owner.isEmpty { connection.send(scripting("unloadScript", "s", [running]), limit: Self.limit) { _ in } }
    connection.close()
  }

  var descriptor: Int32 { mailbox.descriptor }

  let tellsFocus = true
  let tellsLock = false
  // If a screen changes, the bar's surface leaves it and enters it again; a new surface enters only after it was drawn.
  // Seen with KWin 5.27.
  let hidesBarUnlocked = true

  /// Asks for the active window. KWin sends in order, so when it answers, all its reports from before the question have
  /// arrived.
  func ask() -> Int {
    mailbox.ask { [unowned self] question in
      let ping = Call(bus: Self.kwin, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
      send(ping) { [unowned self] in mailbox.answered(question, isKnown: $0.values != nil) }
    }
  }

  func askWindows() { mailbox.reportWindows() }

  func raise(_ window: Int64) {
    guard let script = mailbox.id(of: window).flatMap({ KWinScript.raising($0) }) else { return }
    load(script, as: name + "-raise") { _, _ in }
  }

  func update() throws(DesktopFailure) -> WindowAnswer { try mailbox.take() }

  private func send(_ call: Call, limit: UInt64 = KWinSource.limit, _ answer: @escaping (Answer) -> Void) {
    connection.ask(call, limit: limit, for: self, answer)
  }

  private func scripting(_ member: String, _ types: String = "", _ values: [String] = []) -> Call {
    Call(bus: Self.kwin, path: "/Scripting", interface: Self.scripting, member: member, types, values)
  }

  private func findKWin() {
    connection.askBus("GetNameOwner", about: Self.kwin, for: self) { [unowned self] answer in
      let found = answer.values?.string() ?? ""
      guard found != owner || found.isEmpty else { return }
      owner = found
      mailbox.report(.unknown)
      mailbox.report(windows: [])
      // The answer is addressed to the unique name of this connection, which the script needs.
      guard let receiver = answer.values?.destination, !found.isEmpty else { return mailbox.release() }
      mailbox.hold()
      load(KWinScript.reporting(to: receiver), as: name) { [unowned self] isLoaded, running in
        guard found == owner else { return }
        self.running = running
        if !isLoaded { mailbox.fail(DesktopFailure(.lacks("scripts"), "KWin refused the script of switchway-scan")) }
        mailbox.release()
      }
    }
  }

  /// Runs a script in KWin, instead of an earlier script with this name. `done` is called after the first reports of
  /// the script, with the name under which it runs.
  ///
  /// KWin numbers a new script by how many scripts are loaded. If an older script was unloaded before, another script
  /// can have that number already. The new script then has no object by which it could be run, so it is loaded again
  /// until it has a number of its own. Source: `Scripting::loadScript` of KWin 6.3.
  private func load(
    _ script: String, as name: String, copy: Int = 0, _ done: @escaping (_ isLoaded: Bool, _ running: String) -> Void
  ) {
    let own = copy == 0 ? name : "\(name)-\(copy)"
    let file = "\(folder)/\(own).js"
    guard Self.write(script, to: file) else {
      return mailbox.fail(DesktopFailure(.none, "the script for KWin cannot be written to \(file)"))
    }
    send(scripting("unloadScript", "s", [own]), limit: Self.scriptLimit) { [unowned self] _ in
      askObjects { [unowned self] objects in
        send(scripting("loadScript", "ss", [file, own]), limit: Self.scriptLimit) { [unowned self] answer in
          let number = answer.values?.int() ?? -1
          if number >= 0, copy < Self.maxCopies, objects.contains("\"Script\(number)\"") {
            unsafe _ = unlink(file)
            return loadCopy(copy + 1, of: script, as: name, instead: own, done)
          }
          run(number, of: file) { done($0, own) }
        }
      }
    }
  }

  /// Loads a script once more under another name, then unloads the one that cannot be run.
  private func loadCopy(
    _ copy: Int, of script: String, as name: String, instead former: String,
    _ done: @escaping (_ isLoaded: Bool, _ running: String) -> Void
  ) {
    load(script, as: name, copy: copy) { [unowned self] isLoaded, running in
      send(scripting("unloadScript", "s", [former]), limit: Self.scriptLimit) { _ in }
      done(isLoaded, running)
    }
  }

  /// Runs the loaded script with this number, and removes its file. A negative number means that KWin has not loaded
  /// the script.
  ///
  /// KWin 5 answers while it still reads the file, so the file stays there until the next script replaces it.
  private func run(_ number: Int32, of file: String, _ done: @escaping (_ isLoaded: Bool) -> Void) {
    guard number >= 0 else {
      unsafe _ = unlink(file)
      return done(false)
    }
    let run = Call(bus: Self.kwin, path: "/Scripting/Script\(number)", interface: "org.kde.kwin.Script", member: "run")
    // KWin 6 answers when the script has run. KWin 5 has no such object, so `start` runs the script there.
    send(run, limit: Self.scriptLimit) { [unowned self] answer in
      if answer.values != nil {
        unsafe _ = unlink(file)
        return done(true)
      }
      send(scripting("start"), limit: Self.scriptLimit) { done($0.values != nil) }
    }
  }

  /// Asks KWin which scripts have an object on the bus.
  private func askObjects(_ done: @escaping (_ description: String) -> Void) {
    let call = Call(
      bus: Self.kwin, path: "/Scripting", interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
    send(call, limit: Self.scriptLimit) { done($0.values?.string(limit: Self.longestList) ?? "") }
  }

  private static func write(_ text: String, to file: String) -> Bool {
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let written = unsafe Glibc.write(descriptor, bytes, bytes.count)
    return close(descriptor) == 0 && written == bytes.count
  }

  /// Handles a call to the object to which the script reports. Returns false if the call does not come from the script.
  private func take(_ call: Reply) -> Bool {
    guard !owner.isEmpty, call.sender == owner, call.interface == KWinScript.interface,
      let text = call.string(limit: WindowReport.longest)
    else { return false }
    switch call.member {
    case KWinScript.Method.front:
      guard let front = WindowReport.front(text) else { return false }
      mailbox.report(front)
    case KWinScript.Method.windows:
      guard let windows = WindowReport.windows(text) else { return false }
      mailbox.report(windows: windows)
    default: return false
    }
    return true
  }
}
