import Foundation

/// A desktop of its own for one test: sway without a screen, or Xvfb. It ends with this object.
///
/// A program that is missing fails the test: `scripts/setup test` installs all of them.
public final class TestDesktop {
  /// Why a desktop cannot be used.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
  }

  /// Files and sockets of the desktop.
  public let folder: URL
  /// The path of Wayland's socket; nil: this is X11.
  public private(set) var wayland: String?
  /// The path of sway's socket; nil: this is X11.
  public private(set) var sway: String?
  /// As in DISPLAY; nil: this is Wayland.
  public private(set) var x11: String?
  private let server = Process()

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    if server.isRunning {
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts sway with a configuration. Inside another one each of its outputs is a window there, so it can be closed.
  public static func sway(
    _ configuration: String = "", outputs: Int = 1, inside outer: TestDesktop? = nil
  ) async throws -> TestDesktop {
    let desktop = try TestDesktop()
    let config = desktop.folder.appending(path: "config")
    try Data("xwayland disable\ndefault_border none\n\(configuration)\n".utf8).write(to: config)
    let (wayland, sway) = (desktop.folder.path + "/wayland-1", desktop.folder.path + "/ipc")
    (desktop.wayland, desktop.sway) = (wayland, sway)
    var command = ["sway", "-c", config.path]
    if getuid() == 0 {
      // It refuses to run as root.
      try FileManager.default.setAttributes(
        [.ownerAccountID: 65_534, .groupOwnerAccountID: 65_534], ofItemAtPath: desktop.folder.path)
      command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    var settings = [
      "WLR_BACKENDS": outer == nil ? "headless" : "wayland", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
      "WLR_HEADLESS_OUTPUTS": "\(outputs)",
    ]
    if let outer { settings["WAYLAND_DISPLAY"] = outer.wayland }
    try desktop.start(command, settings: settings)
    // Its sockets are there before it answers, and a display is not waited for longer than 2 s.
    try await until("sway has started") {
      FileManager.default.fileExists(atPath: wayland) && (try? desktop.run("swaymsg", ["-t", "get_version"])) != nil
    }
    // wlroots 0.18 loses its connection if it is to begin with two windows.
    if outer != nil { for _ in 1..<outputs { try desktop.run("swaymsg", ["create_output"]) } }
    return desktop
  }

  /// Starts an X11 server with one screen of 1280 × 800.
  public static func xvfb() async throws -> TestDesktop {
    let desktop = try TestDesktop()
    let pipe = Pipe()
    desktop.server.standardOutput = pipe
    try desktop.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"])
    // It writes its number when it is ready.
    let number = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    guard let number = Int(number.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(description: "Xvfb did not start")
    }
    desktop.x11 = ":\(number)"
    return desktop
  }

  private func start(_ command: [String], settings: [String: String] = [:]) throws {
    server.executableURL = try Self.program(command[0])
    server.arguments = Array(command.dropFirst())
    server.environment = environment.merging(settings) { $1 }
    server.standardError = FileHandle.nullDevice
    try server.run()
  }

  /// What programs on this desktop need.
  public var environment: [String: String] {
    var all = ProcessInfo.processInfo.environment.filter {
      !["DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"].contains($0.key)
    }
    all["XDG_RUNTIME_DIR"] = folder.path
    all["WAYLAND_DISPLAY"] = wayland
    all["SWAYSOCK"] = sway
    all["DISPLAY"] = x11
    return all
  }

  /// Sends a signal to the compositor or the server.
  public func signal(_ number: Int32) { kill(server.processIdentifier, number) }

  /// Starts a program, without waiting for it.
  public func start(_ name: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try Self.program(name)
    process.arguments = arguments
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs a program, and returns what it wrote.
  @discardableResult public func run(_ name: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = try Self.program(name)
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "\(name) \(arguments) failed") }
    return Array(output)
  }

  /// What a screen shows. X11 has only one.
  public func picture(_ output: String = "") throws -> Picture {
    let picture =
      x11 == nil
      ? Picture(ppm: try run("grim", ["-t", "ppm", "-o", output, "-"]))
      : Picture(xwd: try run("xwd", ["-root", "-silent"]))
    guard let picture else { throw Failure(description: "the picture of the screen is not understood") }
    return picture
  }

  private static func program(_ name: String) throws -> URL {
    for folder in ["/usr/bin", "/bin", "/usr/local/bin"]
    where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
      return URL(filePath: "\(folder)/\(name)")
    }
    throw Failure(description: "\(name) is missing: run `scripts/setup test`")
  }
}

/// Waits until something is so, 2 minutes at most: a limit that only catches a hang, as busy machines take long.
///
/// Behind many tests that compute, a single turn may take a minute. So it looks at least 200 times.
public func until(_ what: String, _ isSo: () throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(120)
  var looks = 0
  while try !isSo() {
    looks += 1
    guard looks < 200 || ContinuousClock.now < end else {
      throw TestDesktop.Failure(description: "2 minutes passed, and not yet: \(what)")
    }
    try await Task.sleep(for: .milliseconds(10))
  }
}
