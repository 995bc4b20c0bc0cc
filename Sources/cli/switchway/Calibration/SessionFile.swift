import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayFiles
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// The file of a calibration session: what the person was asked to do, and when.
///
///     {"rest": [0, 15000000], "end": 77500000, "prompts": [{"time": 15000000, "switch": "left", "count": 1}, …]}
///
/// Times are in microseconds, on the clock of the recording. A prompt without `count` asks for one press. `"last-rest":
/// [77500000, 197500000]` is a rest after the prompts. `"holds": [{"time": 77500000, "switch": "left"}, …]` are prompts
/// to hold a switch down, between the prompts and that rest. Other members are ignored.
struct SessionFile {
  /// The largest size of a file, in bytes. This is far more than a thousand prompts need.
  private static let limit = 1_048_576

  private let path: String
  private let switches: [String]

  /// Reads the session at `path`. `switches`: the names of the profile's switches, in order.
  static func read(_ path: String, switches: [String]) throws(CommandFailure) -> CalibrationSession {
    let file = SessionFile(path: path, switches: switches)
    let bytes = try file.contents()
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes)
    } catch {
      throw file.failure("not JSON: \(error.message)", "give the session that belongs to the recording")
    }
    return try file.session(value)
  }

  /// Returns the names of the switches for which a session has prompts, or an empty set if the file cannot be read.
  static func switches(in path: String) -> Set<String> {
    guard let bytes = try? SessionFile(path: path, switches: []).contents(), let value = try? JSONValue.parse(bytes)
    else { return [] }
    return Set((Members(value).values("prompts") ?? []).compactMap { Members($0).text("switch") })
  }

  private func failure(_ message: String, _ help: String) -> CommandFailure {
    CommandFailure(
      .failed, Terminal.printable("\(path): error: \(message)\n  help: \(help)", keepsLines: true))
  }

  private func contents() throws(CommandFailure) -> [UInt8] {
    try refuseForeign(path)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    switch FileBytes.read(descriptor, largest: SessionFile.limit) {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw failure("larger than 1 MiB", "give the session that belongs to the recording")
    case .failed(let code): throw unreadable(code)
    }
  }

  private func unreadable(_ code: Int32) -> CommandFailure {
    let message = unsafe "\(path): error: \(String(cString: strerror(code)))\n  help: name a session that you may read"
    return CommandFailure(
      code == EACCES || code == EPERM ? .permission : .failed, Terminal.printable(message, keepsLines: true))
  }

  private func session(_ value: JSONValue) throws(CommandFailure) -> CalibrationSession {
    let members = Members(value)
    guard let rest = members.values("rest"), rest.count == 2 else {
      throw failure("expected 'rest' with two times", "as in \"rest\": [0, 15000000]")
    }
    guard let prompts = members.values("prompts") else {
      throw failure("expected 'prompts', a list", "as in \"prompts\": [{\"time\": 15000000, \"switch\": \"left\"}]")
    }
    var read: [CalibrationSession.Prompt] = []
    for (index, prompt) in prompts.enumerated() { read.append(try self.prompt(Members(prompt), number: index + 1)) }
    return CalibrationSession(
      restStart: try time(rest[0], "'rest'"), restEnd: try time(rest[1], "'rest'"),
      end: try time(members.any("end"), "'end'"), prompts: read, holds: try holds(members.any("holds")),
      lastRest: try lastRest(members.any("last-rest")))
  }

  private func lastRest(_ value: JSONValue?) throws(CommandFailure) -> Range<Instant>? {
    guard let value else { return nil }
    let start = try time(value[0], "'last-rest'")
    let end = try time(value[1], "'last-rest'")
    guard start <= end else { throw failure("'last-rest' ends before it begins", "write its beginning, then its end") }
    return start..<end
  }

  static func text(_ session: CalibrationSession, switches: [String]) -> String {
    func span(_ start: Instant, _ end: Instant) -> String { "[\(start.microseconds), \(end.microseconds)]" }
    let prompts = session.prompts.map { prompt in
      "    {\"time\": \(prompt.time.microseconds), \"switch\": \"\(switches[prompt.switchIndex])\", "
        + "\"count\": \(prompt.count)}"
    }
    let last = session.lastRest.map { "  \"last-rest\": \(span($0.lowerBound, $0.upperBound)),\n" } ?? ""
    let holds = session.holds.map { hold in
      "    {\"time\": \(hold.time.microseconds), \"switch\": \"\(switches[hold.switchIndex])\"}"
    }
    let held = holds.isEmpty ? "" : "  \"holds\": [\n" + holds.joined(separator: ",\n") + "\n  ],\n"
    return "{\n  \"rest\": \(span(session.restStart, session.restEnd)),\n  \"end\": \(session.end.microseconds),\n"
      + last + held + "  \"prompts\": [\n" + prompts.joined(separator: ",\n") + "\n  ]\n}\n"
  }

  private func holds(_ value: JSONValue?) throws(CommandFailure) -> [CalibrationSession.HoldPrompt] {
    guard let value else { return [] }
    guard let list = value.arrayValue else {
      throw failure("expected 'holds', a list", "as in \"holds\": [{\"time\": 77500000, \"switch\": \"left\"}]")
    }
    var holds: [CalibrationSession.HoldPrompt] = []
    for (index, hold) in list.map(Members.init).enumerated() {
      let what = "hold \(index + 1)"
      holds.append(
        .init(
          time: try time(hold.any("time"), "\(what): 'time'"), switchIndex: try self.index(hold.text("switch"), what)))
    }
    return holds
  }

  /// Returns the index of the switch that a prompt names. `what` says in messages which prompt it is.
  private func index(_ name: String?, _ what: String) throws(CommandFailure) -> Int {
    guard let name else {
      throw failure("\(what): expected 'switch', a name", "as in \"switch\": \"left\"")
    }
    guard let index = switches.firstIndex(of: name) else {
      let near = NearestName.suggestion(for: name, among: switches)
      throw failure(
        "\(what): the profile has no switch '\(name)'",
        near.map { "did you mean '\($0)'?" } ?? "its switches are: \(switches.joined(separator: ", "))")
    }
    return index
  }

  private func prompt(_ members: Members, number: Int) throws(CommandFailure) -> CalibrationSession.Prompt {
    let index = try index(members.text("switch"), "prompt \(number)")
    let count = members.any("count").map { SessionFile.whole($0) } ?? 1
    guard let count, let presses = Int(exactly: count) else {
      throw failure("prompt \(number): expected 'count', 1 or 2", "leave it out for one press")
    }
    return .init(time: try time(members.any("time"), "prompt \(number): 'time'"), switchIndex: index, count: presses)
  }

  private func time(_ value: JSONValue?, _ what: String) throws(CommandFailure) -> Instant {
    guard let time = value.flatMap(SessionFile.whole) else {
      throw failure("\(what): expected a time", "write the recording's time in whole microseconds")
    }
    return Instant(time)
  }

  /// Returns the value as a whole number, also if it is written as `1e3` or `1.0`. Returns `nil` if it is not a whole
  /// number.
  private static func whole(_ value: JSONValue) -> Int64? {
    if case .real(let number) = value { Int64(exactly: number) } else { value.integerValue }
  }
}
