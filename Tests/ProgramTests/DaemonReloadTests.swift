import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// Key-remap files that change while the daemon runs.
@Suite("Reloads of the daemon", .blocking) struct DaemonReloadTests {
  @Test("the answer about bindings is that of the profile in force, however often it was asked for")
  func bindings() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    func command() throws -> String? {
      try client.ask(#"{"type":"get","what":"bindings"}"#)["result"]?[0]?["command"]?.stringValue
    }
    #expect(try (0..<2).map { _ in try command() } == ["next", "next"])
    try scene.file("test.yaml", Scene.profile(left: "menu"))
    #expect(try client.ask(#"{"type":"reload"}"#)["type"] == .string("ok"))
    #expect(try (0..<2).map { _ in try command() } == ["menu", "menu"])
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  /// Ways to save a file, and to have it read.
  enum Saving: String, CaseIterable, Sendable {
    case rename, truncate, pieces, removeAndWrite, backup, link, folder, signal, request
  }

  @Test("however a file is saved, it is in force, once", arguments: Saving.allCases)
  func saved(_ saving: Saving) throws {
    let scene = try Scene()
    // What the daemon reads is a link, so that there is one to change.
    let text = Scene.profile(label: "New")
    let path = "\(scene.folder)/one/test.yaml"
    try scene.file("one/test.yaml", Scene.profile())
    let link = "\(scene.folder)/link.yaml"
    #expect(unsafe symlink("one/test.yaml", link) == 0)
    let recording = try scene.recording(presses: [(at: 0, button: 0), (at: 3_600_000, button: 0)], end: 3_601_000)
    let config = saving == .link ? link : path
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"observe","types":["config","profile"]}"#)
    switch saving {
    case .rename:
      let new = try scene.file("one/test.yaml~", text)
      #expect(unsafe rename(new, path) == 0)
    case .truncate: try text.write(toFile: path, atomically: false, encoding: .utf8)
    case .pieces:
      // Open all the while: half a file is never read.
      let file = unsafe open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
      for byte in text.utf8 { #expect(unsafe withUnsafeBytes(of: byte) { unsafe write(file, $0.baseAddress, 1) } == 1) }
      close(file)
    case .removeAndWrite:
      unsafe unlink(path)
      try scene.file("one/test.yaml", text)
    case .backup:
      // As vim does with `backup`: the old file moves away, the new one is written, the swap file goes.
      try scene.file("one/.test.yaml.swp", "b0VIM")
      #expect(unsafe rename(path, path + "~") == 0)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      unsafe unlink("\(scene.folder)/one/.test.yaml.swp")
    case .link:
      try scene.file("two/test.yaml", text)
      #expect(unsafe symlink("two/test.yaml", link + "~") == 0)
      #expect(unsafe rename(link + "~", link) == 0)
    case .folder:
      try scene.file("two/test.yaml", text)
      #expect(unsafe rename("\(scene.folder)/one", "\(scene.folder)/old") == 0)
      #expect(unsafe rename("\(scene.folder)/two", "\(scene.folder)/one") == 0)
    case .signal:
      try scene.file("one/test.yaml", text)
      daemon.signal(SIGHUP)
    case .request:
      try scene.file("one/test.yaml", text)
      #expect(try client.ask(#"{"type":"reload","id":"a"}"#) == .object(["type": .string("ok"), "id": .string("a")]))
      #expect(try client.label() == "New")
      return
    }
    var told = try client.next("config")
    if [.removeAndWrite, .backup, .folder].contains(saving) {
      // On a busy machine there is no file for long enough to be seen; half a file there never is.
      while told["change"] == .string("failed") {
        #expect(told["diagnostics"]?[0]?["message"] == .string("no such file"))
        told = try client.next("config")
      }
    }
    // A program that another test started may have had the old file open: it is then closed late, and read once more.
    while told["change"] == .string("loaded"), try client.label() != "New" { told = try client.next("config") }
    #expect(told["change"] == .string("loaded"))
    #expect(told["diagnostics"] == .array([]))
    #expect(try client.label() == "New")
  }

  @Test("settings without an effect are told when a file that has them comes into force")
  func unused() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    _ = try client.ask(#"{"type":"observe","types":["config","warning"]}"#)
    let path = try scene.file("test.yaml", Scene.profile(label: "Unused") + "scan: {interval: 2s}\n")
    #expect(try client.next("config")["change"] == .string("loaded"))
    let warning = try client.next("warning")
    #expect(warning["code"] == .string("setting-unused"))
    let effect = "'interval' has no effect: with 'style: front-end' Switchway does not scan"
    #expect(warning["message"] == .string("\(path):8: \(effect)"))
    #expect(warning["device"] == nil)
    #expect(warning["switch"] == nil)
    _ = daemon
  }

  @Test("an error keeps the old profile, tells every diagnostic, and is forgotten once it is mended")
  func error() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    try scene.file("test.yaml", Scene.profile(left: "selct", label: "Bad"))
    let failed = try client.config(change: "failed")
    #expect(failed["diagnostics"]?[0]?["line"] == .integer(6))
    #expect(failed["diagnostics"]?[0]?["column"] == .integer(49))
    #expect(failed["diagnostics"]?[0]?["help"] == .string("did you mean 'select'?"))
    #expect(try client.label() == "Test")
    let refused = try client.ask(#"{"type":"reload","id":2}"#)
    #expect(refused["code"] == .string("config-invalid"))
    #expect(refused["diagnostics"] == failed["diagnostics"])
    try scene.file("test.yaml", Scene.profile(label: "Good"))
    try eventually("the mended file") { try client.label() == "Good" }
    _ = daemon
  }

  @Test("a file that goes away changes nothing until it is back")
  func removed() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    unsafe unlink("\(scene.folder)/test.yaml")
    _ = try client.config(change: "failed")
    #expect(try client.label() == "Test")
    try scene.file("test.yaml", Scene.profile(label: "Back"))
    try eventually("the file that is back") { try client.label() == "Back" }
    _ = daemon
  }

