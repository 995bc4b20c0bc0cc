import Glibc
import SwitchwayJSON
import SwitchwayProtocol

/// Questions to the daemon, and its answers, among all that it says by itself.
struct DaemonDialogue {
  /// A line, as it came and as it reads.
  struct Line {
    let bytes: [UInt8]
    let value: JSONValue

    var type: String? { value["type"]?.stringValue }
    /// As it came, with its end.
    var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }

    /// The `result` of an `ok` as it came, with a line end: the order of its members says something to people. It is the
    /// last member; where it is not found, the whole line.
    var resultText: String {
      let line = String(decoding: bytes, as: UTF8.self)
      guard value["result"] != nil, let start = line.firstRange(of: #","result":"#), line.hasSuffix("}") else {
        return text
      }
      return line[start.upperBound...].dropLast() + "\n"
    }
  }

  private let connection: DaemonConnection
  private var lastID: Int64 = 0
  /// The question that the daemon asked last since the connection began, and that is still open.
  private(set) var question: JSONValue?
  /// How the question before it ended: `confirm`, `reject` or `dropped`.
  private(set) var answer: String?
  /// The first two lines.
  let hello: Line
  let state: Line

  /// Connects, and reads what the daemon says first.
  init(socket: String?) throws(CommandFailure) {
    connection = try DaemonConnection.open(socket)
    hello = try DaemonDialogue.read(connection, type: "hello")
    guard hello.value["protocol"]?.integerValue == ProtocolVersion.current else {
      throw CommandFailure(
        .failed, "the daemon speaks another protocol\nhelp: use the switchway that came with it")
    }
    state = try DaemonDialogue.read(connection, type: "state")
  }

  /// The daemon's process; nil where the kernel does not say.
  var process: Int32? { connection.process }

  private static func read(_ connection: DaemonConnection, type: String) throws(CommandFailure) -> Line {
    let line = try next(connection)
    if line.type == "error" { throw refusal(line) }
    guard line.type == type else {
      throw CommandFailure(.failed, "\(Terminal.printable(connection.path)): this is not Switchway's daemon")
    }
    return line
  }

  private static func next(_ connection: DaemonConnection) throws(CommandFailure) -> Line {
    guard let bytes = try connection.next(within: DaemonConnection.patience) else {
      throw CommandFailure(.noDaemon, "the daemon ended the connection\nhelp: is it being stopped?")
    }
    do throws(JSONError) {
      return Line(bytes: bytes, value: try JSONValue.parse(bytes))
    } catch {
      throw CommandFailure(
        .failed, "the daemon sent no JSON: \(Terminal.printable(error.message))\nhelp: is it Switchway's socket?")
    }
  }

  /// Sends a request, whose members `write` appends after its `type` and its `id`, and waits for its answer.
  mutating func ask(
    _ type: String, _ write: (inout LineBuffer) -> Void = { _ in }
  ) throws(CommandFailure) -> Line {
    lastID += 1
    var line = LineBuffer()
    line.put(#"{"type":"#)
    line.put(EscapedText(type))
    line.put(#","id":"#)
    line.put(lastID)
    write(&line)
    line.end()
    try connection.send(Array(line.bytes))
    while true {
      let answer = try DaemonDialogue.next(connection)
      note(answer.value)
      let id = answer.value["id"]
      // An error without an id is about the connection as a whole, and so about this request, too.
      let isOurs = id == nil ? answer.type == "error" : id == .integer(lastID)
      if isOurs, answer.type == "ok" || answer.type == "error" { return answer }
      if answer.type == "bye" {
        throw CommandFailure(
          .noDaemon, "the daemon is ending: \(Terminal.printable(answer.value["reason"]?.stringValue ?? ""))")
      }
    }
  }

  /// What the daemon says next by itself; nil where that is nothing for so many µs, or the end.
  func event(within patience: Int64) throws(CommandFailure) -> Line? {
    guard connection.hasMore(within: patience), let bytes = try connection.next(within: DaemonConnection.patience),
      let value = try? JSONValue.parse(bytes)
    else { return nil }
    return Line(bytes: bytes, value: value)
  }

  /// Waits for a line of standard input, or until the open question is answered elsewhere: then nil. The end of the
  /// input, and Ctrl-C where it is caught, are an empty line.
  mutating func lineOfInput() throws(CommandFailure) -> String? {
    while question != nil {
      if connection.hasMore(within: 0) {
        note(try DaemonDialogue.next(connection).value)
        continue
      }
      var sources = [STDIN_FILENO, connection.pollable].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard unsafe poll(&sources, nfds_t(sources.count), -1) >= 0 else { return "" }
      if sources[0].revents != 0 { return readLine() ?? "" }
    }
    return nil
  }

  private mutating func note(_ message: JSONValue) {
    guard message["type"] == .string("question") else { return }
    answer = message["answer"]?.stringValue
    question = answer == nil ? message : nil
  }

  /// Asks, prints the answer where `json`, and throws where it is no.
  mutating func demand(
    _ type: String, json: Bool, _ write: (inout LineBuffer) -> Void = { _ in }
  ) throws(CommandFailure) -> Line {
    let answer = try ask(type, write)
    if json { try StandardOutput.write(answer.text) }
    guard answer.type == "error" else { return answer }
    if json { throw CommandFailure(.failed) }
    throw DaemonDialogue.refusal(answer, to: type)
  }

  /// What an `error` says, with its diagnostics, and without the names of the request and of its members: those are the
  /// protocol's, and the person typed a command.
  private static func refusal(_ line: Line, to request: String? = nil) -> CommandFailure {
    var text = (line.value["diagnostics"]?.arrayValue ?? []).map { DiagnosticWords.text(of: $0) + "\n" }.joined()
    let message = line.value["message"]?.stringValue ?? "the daemon says no"
    text += Terminal.printable(RefusalWords.text(message, to: request))
    return CommandFailure(.failed, text)
  }
}
