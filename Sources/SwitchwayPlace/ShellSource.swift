import SwitchwayBus
import SwitchwayJSON
import SwitchwayScanning

/// The window in front and all windows, as the extension of this project in GNOME's shell reports them.
///
/// The extension owns a name on the session's bus by the shell's own connection. Only that connection is asked and
/// heard: the name in the hands of another program counts for nothing. While the extension is not there (it is not
/// enabled, or the screen is locked) the window in front is unknown. One with another interface makes `update` throw.
final class ShellSource: WindowSource {
  /// The version of the interface that the extension must have. Source: gnome/service.js.
  static let version: Int64 = 1
  static let name = "io.switchway.Shell"
  static let path = "/io/switchway/Shell"
  static let shell = "org.gnome.Shell"
  /// How long the shell may take for an answer, in microseconds. Source: it takes 4 ms, and a busy machine takes a
  /// hundred times as long.
  private static let limit: UInt64 = 2_000_000
  /// The same for the first answer: a session that begins keeps the shell busy for seconds.
  private static let firstLimit: UInt64 = 20_000_000

  private let later: Later
  private let connection: BusConnection
  private let mailbox: WindowMailbox
  private var owners: [Match] = []
  private var reports: Match?
  /// The shell's unique name on the bus, while the extension is there. Empty: it is not.
  private var owner = ""
  /// How often the names were looked up: an answer to an earlier look counts for nothing.
  private var looks = 0
  /// The owners of the two names. `nil`: not known yet.
  private var holders: (shell: String, name: String)?
  private var waiting: [(ShellExtension) -> Void] = []

  /// `bus`: the session's bus; `nil`: that of the environment.
  init(event: OpaquePointer, bus: String? = nil) throws(DesktopFailure) {
    do throws(BusFailure) {
      later = try unsafe Later(event: event)
      connection = try unsafe BusConnection(to: bus.map { .bus($0) } ?? .session, event: event, later: later)
    } catch {
      throw DesktopFailure(.none, error.message)
    }
    mailbox = try WindowMailbox()
    connection.onLost = { [unowned self] in
      mailbox.fail(DesktopFailure(.gone, "the session's bus has gone"))
    }
    connection.onSignal = { [unowned self] in receive($0) }
    owners = [Self.shell, Self.name].compactMap { connection.matchOwner(of: $0) }
    look()
  }

  deinit {
    (owners, reports) = ([], nil)
    connection.close()
  }

  var descriptor: Int32 { mailbox.descriptor }

  let tellsFocus = true
  let tellsLock = false

  func ask() -> Int {
    mailbox.ask { [unowned self] question in
      guard !owner.isEmpty else { return mailbox.answered(question, isKnown: false) }
      send("Front") { [unowned self] answer in
        let front = answer.values?.string(limit: WindowReport.longest).flatMap { WindowReport.front($0) }
        if let front, !owner.isEmpty { mailbox.report(front) }
        mailbox.answered(question, isKnown: front != nil && !owner.isEmpty)
      }
    }
  }

  func askWindows() { mailbox.reportWindows() }

  func raise(_ window: Int64) {
    guard !owner.isEmpty, let id = mailbox.id(of: window) else { return }
    send("Raise", "s", [id]) { _ in }
  }

  func update() throws(DesktopFailure) -> WindowAnswer { try mailbox.take() }

  /// Sends a call to the shell itself, not to the owner of a name.
  private func send(
    _ member: String, _ types: String = "", _ values: [String] = [], limit: UInt64 = ShellSource.limit,
    _ answer: @escaping (Answer) -> Void
  ) {
    let call = Call(bus: owner, path: Self.path, interface: Self.name, member: member, types, values)
    connection.ask(call, limit: limit, for: self, answer)
  }

  /// Looks whether the extension is there: the shell owns its name.
  private func look() {
    looks += 1
    let look = looks
    func owner(of name: String, _ done: @escaping (String) -> Void) {
      connection.ask(.aboutName(name, "GetNameOwner"), limit: Self.limit, for: self) { [unowned self] answer in
        if look == looks { done(answer.values?.string() ?? "") }
      }
    }
    owner(of: Self.shell) { [unowned self] shell in
      owner(of: Self.name) { [unowned self] name in
        holders = (shell, name)
        found(name == shell ? shell : "")
        let due = waiting
        waiting = []
        for body in due { askExtension(body) }
      }
    }
  }

  /// Asks the shell about the extension.
  func askExtension(_ body: @escaping (ShellExtension) -> Void) {
    guard let holders else { return waiting.append(body) }
    ShellQuestion(connection, limit: Self.limit).ask(holders.shell, holder: holders.name, body)
  }

  private func found(_ owner: String) {
    guard owner != self.owner || owner.isEmpty else { return }
    self.owner = owner
    mailbox.report(.unknown)
    mailbox.report(windows: [])
    guard !owner.isEmpty else {
      reports = nil
      return mailbox.release()
    }
    mailbox.hold()
    reports = connection.match("sender='\(owner)',path='\(Self.path)',interface='\(Self.name)'")
    send("Follow", limit: Self.firstLimit) { [unowned self] answer in
      guard owner == self.owner else { return }
      if let text = answer.values?.string(limit: WindowReport.longest) {
        follow(text)
      } else {
        self.owner = ""
        if answer.isLate { look() }
      }
      mailbox.release()
    }
  }

  private func follow(_ text: String) {
    let state = try? JSONValue.parse(Array(text.utf8), depth: WindowReport.depth)
    guard let version = state?["version"]?.integerValue else { return }
    guard version == Self.version else {
      return mailbox.fail(
        DesktopFailure(
          .lacks("version \(Self.version)"),
          "the extension in GNOME's shell has version \(version), this program needs \(Self.version); log out once"))
    }
    if let front = WindowReport.front(text) { mailbox.report(front) }
    if let windows = WindowReport.windows(text) { mailbox.report(windows: windows) }
  }

  private func receive(_ signal: Reply) {
    switch signal.member {
    case "NameOwnerChanged": look()
    case "FrontChanged" where !owner.isEmpty && signal.sender == owner:
      guard let front = signal.string(limit: WindowReport.longest).flatMap({ WindowReport.front($0) }) else { return }
      mailbox.report(front)
    case "WindowsChanged" where !owner.isEmpty && signal.sender == owner:
      guard let text = signal.string(limit: WindowReport.longest), let windows = WindowReport.windows(text) else {
        return
      }
      mailbox.report(windows: windows)
    default: break
    }
  }
}
