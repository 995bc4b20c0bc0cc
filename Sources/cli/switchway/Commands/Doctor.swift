import ArgumentParser
import Glibc
import SwitchwayProtocol

/// `switchway doctor`: checks everything that must be right on this computer, and says how to fix problems.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check the set-up of this computer, and say how to fix problems.",
    discussion: """
      Checks files, permissions, groups, udev rules, uinput, session, service, sockets and devices. Needs no daemon \
      and no root, and changes nothing. With sudo, it checks for the user who called sudo.
      Exit status: 0 if no check found a problem, else 1.
      """)

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let facts = MachineFacts.read(try Self.person(), config: profile.config, socket: daemon.socket)
    let findings = Checkup.findings(of: facts)
    if output.json {
      try StandardOutput.write(Finding.json(findings))
    } else {
      try StandardOutput.write(
        Terminal.wrapped(findings.map(\.text).joined(), hanging: Finding.textColumn))
    }
    if findings.contains(where: { $0.status == .problem }) { throw CommandFailure(.failed) }
  }

  /// Returns the user who runs the command. With sudo, returns the user who called sudo.
  static func person() throws(CommandFailure) -> SystemRecords.User {
    let uid = geteuid()
    if uid == 0, let name = ProcessContext.current().environment["SUDO_USER"],
      let caller = SystemRecords.user(named: name)
    {
      return caller
    }
    guard let person = SystemRecords.user(numbered: uid) else {
      throw CommandFailure(
        .failed, "the user with UID \(uid) has no name on this computer", help: "getent passwd \(uid)")
    }
    return person
  }
}
