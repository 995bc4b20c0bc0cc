import Glibc

/// A front end as a process of its own: a shell that answers pings, and can be stopped.
final class ClientProcess {
  private let identifier: pid_t

  /// Connects and makes requests, each of which is answered before this returns, except for `last`. Then a shell goes
  /// on with the connection.
  init(_ daemon: DaemonProcess, _ requests: [String], last: String? = nil) throws {
    let client = try daemon.connect()
    for request in requests {
      try client.send(request)
      try client.next(type: "ok")
    }
    if let last { try client.send(last) }
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { throw KernelError(errno: errno, "/dev/null") }
    defer { close(null) }
    identifier = try client.handOver { descriptor in
      try spawn(["/bin/sh", "-c", Self.script], environment: ["PATH=/usr/bin:/bin"], input: descriptor, output: null)
    }
  }

  deinit {
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  func signal(_ number: Int32) { kill(identifier, number) }

  private static let script = #"""
    while read -r line; do
      case $line in
      *'"type":"ping"'*) n=${line##*:}; echo "{\"type\":\"pong\",\"n\":${n%\}}}" >&0 ;;
      esac
    done
    """#
}
