import CLinuxInput
import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain

/// The process that reads and writes files for the daemon: profiles, keyboard layouts, statistics, and the last good
/// profile.
///
/// It handles one request after another. A slow file system blocks only this process, because the daemon does not wait
/// for it. It has no device open. When the daemon closes the socket, it handles the requests that it has received, and
/// ends.
struct FileHelper {
  /// The settings that the helper gets at its start.
  struct Setting {
    /// Where profiles are searched for. This store does not know the present devices; the daemon itself compares
    /// profiles with them.
    var store: ProfileStore
    var environment: [String: String]
    /// The file of the statistics. `nil` if they are not saved.
    var statistics: StatisticsFile?
    /// The file of the last good profile. `nil` if it is not kept.
    var lastGood: LastGoodFile?
  }

  private let socket: Int32
  private let setting: Setting
  private let watch = ProfileWatch()
  private let names: ProfileNames
  private var toldNames: [String]?
  private let desktopWatch = ProfileWatch()
  private var desktop: SessionDesktop?
  /// The names of the desktop's layouts that were last sent to the daemon. `nil` if none were sent.
  private var toldLayouts: [String]?
  private var incoming: [UInt8] = []

  /// Handles requests until the daemon ends, and ends this process. It is called in the forked process.
  static func serve(_ socket: Int32, _ setting: Setting) -> Never {
    var helper = FileHelper(socket: socket, setting: setting)
    do throws(FrameError) { try helper.run() } catch {}
    _exit(0)
  }

  private init(socket: Int32, setting: Setting) {
    self.socket = socket
    self.setting = setting
    names = ProfileNames(of: setting.store)
  }

  private mutating func run() throws(FrameError) {
    while true {
      while let frame = try FrameReader(from: &incoming) {
        guard let answer = answer(try FileRequest(frame)) else { continue }
        guard send(answer) else { return }
        sw_trim_memory()
      }
      var waited = [socket, watch.descriptor, names.descriptor, desktopWatch.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard unsafe poll(&waited, nfds_t(waited.count), -1) >= 0 || errno == EINTR else { return }
      if waited[1].revents != 0, watch.hasChanged(), !send(.changed) { return }
      if waited[2].revents != 0, !tellNames() { return }
      if waited[3].revents != 0, desktopWatch.hasChanged(), !tellDesktop() { return }
      if waited[0].revents != 0, !receive() { return }
    }
  }

  private mutating func receive() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
    if count > 0 { incoming.append(contentsOf: chunk[..<count]) }
    return count > 0 || count < 0 && errno == EINTR
  }

  private func send(_ answer: FileAnswer) -> Bool {
    WholeWrite.write(answer.frame()[...], to: socket) == 0
  }

  private mutating func tellNames() -> Bool {
    let all = names.all
    defer { toldNames = all }
    return all == toldNames || send(.names(all))
  }

  /// Sends the layouts of the desktop if they have changed. Without this check, each change of another setting in the
  /// same files would send them. Returns false if the daemon has ended.
  private mutating func tellDesktop() -> Bool {
    guard let desktop else { return true }
    let environment = setting.environment
    let names = DesktopLayouts.names(desktop: desktop.name, type: desktop.type, environment: environment)
    guard names != toldLayouts else { return true }
    toldLayouts = names
    return send(.desktop(DesktopLayouts.named(names)))
  }

  private mutating func answer(_ request: FileRequest) -> FileAnswer? {
    switch request {
    case .profile(let wanted, let current, let needsLayout):
      return .files(readProfile(wanted, after: current, needsLayout: needsLayout))
    case .bridge(let name, let layout):
      let recorder = FileRecorder()
      var store = setting.store
      store.files = .recorded(recorder)
      if store.loadBridge(name).isMissing { _ = store.bridgeNames() }
      return .files(
        FilesRead(
          snapshot: recorder.snapshot, names: allNames(),
          layout: ProfileLayout.table(layout, environment: setting.environment)))
    case .readStatistics:
      let kept = setting.statistics?.readText()
      return .statistics(kept?.text, error: kept?.error)
    case .writeStatistics(let text): return .written(error: setting.statistics?.write(text: text))
    case .readLastGood:
      let kept = setting.lastGood?.read()
      return .lastGood(kept?.profile, error: kept?.error)
    case .keepLastGood(let profile): return .written(error: setting.lastGood?.keep(profile))
    case .watch(let files):
      watch.watch(files)
      return nil
    case .desktop(let desktop):
      self.desktop = desktop
      toldLayouts = nil
      desktopWatch.watch(
        DesktopLayouts.files(desktop: desktop.name, type: desktop.type, environment: setting.environment))
      // If this fails, the daemon has ended, and the next wait on the socket shows that.
      _ = tellDesktop()
      return nil
    }
  }

  private mutating func readProfile(_ wanted: String, after current: String?, needsLayout: Bool) -> FilesRead {
    let recorder = FileRecorder()
    var store = setting.store
    store.files = .recorded(recorder)
    // Read the folders again: some file systems, such as network ones, do not report all changes.
    names.forget()
    let all = allNames()
    let name = current.map { ProfileRing.name(wanted, after: $0, among: store.names()) } ?? wanted
    let result = store.load(name)
    if current == nil || result.profile != nil { watch.watch(result.files) }
    var layout: LayoutTable?
    if let profile = result.profile, needsLayout || ProfileLayout.isNeeded(for: profile) {
      layout = ProfileLayout.table(profile.keyboard?.layout, environment: setting.environment)
    }
    return FilesRead(snapshot: recorder.snapshot, names: all, layout: layout)
  }

  private mutating func allNames() -> [String] {
    let all = names.all
    toldNames = all
    return all
  }
}
