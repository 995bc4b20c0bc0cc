import Glibc

/// Programs run as somebody who is not root.
package enum Unprivileged {
  /// How that is done here.
  package enum Way {
    /// The tests do not run as root either.
    case plain
    /// As the user `nobody`.
    case nobody
    /// As this very user, under another number and without root's powers: where `nobody` may not enter the folders
    /// that the programs or Swift's libraries are in.
    case namespace
  }

  /// Asked on any thread: it takes milliseconds, and each test has the same answer.
  package static let way: Way = {
    guard geteuid() == 0 else { return .plain }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    // A shell asks, because Debian 13's setpriv enters folders of root even for `nobody`.
    let words = asNobody + ["/bin/sh", "-c", "exec \"$0\" --version", "\(Program.folder)/switchway"]
    var status: Int32 = -1
    guard let probe = try? unsafe Program.spawn("/usr/bin/setpriv", words, [:], &actions),
      unsafe waitpid(probe, &status, 0) == probe
    else { return .namespace }
    return status == 0 ? .nobody : .namespace
  }()

  /// The user and the group of `nobody` on every Linux.
  private static let nobody: uid_t = 65_534
  package static let asNobody = ["--reuid", "\(nobody)", "--regid", "\(nobody)", "--clear-groups", "--"]

  package static func start(_ name: String, _ arguments: [String], environment: [String: String]) throws -> Program {
    let program = ["\(Program.folder)/\(name)"] + arguments
    switch way {
    case .plain: return try Program(name, arguments, environment: environment)
    case .nobody: return try Program("/usr/bin/setpriv", asNobody + program, environment: environment)
    case .namespace:
      return try Program(
        "/usr/bin/unshare", ["--user", "--map-user=1000", "--map-group=1000", "--"] + program, environment: environment)
    }
  }

  /// The same in a mount namespace of its own, after the shell words `script`, which end in `&&`.
  package static func start(
    _ name: String, _ arguments: [String], mounting script: String, environment: [String: String]
  ) throws -> Program {
    let drop =
      way == .nobody
      ? ["/usr/bin/setpriv"] + asNobody
      : ["/usr/bin/unshare", "--user", "--map-user=1000", "--map-group=1000", "--"]
    let words = ["/bin/bash", "-c", script + "exec \"$@\"", "bash"] + drop + ["\(Program.folder)/\(name)"] + arguments
    return try Program(
      "/usr/bin/unshare", (geteuid() == 0 ? [] : ["--user", "--map-root-user"]) + ["--mount", "--"] + words,
      environment: environment.merging(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]) { $1 })
  }

  package static func run(_ name: String, _ arguments: [String], environment: [String: String]) throws -> Program.Result
  {
    try start(name, arguments, environment: environment).result()
  }

  /// Gives a file or a folder to that user.
  package static func give(_ path: String) throws {
    guard way == .nobody else { return }
    guard unsafe chown(path, nobody, nobody) == 0 else { throw ProgramError("cannot give away \(path)") }
  }
}

extension Scene {
  /// A daemon of that user, on the scene's socket, once it listens.
  package func unprivilegedDaemon() throws -> Program {
    try Unprivileged.give(folder)
    let daemon = try Unprivileged.start("switchwayd", ["--socket", socket], environment: environment)
    try waitForSocket(of: daemon)
    return daemon
  }
}
