import CLibsystemd
import CLinuxInput
import Glibc
import ProgramFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDesktopSettings
import SwitchwayReactor
import SwitchwayScanning
import Testing

@testable import switchway_scan

/// A speech server that the test plays: on the loop of `SpeechServer`, at a socket of its own.
private final class PlayedServer {
  enum Manner { case speaks, hangs, dies, talksNonsense }

  let reactor: Reactor
  var manner = Manner.speaks
  /// Each line that came.
  var lines: [String] = []
  private let listener: Int32
  private var sources: [DescriptorSource] = []
  private var connection: Int32 = -1
  private var bytes: [UInt8] = []
  private var isData = false
  private var messages = 0

  init(_ reactor: Reactor, path: String) throws {
    self.reactor = reactor
    listener = unsafe sw_listen_at(path, 8)
    guard listener >= 0 else { throw ProgramError("cannot listen at \(path)") }
    let watch = try reactor.watch(listener, for: Reactor.Ready.readable, priority: .clients) { [unowned self] _ in
      accept()
    }
    sources.append(watch)
  }

  deinit {
    sources.forEach { $0.cancel() }
    close(listener)
    if connection >= 0 { close(connection) }
  }

  private func accept() {
    connection = sw_accept(listener)
    let watch = try? reactor.watch(connection, for: Reactor.Ready.readable, priority: .clients) { [unowned self] _ in
      receive()
    }
    if let watch { sources.append(watch) }
  }

  /// Ends the connection.
  func drop() { shutdown(connection, Int32(SHUT_RDWR)) }

  private func receive() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(connection, &chunk, chunk.count)
    guard count > 0 else { return sources.removeLast().cancel() }
    bytes += chunk.prefix(count)
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[..<end].dropLast(), as: UTF8.self)
      bytes.removeSubrange(...end)
      take(line)
    }
  }

  private func take(_ line: String) {
    lines.append(line)
    switch manner {
    case .hangs: break
    case .dies: drop()
    case .talksNonsense: say("good morning")
    case .speaks where isData:
      guard line == "." else { return }
      isData = false
      queue()
    case .speaks where line == "SPEAK":
      isData = true
      say("230 OK RECEIVING DATA")
    case .speaks where line.hasPrefix("CHAR "): queue()
    case .speaks where line.hasPrefix("SET SELF SYNTHESIS_VOICE"): say("409 ERR NO SUCH VOICE")
    case .speaks: say("200 OK")
    }
  }

  private func queue() {
    messages += 1
    say("225-\(messages)", "225 OK MESSAGE QUEUED", "702-\(messages)", "702-1", "702 END")
  }

  private func say(_ lines: String...) {
    let bytes = lines.flatMap { Array("\($0)\r\n".utf8) }
    _ = unsafe sw_send(connection, bytes, bytes.count)
  }
}

@Suite("The speech server of switchway-scan", .blocking) struct SpeechServerTests {
  private let scene: Scene
  private let reactor: Reactor

  init() throws {
    scene = try Scene()
    reactor = try Reactor()
  }

  private var path: String { "\(scene.folder)/speech" }

  private func server(
    _ settings: SpeechSettings = SpeechSettings(), path folders: String = ""
  ) throws -> SpeechServer {
    let environment = [
      "XDG_RUNTIME_DIR": scene.folder, "SPEECHD_ADDRESS": "unix_socket:\(path)", "PATH": folders, "USER": "anna",
    ]
    return try SpeechServer(
      reactor, settings, environment: environment, language: Language(environment: ["LANG": "de_DE.UTF-8"]),
      start: ProgramStart(reactor, environment: [:]))
  }

  /// Runs the loop until that is so.
  private func run(until what: String, _ condition: () -> Bool) throws {
    try eventually(what) {
      guard unsafe sd_event_run(reactor.loop, 2_000) >= 0 else { throw ProgramError("the loop has failed") }
      return condition()
    }
  }

