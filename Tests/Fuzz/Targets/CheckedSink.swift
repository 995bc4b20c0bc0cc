import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayTime

/// Holds each line of an engine to the schema of the protocol, and what is typed to its balance.
final class CheckedSink: LineSink, KeySink {
  private static let schema: JSONSchema = {
    let bytes = FuzzFile.bytes("\(FuzzProfiles.top)/docs/protocol.schema.json")
    guard let root = try? JSONValue.parse(bytes) else { found("the schema is no JSON") }
    return JSONSchema(root)
  }()

  /// Also called with each line.
  var onLine: ((LineHead, LineBuffer) -> Void)?
  private var typed: Set<UInt16> = []
  private var isFlushed = true

  /// What is wrong with a line of the server; ends the run.
  static func check(_ line: some Collection<UInt8>) {
    let text = { String(decoding: line, as: UTF8.self) }
    guard let value = try? JSONValue.parse(Array(line)) else { found("no JSON: \(text())") }
    let problems = schema.problems(value, as: "server")
    if !problems.isEmpty { found("\(problems.joined(separator: "; ")) in \(text())") }
  }

  func emit(_ head: LineHead, _ line: LineBuffer) {
    isFlushed = false
    guard line.bytes.last == UInt8(ascii: "\n"), line.bytes.count(where: { $0 == UInt8(ascii: "\n") }) == 1 else {
      found("not one line: \(String(decoding: line.bytes, as: UTF8.self))")
    }
    CheckedSink.check(line.bytes.dropLast())
    onLine?(head, line)
  }

  func type(_ code: UInt16, down: Bool, at time: Instant) {
    isFlushed = false
    if typed.contains(code) == down { found("key \(code) goes \(down ? "down" : "up") twice") }
    if down { typed.insert(code) } else { typed.remove(code) }
  }

  func flush() { isFlushed = true }
  func flushTyped() {}

  /// Whatever has happened is done with: nothing may wait for what happens next.
  func settle() {
    if !isFlushed { found("lines or keys that are not handed over") }
  }

  /// Nothing more comes.
  func end() {
    settle()
    if !typed.isEmpty { found("typed, and down at the end: \(typed.sorted())") }
  }
}