  @Test("a file that may not be used any more changes nothing, and says why")
  func refused() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    unsafe chmod("\(scene.folder)/test.yaml", 0o666)
    let told = try client.config(change: "failed")
    #expect(told["diagnostics"]?[0]?["message"] == .string("everybody can write to the file"))
    unsafe chmod("\(scene.folder)/test.yaml", 0o600)
    _ = try client.config(change: "loaded")
    _ = daemon
  }

  @Test("a press under way ends by the old profile when another comes")
  func underWay() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let text = String(
      decoding: try Scene.bytes(of: try scene.recording(presses: [(1, 0)], end: 3_600_000)), as: UTF8.self)
    // Held for nearly an hour.
    let held = try scene.file("held.evemu", text.replacing("E: 0.101000", with: "E: 3599.000000"))
    let daemon = try scene.listening(["--config", config, "--play", held])
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    try eventually("the press") {
      try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["switches"]?[0]?["down"] == .bool(true)
    }
    #expect(try client.ask(#"{"type":"set","profile":"default"}"#)["type"] == .string("ok"))
    let state = try client.ask(#"{"type":"get","what":"state"}"#)["result"]
    #expect(state?["profile"]?["name"] == .string("default"))
    #expect(state?["switches"]?[0]?["down"] == .bool(false))
    _ = daemon
  }

  @Test("thousands of mistakes are told as far as a line of the protocol goes")
  func thousands() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let mistakes = (0..<900).map { "  s\($0): {input: box/button-1, tap: selct}\n" }.joined()
    let path = try scene.file("test.yaml", "switchway: 1\nswitches:\n" + mistakes)
    // A file may be read while it is still written; it is then read again.
    var line = ""
    while line.utf8.count < 10_000 { line = try #require(try client.lines(until: "config").last) }
    #expect((50_000...65_536).contains(line.utf8.count))
    #expect(line.message["diagnostics"]?[0]?["line"] == .integer(3))
    let refused = try client.ask(#"{"type":"reload","id":2}"#)
    #expect(refused["diagnostics"] == line.message["diagnostics"])
    let found = try client.ask(#"{"type":"get","what":"config","id":3}"#)["result"]
    #expect(found?["diagnostics"]?.arrayValue?.isEmpty == false)
    // A person gets all that are told, a thousand at most, and that there may be more.
    let checked = try Program.run("switchway", ["check", "--json", path], environment: scene.environment)
    let told = try #require(checked.output.message.arrayValue)
    #expect(told.count == 1_001)
    #expect(told.last?["message"] == .string("the rest of the file was not checked; fix these first"))
    _ = daemon
  }
}

extension Scene {
  /// A daemon, and a client that has read what it says first and is told of its files.
  func watched() throws -> (Program, Client) {
    let daemon = try daemon()
    let client = try Client(socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"observe","types":["config","profile"]}"#)
    return (daemon, client)
  }
}

extension Client {
  /// The next message that files were `loaded`, or that this has `failed`. Others may come before it: if a program that
  /// another test started had a file open meanwhile, that is closed late, and read once more.
  func config(change: String) throws -> JSONValue {
    try lines.lines { $0.type == "config" && $0.message["change"] == .string(change) }.last?.message ?? .null
  }

  /// The label of the profile in force.
  func label() throws -> String? {
    try ask(#"{"type":"get","what":"state"}"#)["result"]?["profile"]?["label"]?.stringValue
  }
}
