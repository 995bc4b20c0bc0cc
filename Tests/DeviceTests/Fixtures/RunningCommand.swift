import Glibc

/// `switchway` while it runs. What it prints goes into a file.
final class RunningCommand {
  private let identifier: pid_t
  private let output: String
  private var isRunning = true

  /// - Parameter input: what it reads; nil: nothing.
  init(_ arguments: [String], _ daemon: DaemonProcess, input: Int32? = nil, environment: [String] = []) throws {
    output = "\(daemon.folder)/output"
    let file = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw KernelError(output) }
    defer { close(file) }
    identifier = try spawn(
      DaemonProcess.switchway + arguments + ["--socket", daemon.socket],
      environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"] + environment, input: input,
      output: file)
  }

  deinit {
    guard isRunning else { return }
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  var text: String { (try? contents(of: output)) ?? "" }

  func signal(_ number: Int32) { kill(identifier, number) }

  /// Its exit status.
  func end() throws -> Int32 {
    var status: Int32 = 0
    try eventually("the end of switchway") { unsafe waitpid(identifier, &status, WNOHANG) == identifier }
    isRunning = false
    return (status >> 8) & 0xff
  }
}
