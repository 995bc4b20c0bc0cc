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

@Suite("The speech server of switchway-scan", .blocking) struct SpeechServerTests {
  private let scene: Scene
  let reactor: Reactor

  init() throws {
    scene = try Scene()
    reactor = try Reactor()
  }

  var path: String { "\(scene.folder)/speech" }

  func server(
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
  func run(until what: String, _ condition: () -> Bool) throws {
    try eventually(what) {
      guard unsafe sd_event_run(reactor.loop, 2_000) >= 0 else { throw ProgramError("the loop has failed") }
      return condition()
    }
  }

  @Test("words are said with the person's settings, and their end is told; what is refused is reported once")
  func speaks() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
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
    try run(until: "the end of the letter") { ended == [1, 2] }
    #expect(
      played.lines == [
        "SET SELF CLIENT_NAME anna:switchway:scan", "SET SELF PRIORITY message", "SET SELF NOTIFICATION END on",
        "SET SELF NOTIFICATION CANCEL on", "SET SELF LANGUAGE de", "SET SELF SYNTHESIS_VOICE Annie",
        "SET SELF RATE 20", "SPEAK", "Hilfe rufen", ".", "LIST SYNTHESIS_VOICES", "SET SELF RATE 30", "CHAR ä",
      ])
    #expect(troubles == [.refused(request: "SET SELF SYNTHESIS_VOICE Annie", answer: "ERR NO SUCH VOICE")])
  }

  @Test("a server that hangs gets one request, whatever is to be said meanwhile")
  func hangs() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    played.manner = .hangs
    let server = try server()
    for number in 1...1_000 { server.say(.text("word \(number)"), number: number) }
    try run(until: "a request") { !played.lines.isEmpty }
    #expect(played.lines.count == 1)
  }

  @Test(
    "a server that ends or talks nonsense ends the words, and the next ones go to the next server",
    arguments: [PlayedSpeechServer.Manner.dies, .talksNonsense])
  private func breaks(_ manner: PlayedSpeechServer.Manner) throws {
    let server = try server()
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    var played: PlayedSpeechServer? = try PlayedSpeechServer(reactor, path: path)
    played?.manner = manner
    server.say(.text("one"), number: 1)
    try run(until: "the end") { ended == [1] }
    let trouble = manner == .dies ? SpeechServer.Trouble.gone : .strange(path)
    #expect(troubles == [trouble])
    played = nil
    unsafe unlink(path)
    let next = try PlayedSpeechServer(reactor, path: path)
    server.say(.text("two"), number: 2)
    try run(until: "the next words") { ended == [1, 2] }
    #expect(next.lines.contains("two") && troubles == [trouble])
  }

  @Test("one that is killed while it speaks ends the words; it is not called again before there are words for it")
  func killedWhileItSpeaks() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    played.manner = .diesSpeaking
    let server = try server()
    var ended: [Int] = []
    var troubles: [SpeechServer.Trouble] = []
    server.onEnd = { ended.append($0) }
    server.onTrouble = { troubles.append($0) }
    server.say(.text("one"), number: 1)
    try run(until: "the end of the words") { ended == [1] }
    #expect(played.lines.suffix(3) == ["SPEAK", "one", "."] && troubles == [.gone])
    // What is left of the connection; then nothing wakes the loop for longer than the pause between two tries.
    while unsafe sd_event_run(reactor.loop, 0) > 0 {}
    #expect(unsafe sd_event_run(reactor.loop, 300_000) == 0)
    #expect(!server.isStarting && played.connections == 1)
    played.manner = .speaks
    server.say(.text("two"), number: 2)
    try run(until: "the next words") { ended == [1, 2] }
    #expect(played.connections == 2 && played.lines.suffix(3) == ["SPEAK", "two", "."])
  }

  @Test("a slow one says the latest words only, and cuts off those that it says")
  func slow() throws {
    let played = try PlayedSpeechServer(reactor, path: path)
    played.manner = .waits
    let server = try server()
    var ended: [Int] = []
    server.onEnd = { ended.append($0) }
    func answer(until what: String, _ condition: () -> Bool) throws {
      try run(until: what) {
        _ = played.answer()
        return condition()
      }
    }
    server.say(.text("one"), number: 1)
    try answer(until: "the first words") { played.lines.last == "." }
    for number in 2...1_000 { server.say(.text("word \(number)"), number: number) }
    try answer(until: "the end of the last words") { ended.last == 1_000 }
    #expect(played.lines.filter { $0.hasPrefix("word ") } == ["word 1000"])
    #expect(played.lines.count { $0 == "SPEAK" } == 2)
  }

  @Test(
    "names of 1 MiB, of emoji and in another script are said, and the next words too",
    arguments: [
      ("Å ", 350_000, 2_048), ("👩🏽‍💻🎉", 1, 19), ("مرحبا بالعالم", 1, 25), ("打印\u{0}\n.\r\n", 1, 11),
    ])
  func names(_ part: String, count: Int, size: Int) throws {
    let name = String(repeating: part, count: count)
    let played = try PlayedSpeechServer(reactor, path: path)
    let server = try server()
    var ended: [Int] = []
    server.onEnd = { ended.append($0) }
    server.say(.text(name), number: 1)
    try run(until: "the end of the name") { ended == [1] }
    let line = try #require(played.lines.dropLast().last)
    #expect(line.utf8.count == size && name.hasPrefix(line.prefix(1)))
    server.say(.text("two"), number: 2)
    try run(until: "the end of the next words") { ended == [1, 2] }
    #expect(played.lines.suffix(3) == ["SPEAK", "two", "."])
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
    _ = try scene.script(
      "bin/speech-dispatcher",
      "#!/bin/sh\necho \"$@\" > '\(scene.folder)/new'\nmv '\(scene.folder)/new' '\(scene.folder)/started'\n")
    let server = try server(path: "\(scene.folder)/bin")
    var ended: [Int] = []
    server.onEnd = { ended.append($0) }
    server.say(.text("one"), number: 1)
    server.say(.text("two"), number: 2)
    try run(until: "its start") { unsafe access("\(scene.folder)/started", F_OK) == 0 }
    let played = try PlayedSpeechServer(reactor, path: path)
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
