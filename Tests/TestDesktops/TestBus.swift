import Foundation

/// A message bus of its own for one test. It ends with this object, with everything that it started.
public final class TestBus {
  /// A bus that starts no services.
  private static let bareBus = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
    <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
    </busconfig>
    """

  /// The address of the bus.
  public let address: String
  /// The runtime folder and home of what the bus starts.
  public let folder: URL
  private let daemon = Process()

  /// `hasServices`: whether programs are started when somebody calls them by their names, as in a session.
  public init(hasServices: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let program = "/usr/bin/dbus-daemon"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw TestDesktop.Failure(description: "\(program) is missing; Debian's package is dbus-daemon")
    }
    daemon.executableURL = URL(fileURLWithPath: program)
    daemon.arguments = ["--session", "--nofork", "--nopidfile", "--print-address=1"]
    if !hasServices {
      let file = folder.appending(path: "bus.conf")
      try Data(Self.bareBus.utf8).write(to: file)
      daemon.arguments?[0] = "--config-file=\(file.path)"
    }
    // Nothing of the person who runs the tests is read or changed.
    daemon.environment = [
      "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "GSETTINGS_BACKEND": "memory", "PATH": "/usr/bin:/bin",
    ]
    let output = Pipe()
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw TestDesktop.Failure(description: "dbus-daemon ended") }
      line += String(decoding: bytes, as: UTF8.self)
    }
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    // What it started is in its group. The tests' threads block SIGTERM, and so do these processes.
    _ = kill(-daemon.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }
}
