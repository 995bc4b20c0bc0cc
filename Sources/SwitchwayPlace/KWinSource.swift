import Glibc
import SwitchwayBus
import SwitchwayScanning

/// The window in front and all windows, as KWin reports them through a script that this loads into it.
///
/// The script is written to the person's runtime folder and reports to this connection only; calls of other programs
/// are refused. If KWin is replaced, the script is loaded into the new one. Without scripting, `update` throws.
final class KWinSource: WindowSource {
  private static let kwin = "org.kde.KWin"
  private static let scripting = "org.kde.kwin.Scripting"
  /// How long KWin may take for an answer, in microseconds. Source: it loads a script in 7 to 11 ms, and a busy machine
  /// takes a hundred times as long.
  private static let limit: UInt64 = 2_000_000
  /// The same for a script. A session that begins keeps KWin busy for seconds.
  private static let scriptLimit: UInt64 = 20_000_000
  /// The longest report, in bytes: `KWinScript.maxWindows` titles of three bytes a unit, with their places.
  private static let longestReport = 1 << 20

  private let folder: String
  /// The script's name in KWin.
  private let name: String
  private let later: Later
  private let connection: BusConnection
  private var matches: [Match] = []
  /// The reading end is readable when `update` has something to do.
  private let pipe: (reading: Int32, writing: Int32)
  private var answer = WindowAnswer()
  private var failure: DesktopFailure?
  /// KWin's unique name on the bus. Empty: it is not there.
  private var owner = ""
  private var front = Front.unknown
  private var windows: [(id: String, title: String)] = []
  /// Numbers of windows by KWin's ids. They are never given twice.
  private var numbers: [String: Int64] = [:]
  private var lastNumber: Int64 = 0
  private var questions = 0
  /// Questions that wait until the script has reported. `nil`: none waits.
  private var held: [() -> Void]? = []

