import ArgumentParser
import Glibc
import SwitchwayProtocol
import SwitchwayDesktopSettings
import SwitchwayScreen
import SwitchwayFiles
import SwitchwayScanning

struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switchway-scan",
    abstract: "Scan the desktop item by item with one or more switches.",
    discussion: """
      Without an option, it highlights the items of the active window until the session ends.
      Exit status: 0 done, 1 it cannot run or a check failed,
      2 wrong usage, 3 no permission.
      """,
    version: "switchway-scan \(ProcessContext.version)")

  @Flag(help: "Start it at every login from now on.")
  var enable = false

  @Flag(help: "Do not start it at login any more.")
  var disable = false

  @Flag(help: "Check the set-up for scanning, and say how to fix problems.")
  var doctor = false

  @Flag(help: "Print the active window as a recorded tree, with names hidden.")
  var dump = false

  @Flag(help: "With --dump: print names as they are.")
  var withNames = false

  @Option(
    help: ArgumentHelp("Print the pages of a recorded tree.", valueName: "file"), completion: .file())
  var pages: String?

  @Option(
    help: ArgumentHelp("Use this settings file instead of ~/.config/switchway/desktop.yaml.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var settings: String?

  @Option(
    help: ArgumentHelp("The daemon's socket, instead of the usual places.", valueName: "path"), completion: .file())
  var socket: String?

  func validate() throws {
    let actions = [enable, disable, doctor, dump, pages != nil]
    if actions.count(where: \.self) > 1 {
      throw ValidationError("give one of --enable, --disable, --doctor, --dump and --pages")
    }
    if withNames, !dump { throw ValidationError("--with-names needs --dump") }
    if pages == "" { throw ValidationError("--pages: expected a file, found nothing") }
    if settings == "" { throw ValidationError("--settings: expected a file, found nothing") }
    if socket == "" { throw ValidationError("--socket: expected a path, found nothing") }
  }
}

extension ScanCommand {
  func run() throws {
    let process = ProcessContext.current()
    let autostart = Autostart(environment: process.environment, executable: process.executable)
    let shell = ShellSetting(environment: process.environment)
    if enable { return try Output.write(autostart.enable() + shell.enable()) }
    if disable {
      try shell.disable()
      return try Output.write(autostart.disable())
    }
    if doctor {
      let doctor = try Doctor(settings: try settingsResult(process), socket: socket)
      if try !doctor.run(process, autostart) { throw ScanFailure("") }
      return
    }
    if dump { return try Output.write(WindowDump.text(withNames: withNames)) }
    let settings = try loadSettings(process)
    if let pages { return try Output.write(pageList(of: pages, settings)) }
    guard let runtime = process.environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else {
      throw ScanFailure("XDG_RUNTIME_DIR is not set: run it as the user, in the session")
    }
    try OneInstance.lock(in: runtime)
    do {
      try Scanner(settings: settings, environment: process.environment, socket: socket).run()
    } catch let failure as DesktopFailure {
      throw ScanFailure("\(failure.message)\nhelp: switchway-scan --doctor")
    }
  }

  private func settingsResult(_ process: ProcessContext) throws(ScanFailure) -> DesktopSettingsResult {
    if let settings { return DesktopSettings.load(settings, mayBeMissing: false, as: .current()) }
    guard let folder = PersonalFolders.personalDirectory(environment: process.environment) else { throw .noHome }
    return DesktopSettings.load(folder + "/desktop.yaml", as: .current())
  }

  private func loadSettings(_ process: ProcessContext) throws(ScanFailure) -> DesktopSettings {
    let result = try settingsResult(process)
    if let settings = result.settings { return settings }
    let isDenied = result.errno == EACCES || result.errno == EPERM
    throw ScanFailure("the settings are not used\n" + result.text, status: isDenied ? 3 : 1)
  }

  private func pageList(of path: String, _ settings: DesktopSettings) throws(ScanFailure) -> String {
    let bytes = try BoundedFile.bytes(of: path, most: RecordedTree.longestText)
    do throws(RecordedTreeProblem) {
      return PageList.text(of: try RecordedTree(String(decoding: bytes, as: UTF8.self)), grouping: settings.grouping)
    } catch {
      throw ScanFailure("\(path):\(error)")
    }
  }
}

extension DesktopSettings {
  var grouping: Grouping { Grouping(rawValue: groups.rawValue) ?? .containers }
  var grid: PointGrid {
    PointGrid(columns: pointColumns, rows: pointRows, times: pointTimes, isLine: pointBy == .line)
  }
}