  @Test("words are said with the person's settings, and their end is told; what is refused is reported once")
  func speaks() throws {
    let played = try PlayedServer(reactor, path: path)
    var settings = SpeechSettings()
    (settings.voice, settings.rate) = ("Annie", 20)
    let server = try server(settings)
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    server.say(.text("Hilfe rufen"), number: 1)
    try run(until: "the end of the words") { ended == [1] }
    server.say(.character("ä"), number: 2)
    server.changeRate(isUp: true)
    try run(until: "the end of the letter") { ended == [1, 2] && played.lines.contains("SET SELF RATE 30") }
    #expect(
      played.lines == [
        "SET SELF CLIENT_NAME anna:switchway:scan", "SET SELF PRIORITY message", "SET SELF NOTIFICATION END on",
        "SET SELF NOTIFICATION CANCEL on", "SET SELF LANGUAGE de", "SET SELF SYNTHESIS_VOICE Annie",
        "SET SELF RATE 20", "SPEAK", "Hilfe rufen", ".", "CHAR ä", "SET SELF RATE 30",
      ])
    #expect(troubles == [.refused(request: "SET SELF SYNTHESIS_VOICE Annie", answer: "ERR NO SUCH VOICE")])
  }

  @Test("a server that hangs gets one request, whatever is to be said meanwhile")
  func hangs() throws {
    let played = try PlayedServer(reactor, path: path)
    played.manner = .hangs
    let server = try server()
    for number in 1...1_000 { server.say(.text("word \(number)"), number: number) }
    try run(until: "a request") { !played.lines.isEmpty }
    #expect(played.lines.count == 1)
  }

  @Test(
    "a server that ends or talks nonsense ends the words, and the next ones go to the next server",
    arguments: [PlayedServer.Manner.dies, .talksNonsense])
  private func breaks(_ manner: PlayedServer.Manner) throws {
    let server = try server()
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    var played: PlayedServer? = try PlayedServer(reactor, path: path)
    played?.manner = manner
    server.say(.text("one"), number: 1)
    try run(until: "the end") { ended == [1] }
    #expect(troubles == [.gone])
    played = nil
    unsafe unlink(path)
    let next = try PlayedServer(reactor, path: path)
    server.say(.text("two"), number: 2)
    try run(until: "the next words") { ended == [1, 2] }
    #expect(next.lines.contains("two") && troubles == [.gone])
  }

  @Test("where it is not installed, nothing is started, and each word ends at once")
  func missing() throws {
    let server = try server(path: scene.folder)
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    for number in 1...3 { server.say(.text("word"), number: number) }
    #expect(ended == [1, 2, 3] && troubles == [.notInstalled])
  }

  @Test("it is started where it does not listen; the latest words wait for it")
  func starts() throws {
    _ = try scene.script("bin/speech-dispatcher", "#!/bin/sh\necho \"$@\" > '\(scene.folder)/started'\n")
    let server = try server(path: "\(scene.folder)/bin")
    var ended: [Int] = []
    server.onEnd = { ended.append($0) }
    server.say(.text("one"), number: 1)
    server.say(.text("two"), number: 2)
    try run(until: "its start") { unsafe access("\(scene.folder)/started", F_OK) == 0 }
    let played = try PlayedServer(reactor, path: path)
    try run(until: "the words") { ended == [2] }
    #expect(played.lines.contains("two") && !played.lines.contains("one"))
    #expect(try String(decoding: Scene.bytes(of: "\(scene.folder)/started"), as: UTF8.self) == "--spawn\n")
  }

  @Test("one that was started and does not listen is given up, until the next words some seconds later")
  func deaf() throws {
    _ = try scene.script("bin/speech-dispatcher", "#!/bin/sh\necho >> '\(scene.folder)/started'\n")
    let server = try server(path: "\(scene.folder)/bin")
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    server.say(.text("one"), number: 1)
    try run(until: "the end of the tries") { !ended.isEmpty }
    #expect(ended == [1] && troubles == [.notThere(path)])
  }

  @Test("an output of its own has a server of its own, which plays there")
  func output() throws {
    _ = try scene.script(
      "bin/speech-dispatcher",
      "#!/bin/sh\necho \"$PULSE_SINK $@\" > '\(scene.folder)/new'\n"
        + "mv '\(scene.folder)/new' '\(scene.folder)/started'\n")
    var settings = SpeechSettings()
    settings.output = "head phones"
    let server = try server(settings, path: "\(scene.folder)/bin")
    server.say(.text("one"), number: 1)
    try run(until: "its start") { unsafe access("\(scene.folder)/started", F_OK) == 0 }
    let words = try String(decoding: Scene.bytes(of: "\(scene.folder)/started"), as: UTF8.self)
    #expect(words.hasPrefix("head phones --run-single "), "\(words)")
    #expect(words.contains("--socket-path \(scene.folder)/switchway-speech "), "\(words)")
  }
}