  /// `folder`: the person's runtime folder. `name`: of the script in KWin, where it takes the place of one of this
  /// name. `bus`: the session's bus; `nil`: that of the environment.
  init(event: OpaquePointer, folder: String, name: String, bus: String? = nil) throws(DesktopFailure) {
    (self.folder, self.name) = (folder, name)
    do throws(BusFailure) {
      later = try unsafe Later(event: event)
      connection = try unsafe BusConnection(to: bus.map { .bus($0) } ?? .session, event: event, later: later)
    } catch {
      throw DesktopFailure(.none, error.message)
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw DesktopFailure(.none, "no descriptor is left") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipe = (ends[0], ends[1])
    connection.onLost = { [unowned self] in fail(DesktopFailure(.gone, "the session's bus has gone")) }
    connection.onSignal = { [unowned self] _ in findKWin() }
    matches = [
      connection.matchOwner(of: Self.kwin),
      connection.serve(KWinScript.path) { [unowned self] in take($0) },
    ].compactMap(\.self)
    findKWin()
  }

  deinit {
    matches = []
    // Sent before the connection ends. After a kill the script stays, and reports to a name that is not there.
    if !owner.isEmpty { connection.send(scripting("unloadScript", "s", [name]), limit: Self.limit) { _ in } }
    connection.close()
    close(pipe.reading)
    close(pipe.writing)
  }

  var descriptor: Int32 { pipe.reading }

  let tellsFocus = true
  let tellsLock = false

  /// KWin answers in order, so its reports from before the question have come when it answers.
  func ask() -> Int {
    questions += 1
    let question = questions
    if held == nil { ask(question) } else { held?.append { [unowned self] in ask(question) } }
    return question
  }

  private func ask(_ question: Int) {
    let ping = Call(bus: Self.kwin, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    send(ping) { [unowned self] answer in
      self.answer.question = max(self.answer.question, question)
      if answer.values == nil { front = .unknown }
      self.answer.front = front
      wake()
    }
  }

  /// Asks what waited for the script.
  private func release() {
    let due = held ?? []
    held = nil
    for ask in due { ask() }
  }

  func askWindows() {
    answer.windows = listed
    wake()
  }

  func raise(_ window: Int64) {
    let id = numbers.first { $0.value == window }?.key
    guard let script = id.flatMap({ KWinScript.raising($0) }) else { return }
    load(script, as: name + "-raise") { _ in }
  }

  func update() throws(DesktopFailure) -> WindowAnswer {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(pipe.reading, &bytes, bytes.count) == bytes.count {}
    if let failure { throw failure }
    defer { answer = WindowAnswer(question: answer.question) }
    return answer
  }

  private func wake() {
    // A full pipe is readable already.
    unsafe _ = Glibc.write(pipe.writing, [UInt8(0)], 1)
  }

  private func fail(_ failure: DesktopFailure) {
    self.failure = failure
    wake()
  }

  private func send(_ call: Call, limit: UInt64 = KWinSource.limit, _ answer: @escaping (Answer) -> Void) {
    var call = call
    call.startsService = false
    connection.send(call, limit: limit) { [weak self] in if self != nil { answer($0) } }
  }

  private func scripting(_ member: String, _ types: String = "", _ values: [String] = []) -> Call {
    Call(bus: Self.kwin, path: "/Scripting", interface: Self.scripting, member: member, types, values)
  }

  private func findKWin() {
    send(.aboutName(Self.kwin, "GetNameOwner")) { [unowned self] answer in
      let found = answer.values?.string() ?? ""
      guard found != owner || found.isEmpty else { return }
      (owner, front, windows) = (found, .unknown, [])
      (self.answer.front, self.answer.windows) = (front, [])
      wake()
      // Answers are sent to the connection's own name.
      guard let receiver = answer.values?.destination, !found.isEmpty else { return release() }
      held = held ?? []
      load(KWinScript.reporting(to: receiver), as: name) { [unowned self] isLoaded in
        guard found == owner else { return }
        if !isLoaded { fail(DesktopFailure(.lacks("scripts"), "KWin refused the script of switchway-scan")) }
        release()
      }
    }
  }

  /// Runs a script in KWin, instead of a former one of this name. `done` comes after what the script has reported.
  private func load(_ script: String, as name: String, _ done: @escaping (_ isLoaded: Bool) -> Void) {
    let file = "\(folder)/\(name).js"
    guard Self.write(script, to: file) else {
      return fail(DesktopFailure(.none, "the script for KWin cannot be written to \(file)"))
    }
    func end(_ isLoaded: Bool) {
      unsafe _ = unlink(file)
      done(isLoaded)
    }
    send(scripting("unloadScript", "s", [name]), limit: Self.scriptLimit) { [unowned self] _ in
      send(scripting("loadScript", "ss", [file, name]), limit: Self.scriptLimit) { [unowned self] answer in
        guard let number = answer.values?.int(), number >= 0 else { return end(false) }
        // KWin 6 answers when the script has run. KWin 5 has no such object; its answer comes while the script is read.
        let run = Call(
          bus: Self.kwin, path: "/Scripting/Script\(number)", interface: "org.kde.kwin.Script", member: "run")
        send(run, limit: Self.scriptLimit) { [unowned self] answer in
          if answer.values != nil { return end(true) }
          send(scripting("start"), limit: Self.scriptLimit) { done($0.values != nil) }
        }
      }
    }
  }

  private static func write(_ text: String, to file: String) -> Bool {
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    let bytes = Array(text.utf8)
    let written = unsafe Glibc.write(descriptor, bytes, bytes.count)
    return close(descriptor) == 0 && written == bytes.count
  }

  /// A call to the object that the script reports to. False: it is none of the script's.
  private func take(_ call: Reply) -> Bool {
    guard !owner.isEmpty, call.sender == owner, call.interface == KWinScript.interface,
      let text = call.string(limit: Self.longestReport)
    else { return false }
    switch call.member {
    case KWinScript.Method.front:
      guard let now = KWinReport.front(text) else { return false }
      front = now
      answer.front = now
    case KWinScript.Method.windows:
      guard let now = KWinReport.windows(text) else { return false }
      windows = now
      answer.windows = listed
    default: return false
    }
    wake()
    return true
  }

  private var listed: [OpenWindow] {
    let known = Set(windows.map(\.id))
    numbers = numbers.filter { known.contains($0.key) }
    return windows.map { window in
      let number = numbers[window.id] ?? lastNumber + 1
      if numbers.updateValue(number, forKey: window.id) == nil { lastNumber = number }
      return OpenWindow(id: number, title: window.title)
    }
  }
}
