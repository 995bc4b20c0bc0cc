import CLinuxInput
import Glibc
import ProgramFixtures
import SwitchwayReactor

/// A speech server that the test plays: on the loop of `SpeechServer`, at a socket of its own.
final class PlayedSpeechServer {
  enum Manner {
    case speaks, hangs, dies, talksNonsense
    /// Ends when it has begun to say the words.
    case diesSpeaking
    /// Answers when the test says so.
    case waits
  }

  let reactor: Reactor
  var manner = Manner.speaks
  /// Each line that came.
  var lines: [String] = []
  /// The voices that it offers, as name, language and variant, and those that it takes.
  var (voices, takenVoices): ([String], Set<String>) = ([], [])
  /// How many connections were made.
  private(set) var connections = 0
  /// What one that waits has not answered yet.
  private var answers: [() -> Void] = []
  private let listener: Int32
  private var sources: [DescriptorSource] = []
  private var connection: Int32 = -1
  var isConnected: Bool { connection >= 0 }
  private var bytes: [UInt8] = []
  private var unsent: [UInt8] = []
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
    (connections, bytes, unsent, isData) = (connections + 1, [], [], false)
    let watch = try? reactor.watch(connection, for: Reactor.Ready.readable, priority: .clients) { [unowned self] _ in
      receive()
    }
    if let watch { sources.append(watch) }
  }

  /// One that waits answers what came first. Returns false if nothing did.
  func answer() -> Bool {
    guard !answers.isEmpty else { return false }
    answers.removeFirst()()
    return true
  }

  /// Ends the connection.
  func drop() { shutdown(connection, Int32(SHUT_RDWR)) }

  private func receive() {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(connection, &chunk, chunk.count)
    guard count > 0 else {
      sources.removeLast().cancel()
      close(connection)
      return connection = -1
    }
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
    case .speaks: respond(line)
    case .waits where isData && line != ".": break
    case .waits: answers.append { [unowned self] in respond(line) }
    case .diesSpeaking where isData && line == ".":
      say("225-1", "225 OK MESSAGE QUEUED", "701-1", "701-1", "701 BEGIN")
      drop()
    case .diesSpeaking: respond(line)
    }
  }

  private func respond(_ line: String) {
    if isData {
      guard line == "." else { return }
      isData = false
      queue()
    } else if line == "SPEAK" {
      isData = true
      say("230 OK RECEIVING DATA")
    } else if line.hasPrefix("CHAR ") {
      queue()
    } else if line.hasPrefix("SET SELF SYNTHESIS_VOICE ") {
      let name = String(line.dropFirst("SET SELF SYNTHESIS_VOICE ".count))
      say(takenVoices.contains(name) ? "209 OK VOICE SET" : "409 ERR NO SUCH VOICE")
    } else if line == "LIST SYNTHESIS_VOICES" {
      say(voices.map { "249-\($0)" } + ["249 OK VOICE LIST SENT"])
    } else {
      say("200 OK")
    }
  }

  private func queue() {
    messages += 1
    say("225-\(messages)", "225 OK MESSAGE QUEUED", "702-\(messages)", "702-1", "702 END")
  }

  private func say(_ lines: String...) { say(lines) }

  private func say(_ lines: [String]) {
    unsent += lines.flatMap { Array("\($0)\r\n".utf8) }
    sendMore()
  }

  /// Sends as much as the client can take now.
  func sendMore() {
    while !unsent.isEmpty {
      let count = unsafe sw_send(connection, unsent, min(unsent.count, 4_096))
      guard count > 0 else { return }
      unsent.removeFirst(count)
    }
  }
}
