import Foundation
import Glibc
import SwitchwayProtocol
import Testing

/// A folder of a test's own, with profiles and recordings in it; gone when it is no longer referred to.
package final class Scene {
  package let folder: String

  /// Of the sources.
  package static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().standardizedFileURL.path
  package static let recordings = "\(top)/Tests/Recordings"

  package init() throws {
    var template = Array("/tmp/switchway-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw ProgramError("no folder in /tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Where profiles of the person, and only those of this folder, are found.
  package var environment: [String: String] {
    ["XDG_CONFIG_HOME": folder, "SWITCHWAY_PROFILES": "\(Scene.top)/Config", "XDG_RUNTIME_DIR": folder]
  }

  package var socket: String { "\(folder)/socket" }

  /// Writes a file, makes its folders, and gives its path.
  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String { try file(name, Data(text.utf8)) }

  @discardableResult
  package func file(_ name: String, _ bytes: Data) throws -> String {
    let path = "\(folder)/\(name)"
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try bytes.write(to: URL(filePath: path))
    return path
  }

  /// Writes a script that can be started, and gives its path. Another process writes it: a program that is open for
  /// writing cannot be started, and children of other tests keep what this process has open until they run.
  package func script(_ name: String, _ text: String) throws -> String {
    let source = try file("\(name).text", text)
    let path = "\(folder)/\(name)"
    let result = try Program.run("/usr/bin/install", ["-m", "0755", source, path])
    guard result.status == 0 else { throw ProgramError("install: \(result.errors)") }
    return path
  }

  /// What a file holds.
  package static func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// A recording of the box of `recording` that plays for an hour, with one press at its beginning.
  package func hour() throws -> String { try recording(presses: [(at: 0, button: 0)], end: 3_600_000) }

  /// A recording of a box with two buttons: `presses` are at ms, each 100 ms long, on button 0 or 1. It is played from
  /// the first of them on.
  @discardableResult
  package func recording(_ name: String = "box.evemu", presses: [(at: Int, button: Int)], end: Int) throws -> String {
    var text = Scene.header
    let edges = presses.flatMap { [($0.at, $0.button, 1), ($0.at + 100, $0.button, 0)] }
    for (time, button, value) in edges.sorted(by: { $0.0 < $1.0 }) {
      text += "E: \(Scene.seconds(time)) 0001 010\(button) \(value)\n"
      text += "E: \(Scene.seconds(time)) 0000 0000 0\n"
    }
    return try file(name, text + "E: \(Scene.seconds(end)) 0000 0000 0\n")
  }

  private static let header =
    "# EVEMU 1.3\nN: Test Box\nI: 0003 1209 0001 0100\nP: 00 00 00 00 00 00 00 00\n"
    + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4)
    + "B: 01 03 00 00 00 00 00 00 00\n"
    + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 7)

  private static func seconds(_ milliseconds: Int) -> String {
    let fraction = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + "000"
  }

  /// A profile for that box.
  package static func profile(left: String = "next", right: String = "select", label: String = "Test") -> String {
    """
    switchway: 1
    label: \(label)
    devices:
      box: {match: {name: "Test Box"}}
    switches:
      left: {input: box/button-1, steady: off, tap: \(left)}
      right: {input: box/button-2, steady: off, tap: \(right)}

    """
  }

  /// A daemon that plays for an hour, in which nobody presses: a front end that claims gets only what a test sends.
  ///
  /// - Parameter isPressed: whether button 0 is pressed once, when it begins to play.
  package func daemon(
    profile: String = Scene.profile(), arguments: [String] = [], isPressed: Bool = false
  ) throws -> Program {
    let config = try file("test.yaml", profile)
    // A button that is up comes up.
    let idle = "E: 0.000000 0001 0100 0\nE: 0.000000 0000 0000 0\nE: 3600.000000 0000 0000 0\n"
    let recording = isPressed ? try hour() : try file("box.evemu", Scene.header + idle)
    return try listening(["--config", config, "--play", recording] + arguments)
  }

  /// A daemon on the scene's socket, once it listens. `more`: beside the scene's environment.
  package func listening(_ arguments: [String], environment more: [String: String] = [:]) throws -> Program {
    let daemon = try Program(
      "switchwayd", ["--socket", socket] + arguments, environment: environment.merging(more) { $1 })
    try waitForSocket(of: daemon)
    return daemon
  }

  package func waitForSocket(of daemon: Program) throws {
    try eventually("the daemon's socket") {
      if let client = try? Client(socket) {
        _ = try client.next()
        return true
      }
      if kill(daemon.identifier, 0) != 0 { throw ProgramError("the daemon has ended") }
      return false
    }
  }

  /// Runs `switchway` with the scene's socket.
  package func ask(_ arguments: String...) throws -> Program.Result {
    try Program.run("switchway", arguments + ["--socket", socket], environment: environment)
  }
}

extension String {
  /// The message of a line of the socket.
  package var message: JSONValue { (try? JSONValue.parse(Array(utf8))) ?? .null }

  /// The type of a line of the socket.
  package var type: String { message["type"]?.stringValue ?? "" }
}
