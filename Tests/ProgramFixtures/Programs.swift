import CLinuxInput
import Glibc
import ProtocolSchema

/// What a test could not do, or waited for in vain.
package struct ProgramError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// A busy machine's patience: everything here takes milliseconds on an idle one.
package let patience: Int64 = 240_000_000

/// CLOCK_MONOTONIC, µs.
package func microseconds() -> Int64 { sw_monotonic_microseconds() }

/// Waits until something is true, looking again every few milliseconds, and throws where it never is.
package func eventually(_ what: @autoclosure () -> String, _ condition: () throws -> Bool) throws {
  try TestThreads.expectCurrent()
  let end = microseconds() + patience
  while try !condition() {
    guard microseconds() < end else { throw ProgramError("\(what()): not within \(patience / 1_000_000) s") }
    _ = poll(nil, 0, 2)
  }
}

/// Lines from a descriptor, as they come. Closes it in the end.
package final class LineReader {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Called with each line.
  private let check: (String) -> Void

  package init(_ descriptor: Int32, check: @escaping (String) -> Void = { _ in }) {
    self.descriptor = descriptor
    self.check = check
  }

  deinit { _ = close(descriptor) }

  /// The next line, without its end; nil at the end. A last line without an end counts.
  package func next() throws -> String? {
    let end = microseconds() + patience
    while true {
      if let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...feed) }
        let line = String(decoding: bytes[..<feed], as: UTF8.self)
        check(line)
        return line
      }
      if hasEnded {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      try read(until: end)
    }
  }

  /// Whether a line, or the end, comes before this time, µs.
  package func hasNext(by time: Int64) throws -> Bool {
    while !bytes.contains(UInt8(ascii: "\n")), !hasEnded {
      var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = max(time - microseconds(), 0) / 1_000 + 1
      guard unsafe poll(&input, 1, Int32(clamping: left)) > 0 else { return false }
      try read(until: time + patience)
    }
    return true
  }

  /// Lines up to and with the first that `isLast`; throws where the end comes before it.
  @discardableResult
  package func lines(until isLast: (String) -> Bool) throws -> [String] {
    var lines: [String] = []
    while let line = try next() {
      lines.append(line)
      if isLast(line) { return lines }
    }
    throw ProgramError("the end came first, after: \(lines)")
  }

  /// All lines to the end.
  package func rest() throws -> [String] {
    var lines: [String] = []
    while let line = try next() { lines.append(line) }
    return lines
  }

  private func read(until end: Int64) throws {
    try TestThreads.expectCurrent()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = max(end - microseconds(), 0) / 1_000
    guard unsafe poll(&input, 1, Int32(left)) > 0 else {
      throw ProgramError("no line came; so far: \(String(decoding: bytes, as: UTF8.self))")
    }
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { bytes.append(contentsOf: chunk[..<count]) } else { hasEnded = true }
  }
}

/// One of the programs, running. Killed at the latest when it is no longer referred to.
package final class Program {
  /// What a program that has ended leaves.
  package struct Result: Equatable, CustomStringConvertible {
    package var status: Int32
    package var output: String
    package var errors: String

    package init(status: Int32, output: String, errors: String) {
      (self.status, self.output, self.errors) = (status, output, errors)
    }

    package var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)" }
  }

  /// The folder of the test bundle, in which the programs are built, too.
  package static let folder: String = {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return "." }
    defer { unsafe free(path) }
    return unsafe String(cString: path).split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
  }()

  /// For bash: closes all descriptors but the standard ones. A process of a test has whatever else the tests have open.
  package static let closesOthers =
    #"for file in /proc/self/fd/*; do n=${file##*/}; ((n > 2)) && eval "exec $n>&-"; done"#

  package let identifier: pid_t
  package let output: LineReader
  package let errors: LineReader
  private var status: Int32?

  /// Starts a program of ours, or one by its path.
  ///
  /// - Parameters:
  ///   - environment: all of it; the machine's own is not handed on.
  ///   - input: its standard input; nil: nothing comes from there.
  package init(_ name: String, _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil) throws {
    let path = name.hasPrefix("/") ? name : "\(Program.folder)/\(name)"
    let (outputEnd, outputStart) = try Program.pipe()
    let (errorsEnd, errorsStart) = try Program.pipe()
    // A replay and `monitor --json` give lines of the socket.
    let isProtocol = arguments.first == "replay" || arguments.first == "monitor" && arguments.contains("--json")
    output = LineReader(outputEnd) { line in
      if isProtocol, line.hasPrefix("{") { ProtocolSchema.expect(line) }
    }
    errors = LineReader(errorsEnd)
    defer {
      close(outputStart)
      close(errorsStart)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, outputStart, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errorsStart, 2)
    identifier = try unsafe Program.spawn(path, arguments, environment, &actions)
  }

  /// Starts the program at `path`. `flags`: of posix_spawn(3), besides that of signals.
  package static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t, flags: Int16 = 0
  ) throws -> pid_t {
    // Threads of the test runner block signals, which children would inherit.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | flags)
    var child: pid_t = 0
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let failure = unsafe withStrings([path] + arguments) { words in
      unsafe withStrings(variables) { variables in
        unsafe posix_spawn(&child, path, &actions, &attributes, words, variables)
      }
    }
    guard failure == 0 else { throw ProgramError(unsafe "\(path): \(String(cString: strerror(failure)))") }
    return child
  }

  deinit {
    guard status == nil else { return }
    kill(identifier, SIGKILL)
    _ = waitpid(identifier, nil, 0)
  }

  /// Two ends, never handed on to another child that is started at the same time.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ProgramError("no pipe") }
    return (ends[0], ends[1])
  }

  package static func withStrings<Answer>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Answer
  ) -> Answer {
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(pointers)
  }

  package func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits for the end, and gives the exit status; 128 and the signal's number where one ended it.
  package func end() throws -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    try eventually("the end of the program") { unsafe waitpid(identifier, &raw, WNOHANG) == identifier }
    let reason = raw & 0x7f
    let status = reason == 0 ? (raw >> 8) & 0xff : 128 + reason
    self.status = status
    return status
  }

  /// What is left of its output and of its errors, once it has ended.
  package func result() throws -> Result {
    let output = try output.rest()
    let errors = try errors.rest()
    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    return Result(status: try end(), output: text(output), errors: text(errors))
  }

  /// Runs a program to its end.
  package static func run(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    try Program(name, arguments, environment: environment).result()
  }
}
