import Glibc

/// switchwayd as an installed service runs it: as an unprivileged user who may read event nodes only through the
/// process's groups. Ended at the latest with the last reference.
final class DaemonProcess {
  /// The user that `vm/prepare-tests` creates in the virtual machine.
  static let user = environment("SWITCHWAY_TEST_USER") ?? "switcher"
  /// `switchway` as that user: root uses no file in a folder of theirs.
  static let switchway = [
    "/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--", "/usr/bin/switchway",
  ]
  static let program = environment("SWITCHWAYD") ?? "/usr/bin/switchwayd"

  let identifier: pid_t
  let folder: String
  private var isRunning = true

  var socket: String { "\(folder)/socket" }

  /// - Parameters:
  ///   - profile: the text of a key-remap file.
  ///   - session: the session whose devices are read.
  ///   - config: another file instead of one in its own folder.
  ///   - errors: a descriptor for its log instead of a file in that folder.
  ///   - descriptors: how many descriptors it may have open.
  ///
  /// Returns when the socket answers.
  init(
    profile: String, session: String = "always", config: String? = nil, environment: [String] = [],
    errors: Int32? = nil, descriptors: Int? = nil
  ) throws {
    let owner = try DaemonProcess.owner()
    var template = Array("/run/switchway-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw KernelError("a folder in /run") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard unsafe chown(folder, owner.user, owner.group) == 0 else { throw KernelError(errno: errno, folder) }
    try DaemonProcess.write(profile, to: "\(folder)/test.yaml")
    let log = unsafe open("\(folder)/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard log >= 0 else { throw KernelError(errno: errno, "\(folder)/log") }
    defer { close(log) }
    let limit = descriptors.map { ["/usr/bin/prlimit", "--nofile=\($0):\($0)", "--"] } ?? []
    identifier = try spawn(
      limit + [
        "/usr/bin/setpriv", "--reuid", DaemonProcess.user, "--regid", DaemonProcess.user, "--groups",
        "input,switchway-uinput", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--",
        DaemonProcess.program, "--session", session, "--socket", "\(folder)/socket", "--config",
        config ?? "\(folder)/test.yaml",
      ], environment: ["PATH=/usr/bin:/bin", "HOME=\(folder)", "LANG=C.UTF-8"] + environment, output: errors ?? log)
    do {
      try eventually("the daemon's socket") {
        guard isAlive else { throw KernelError("switchwayd has ended") }
        let probe = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        return LineClient.connect(probe, socket)
      }
    } catch {
      throw KernelError("\(error); its log:\n\(logSoFar)")
    }
  }

  deinit {
    if isRunning {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
    for name in names(in: folder) { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  /// What its log helper has written until now, for messages of failures. The helper writes later than the daemon
  /// publishes what happened: see `expectLogged` and `wholeLog`.
  var logSoFar: String { (try? contents(of: "\(folder)/log")) ?? "" }

  /// Waits until these words are in its log.
  func expectLogged(_ words: String) throws {
    do {
      try eventually("'\(words)' in the log") { logSoFar.contains(words) }
    } catch {
      throw KernelError("\(error):\n\(logSoFar)")
    }
  }

  /// Ends it, and returns everything that it has logged: its log helper closes the file last.
  func wholeLog() throws -> String {
    _ = try end()
    let path = "\(folder)/log"
    try eventually("the end of the log") {
      !names(in: "/proc").compactMap { pid_t($0) }.contains { process in
        openFiles(of: process).contains { $0.path == path }
      }
    }
    return logSoFar
  }

  func connect() throws -> LineClient {
    // Without `self`: the client may outlive the daemon, which ends with its last reference.
    let client = try LineClient(path: socket) { [folder] in (try? contents(of: "\(folder)/log")) ?? "" }
    try client.next(type: "hello")
    try client.next(type: "state")
    return client
  }

  func signal(_ number: Int32) {
    kill(identifier, number)
  }

  var isAlive: Bool {
    guard isRunning else { return false }
    var status: Int32 = 0
    if unsafe waitpid(identifier, &status, WNOHANG) == identifier { isRunning = false }
    return isRunning
  }

  /// Signals it to end and returns its exit status (128 + n for signal n).
  func end(by number: Int32 = SIGTERM) throws -> Int32 {
    kill(identifier, number)
    var status: Int32 = 0
    var result: pid_t = 0
    try eventually("end of switchwayd") {
      result = unsafe waitpid(identifier, &status, WNOHANG)
      return result != 0
    }
    guard result == identifier else { throw KernelError(errno: errno, "waitpid") }
    isRunning = false
    let reason = status & 0x7f
    return reason == 0 ? (status >> 8) & 0xff : 128 + reason
  }

  var openNodes: [String] { nodesOpen(in: identifier) }

  /// How often it gave up the processor since its start, once per wake-up.
  func voluntarySwitches() throws -> Int {
    let status = try contents(of: "/proc/\(identifier)/status")
    let name = "voluntary_ctxt_switches:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let count = Int(line.dropFirst(name.count).filter { !$0.isWhitespace })
    else { throw KernelError("/proc/\(identifier)/status has no \(name)") }
    return count
  }

  /// Its processor time in ticks of 10 ms (proc(5): the 14th and 15th field).
  func processorTicks() throws -> Int {
    let fields = try contents(of: "/proc/\(identifier)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
      throw KernelError("/proc/\(identifier)/stat cannot be read")
    }
    return user + system
  }

  private static func owner() throws -> (user: uid_t, group: gid_t) {
    guard geteuid() == 0 else { throw KernelError("these tests need root: run make vm-test") }
    guard let entry = unsafe getpwnam(user) else {
      throw KernelError("there is no user '\(user)': run make vm-test, or name one in SWITCHWAY_TEST_USER")
    }
    return unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
  }

  static func write(_ text: String, to path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw KernelError(errno: errno, path) }
    defer { close(descriptor) }
    unsafe try Array(text.utf8).withUnsafeBytes { try unsafe writeWhole($0, to: descriptor, path) }
  }
}

func nodesOpen(in process: pid_t) -> [String] {
  openFiles(of: process).map(\.path).filter { $0.hasPrefix("/dev/input/") || $0 == "/dev/uinput" }.sorted()
}

/// The open files of a process with their descriptors.
func openFiles(of process: pid_t) -> [(descriptor: Int32, path: String)] {
  let folder = "/proc/\(process)/fd"
  return names(in: folder).compactMap { link in
    var target = [CChar](repeating: 0, count: 256)
    let length = unsafe readlink("\(folder)/\(link)", &target, target.count)
    guard length > 0, let descriptor = Int32(link) else { return nil }
    return (descriptor, String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

func environment(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  let text = unsafe String(cString: value)
  return text.isEmpty ? nil : text
}

/// Starts a program with its output and errors in `output`. In its own process group, it can be ended with its
/// children.
func spawn(
  _ arguments: [String], environment: [String], input: Int32? = nil, output: Int32, isOwnGroup: Bool = false
) throws -> pid_t {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  if let input {
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
  unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
  // Threads of Swift's runtime block signals, and child processes would inherit that.
  var attributes = posix_spawnattr_t()
  var none = sigset_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  unsafe posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | (isOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)))
  var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup($0) } + [nil]
  defer {
    for index in unsafe words.indices { unsafe free(words[index]) }
    for index in unsafe variables.indices { unsafe free(variables[index]) }
  }
  var child: pid_t = 0
  let code = unsafe posix_spawn(&child, arguments[0], &actions, &attributes, &words, &variables)
  guard code == 0 else { throw KernelError(errno: code, arguments[0]) }
  return child
}

/// Runs a program to its end and returns its exit status and output. If it does not end in time, it is killed with its
/// children, and the test fails, so that no other program can hang the tests.
@discardableResult
func run(_ arguments: [String], within seconds: Double = 300) throws -> (status: Int32, output: String) {
  var ends: [Int32] = [0, 0]
  guard unsafe pipe(&ends) == 0 else { throw KernelError(errno: errno, "pipe") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  defer { close(ends[0]) }
  let child = try spawn(
    arguments, environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"], output: ends[1], isOwnGroup: true)
  close(ends[1])
  let deadline = now() + seconds
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while now() < deadline {
    var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&waiting, 1, Int32(max(0, (deadline - now()) * 1000))) > 0 else { continue }
    let count = unsafe read(ends[0], &chunk, chunk.count)
    guard count > 0 else { break }
    bytes += chunk[..<count]
  }
  var status: Int32 = 0
  var ended: pid_t = 0
  while ended == 0, now() < deadline {
    ended = unsafe waitpid(child, &status, WNOHANG)
    if ended == 0 { poll(nil, 0, 1) }
  }
  guard ended == child else {
    kill(-child, SIGKILL)
    waitpid(child, nil, 0)
    let said = String(decoding: bytes, as: UTF8.self)
    throw KernelError("'\(arguments.joined(separator: " "))' has not ended in \(seconds) s; it said: \(said)")
  }
  let reason = status & 0x7f
  return (reason == 0 ? (status >> 8) & 0xff : 128 + reason, String(decoding: bytes, as: UTF8.self))
}
