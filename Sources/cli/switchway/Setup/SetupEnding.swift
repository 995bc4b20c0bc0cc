import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain
import SwitchwayYAML

// Makes the file before the trial, and says after the trial what remains to be done.
extension SetupConversation {
  /// Makes the file of the answers, on which the next questions depend. If the answers do not fit the person's file,
  /// the last answer is undone.
  func make(_ file: SetupFile) throws {
    guard let text = try made(for: file) else {
      _ = setup.back()
      return
    }
    let loaded = try file.check(text)
    setup.made(
      SetupResult(
        text: text, path: file.file.path, isSame: file.isSame(text), profile: loaded.profile ?? .empty,
        warnings: loaded.diagnostics.filter { $0.severity == .warning }.map(\.message),
        machine: (try? MachineDevices.all()) ?? []))
  }

  /// Returns the text of the file with these answers. If the person's file cannot be changed in this way, says so and
  /// returns `nil`.
  private func made(for file: SetupFile) throws -> String? {
    guard setup.isChange else { return SetupProfile(setup).text }
    do {
      return try file.changed(by: setup)
    } catch let refusal as SetupRefusal {
      try voice.tell(
        .joined([
          "These answers cannot be written into the file: \(refusal.message)",
          "Give other answers, or change the file yourself: 'switchway edit\(file.option)'.",
        ]))
      return nil
    }
  }

  /// Whether `switchway-scan`, which scans a desktop item by item, is installed. `nil` if no desktop runs here.
  static func scanner(_ process: ProcessContext) -> Bool? {
    guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { process.environment[$0]?.isEmpty == false }) else {
      return nil
    }
    let folder = process.executable.lastIndex(of: "/").map { process.executable[...$0] } ?? ""
    return unsafe access(folder + "switchway-scan", X_OK) == 0
  }

  /// Tells the person what can be improved, and what this computer still lacks.
  func tellRest(_ file: SetupFile) throws {
    let names = setup.switches.indices.map { setup.name(of: $0) }
    if let first = names.first {
      try voice.tell(
        "To measure with 20 presses which presses should count: 'switchway calibrate\(file.option) \(first)'.")
    }
    if let isThere = Self.scanner(ProcessContext.current()), setup.kind != .keyboard {
      try voice.tell(
        isThere
          ? "To reach the items of a program one by one, without Tab: 'switchway-scan --enable'."
          : "To reach the items of a program one by one, without Tab: install the package 'switchway-scan', then "
            + "'switchway-scan --enable'. To write with it as well, run 'switchway setup\(file.option)' again.")
    }
    guard let person = SystemRecords.user(numbered: geteuid()) else { return }
    let findings = Checkup.findings(of: MachineFacts.read(person, config: file.given, socket: nil))
    for finding in findings where finding.status == .problem || (finding.check == "service" && finding.status != .ok) {
      try voice.tell("Still to do: \(finding.message)\n  \(finding.help ?? "switchway doctor\(file.option)")")
    }
  }
}
