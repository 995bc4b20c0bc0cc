import CLinuxInput
import Glibc
import SwitchwayReactor
import SwitchwayTime

/// Starts programs that continue when this one ends. No function here waits; ended programs are reaped on the loop.
final class ProgramStart {
  /// If a program fails in less than this time after its start, it counts as not started, µs. Arbitrary.
  private static let beginning: Int64 = 5_000_000

  private let reactor: Reactor
  /// The words to put before the command of a program. They start it in a separate scope of the person's systemd, as
  /// desktops do, so that it is not a part of this program's session or service. The list is empty if no systemd runs.
  let scope: [String]
  private var running: [Int32: DescriptorSource] = [:]

  init(_ reactor: Reactor, environment: [String: String]) {
    self.reactor = reactor
    let isThere = unsafe access((environment["XDG_RUNTIME_DIR"] ?? "") + "/systemd/private", F_OK) == 0
    let run = isThere ? Self.find("systemd-run", path: environment["PATH"] ?? "") : nil
    scope = run.map { [$0, "--user", "--scope", "--quiet", "--collect", "--slice=app.slice", "--"] } ?? []
  }

  deinit { for descriptor in running.keys { close(descriptor) } }

  /// The first file of this name in the folders of PATH that can be executed, or `nil` if there is none. A name with a
  /// slash is used as a path.
  static func find(_ name: String, path: String) -> String? {
    let files = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
    return files.first { file in
      var status = stat()
      return unsafe stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
    }
  }

  /// Starts the file `words[0]` with the other words as arguments.
  ///
  /// `onFailure` is called if the program cannot be started, or from the loop if it soon ends with another status than
  /// 0.
  func start(_ words: [String], folder: String? = nil, onFailure: @escaping () -> Void) {
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let child = unsafe sw_start_apart(words[0], arguments, folder)
    guard child >= 0 else { return onFailure() }
    let start = Reactor.now.microseconds
    running[child] = try? reactor.watch(child, for: Reactor.Ready.readable, priority: .clients) { [unowned self] _ in
      let status = sw_child_status(child)
      guard status >= 0 else { return }
      running[child]?.cancel()
      running[child] = nil
      close(child)
      if status > 0, Reactor.now.microseconds - start < Self.beginning { onFailure() }
    }
  }
}
