import SwitchwayBus
import SwitchwayProtocol
import SwitchwayScanning

/// The active window and all windows, as this project's extension in GNOME's shell reports them.
///
/// The extension owns a name on the session's bus, through the shell's own connection. Only that connection is asked,
/// and only its reports count: if another program owns the name, it is ignored. While the extension does not run (it is
/// not enabled, or the screen is locked), the active window is unknown. If it has another interface, `update` throws.
final class ShellSource: WindowSource {
  /// The time that the shell may take for an answer, in microseconds. Source: the shell takes 4 ms, and on a busy
  /// computer a hundred times as long.
  private static let limit: UInt64 = 2_000_000
  /// The time that the shell may take for the first answer, in microseconds. At the beginning of a session, the shell
  /// is busy for seconds.
  private static let firstLimit: UInt64 = 20_000_000

  private let connection: BusConnection
  private let mailbox: WindowMailbox
  private let names: SharedOwner
  private var reports: Match?
  /// The shell's unique name on the bus, while the extension runs. It is empty if the extension does not run.
  private var owner = ""
  private var waiting: [(ShellExtension) -> Void] = []

  /// `bus`: the address of the session's bus; `nil` means the address in the environment.
  init(event: OpaquePointer, bus: String? = nil) throws(DesktopFailure) {
    mailbox = try WindowMailbox()
    connection = try unsafe mailbox.connection(to: bus, event: event)
    names = SharedOwner(connection, of: ShellObject.shell, and: ShellObject.name)
    connection.onSignal = { [unowned self] in receive($0) }
    names.onOwner = { [unowned self] in found($0) }
  }

  deinit {
    names.onOwner = nil
    reports = nil
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

  /// Sends a call to the shell's own connection. Owning a name on the bus does not matter.
  private func send(
    _ member: String, _ types: String = "", _ values: [String] = [], limit: UInt64 = ShellSource.limit,
    _ answer: @escaping (Answer) -> Void
  ) {
    connection.ask(ShellObject.call(owner, member, types, values), limit: limit, for: self, answer)
  }

  /// Asks the shell about the extension.
  func askExtension(_ body: @escaping (ShellExtension) -> Void) {
    guard let owners = names.owners else { return waiting.append(body) }
    ShellQuestion(connection, limit: Self.limit).ask(owners.first, holder: owners.second, body)
  }

  private func found(_ owner: String) {
    let due = waiting
    waiting = []
    for body in due { askExtension(body) }
    guard owner != self.owner || owner.isEmpty else { return }
    self.owner = owner
    guard !owner.isEmpty else {
      reports = nil
      return end()
    }
    mailbox.hold()
    reports = connection.match(ShellObject.rule(owner))
    send("Follow", limit: Self.firstLimit) { [unowned self] answer in
      guard owner == self.owner else { return }
      if let text = answer.values?.string(limit: WindowReport.longest) {
        follow(text)
      } else {
        self.owner = ""
        end()
        if answer.isLate { names.look() }
      }
      mailbox.release()
    }
  }

  /// The extension does not run, so the active window and all windows are unknown.
  private func end() {
    mailbox.report(.unknown)
    mailbox.report(windows: [])
    mailbox.release()
  }

  private func follow(_ text: String) {
    let state = try? JSONValue.parse(Array(text.utf8), depth: WindowReport.depth)
    guard let version = state?["version"]?.integerValue else { return end() }
    let needed = ShellObject.version
    guard version == needed else {
      return mailbox.fail(
        DesktopFailure(
          .lacks("version \(needed)"),
          "the extension in GNOME's shell has version \(version), this program needs \(needed); log out once"))
    }
    if let front = WindowReport.front(text) { mailbox.report(front) }
    if let windows = WindowReport.windows(text) { mailbox.report(windows: windows) }
  }

  private func receive(_ signal: Reply) {
    if names.take(signal) { return }
    switch signal.member {
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
