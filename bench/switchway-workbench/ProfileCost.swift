import Foundation
import HostileProfiles
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain
import SwitchwayLayout
import SwitchwayTime
import SwitchwayYAML

/// The cost of loading the worst key-remap files: time and peak memory, each shape in its own process.
enum ProfileCost {
  /// The most entries of one list or mapping, less the entries beside the shape's own.
  private static let fewer = 990

  static func printTable() throws {
    print("Loading key-remap files of \(HostileProfile.largest / 1_024) KiB: processor time of the shortest of three")
    print(
      "loads, and the most memory that the process took beyond what it had before. \"Filled\": as many entries as "
        + "there is room")
    print("for; \"\(fewer)\": so many in each list and mapping, which is just what is taken. \"Use\": the time to make")
    print("all that the daemon and its programs make of it. Problems: errors, warnings and notes that are told.\n")
    print("| shape | entries | load | use | memory | problems |\n|---|---|---|---|---|---|")
    // The child processes print after this.
    fflush(nil)
    for shape in HostileProfile.all {
      for entries in ["filled", String(fewer)] {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["profiles", shape.name, entries]
        try process.run()
        process.waitUntilExit()
      }
    }
  }

  static func printRow(_ name: String, _ entries: String) throws {
    guard let shape = HostileProfile.all.first(where: { $0.name == name }) else { return }
    let most = Int(entries) ?? .max
    let text = shape.text(most: most)
    // If the file ends before this many entries, both rows are the same.
    if most < .max, text.utf8.count == shape.text().utf8.count, shape.bases(most: most) == shape.bases() { return }
    let folder = NSTemporaryDirectory() + "switchway-profiles-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in shape.bases(most: most).merging(["t": text], uniquingKeysWith: { $1 }) {
      let path = "\(folder)/\(name).yaml"
      try Data(text.utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    let store = ProfileStore(directories: [folder])
    _ = use(ProfileStore(directories: []).load("t"))
    let before = peak()
    var loads: [Duration] = []
    var uses: [Duration] = []
    var count = 0
    for _ in 0..<3 {
      let start = processorTime()
      let result = store.load("t")
      let middle = processorTime()
      count = use(result)
      loads.append(middle - start)
      uses.append(processorTime() - middle)
    }
    let memory = Double((peak() - before) * 10 / 1_000) / 10
    print(
      "| \(name) | \(entries) | \(milliseconds(loads.min())) ms | \(milliseconds(uses.min())) ms | \(memory) MB "
        + "| \(count) |")
  }

  /// Does everything that the daemon and its programs do with a profile.
  ///
  /// - Returns: the number of diagnostics.
  private static func use(_ result: LoadResult) -> Int {
    var result = result
    LayoutAudit.audit(&result, environment: [:])
    _ = result.text
    guard let profile = result.profile else { return result.diagnostics.count }
    _ = Interpreter(profile: profile)
    let device = DeviceDescription(name: String(repeating: "a", count: 256), bus: 3)
    _ = profile.entry(for: device)
    _ = PagedValue(Bindings.of(profile, bridge: nil))
    _ = PagedValue(ProfileExplanation.of(profile, result.places, bridge: nil))
    return result.diagnostics.count
  }

  private static func milliseconds(_ time: Duration?) -> String {
    let parts = (time ?? .zero).components
    let tenths = (Double(parts.seconds) * 10_000 + Double(parts.attoseconds) / 1e14).rounded()
    return String(tenths / 10)
  }

  /// The processor time of this thread; other programs do not count.
  private static func processorTime() -> Duration {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The process's peak memory so far, in kilobytes.
  private static func peak() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0)
  }
}
