import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Plays the daemon for one front end, line by line, so that a test decides what is lost and when.
package final class ScriptedDaemon {
  /// The first line of a daemon.
  package static let hello = #"{"type":"hello","protocol":1,"server":"switchwayd 0.1.0","boot":"00000000","time":1}"#

  private let listener: Int32
  private var connection: Int32 = -1
  private var requests: LineReader?
  /// Whether the front end's claim stands in the state that it gets.
  private var isClaimed = false
  /// Another client claims as soon as the front end's claim is answered.
  package var isOvertaken = false
  /// The member `scan` of the state.
  private var scan = "null"
  private var sequence = 0

  package init(_ scene: Scene) throws {
    listener = unsafe sw_listen_at(scene.socket, 8)
    guard listener >= 0 else { throw ProgramError("cannot listen at \(scene.socket)") }
  }

  deinit { close(listener) }

  /// Waits for a connection of the front end.
  package func accept() throws {
    try eventually("a client") {
      connection = sw_accept(listener)
      return connection >= 0
    }
    requests = LineReader(connection)
    (isClaimed, scan) = (false, "null")
    try say(Self.hello)
    try say(state)
  }

  /// Ends the connection.
  package func drop() { shutdown(connection, Int32(SHUT_RDWR)) }

  /// Sends a line.
  package func say(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    guard unsafe sw_send(connection, bytes, bytes.count) == bytes.count else { throw ProgramError("not sent") }
  }

  /// Sends a command for the front end, with an item of page 3.
  package func command(_ name: String, item: Int) throws {
    sequence += 1
    try say(
      #"{"type":"command","seq":\#(sequence),"command":"\#(name)","args":[],"phase":"do","count":1,"#
        + #""source":{"clock":"auto"},"pressed":1,"accepted":1,"sent":1,"for":"board","page":3,"item":\#(item)}"#)
  }

  /// The front end loses its claim.
  package func loseClaim() throws {
    isClaimed = false
    try say(#"{"type":"consumer","consumers":[],"time":2}"#)
  }

  /// From now on the daemon waits for an answer to a choice of this item of page 3.
  package func hold(item: Int) {
    scan = #"{"state":"holding","style":"auto","interval":1000000,"page":3,"item":\#(item),"time":2}"#
  }

  /// The front end has not read a line; the present state follows.
  package func miss() throws {
    try say(#"{"type":"missed","count":1}"#)
    try say(state)
  }

  /// The next `scan` of the front end, which is answered with `error`; nil: with `ok`. Other requests are granted.
  package func nextPage(error: String? = nil) throws -> JSONValue { try answer(until: "scan", error: error) }

  /// Answers requests up to and with the first of this type, which gets `error` if one is given, with this message and
  /// this JSON value as the reason; `nil` if it has none.
  @discardableResult
  package func answer(
    until last: String, error: String? = nil, message: String = "scan: no", reason: String? = nil
  ) throws -> JSONValue {
    while let request = try requests?.next()?.message {
      guard let type = request["type"]?.stringValue,
        let id = request["id"]?.integerValue.map({ "\($0)" }) ?? request["id"]?.stringValue.map({ "\"\($0)\"" })
      else { continue }
      if type == "claim" {
        isClaimed = true
        try say(#"{"type":"consumer","consumers":[\#(Self.claim)],"time":2}"#)
      }
      if type == last, let error {
        let member = reason.map { #","reason":\#($0)"# } ?? ""
        try say(#"{"type":"error","id":\#(id),"code":"\#(error)","message":"\#(message)"\#(member)}"#)
      } else {
        try say(#"{"type":"ok","id":\#(id)\#(type == "get" ? #","result":\#(state)"# : "")}"#)
      }
      if type == "claim", isOvertaken { try say(#"{"type":"consumer","consumers":[\#(consumers)],"time":2}"#) }
      if type == last { return request }
    }
    throw ProgramError("the front end has ended the connection")
  }

  /// The next request of the front end, which is not answered.
  package func nextRequest() throws -> JSONValue {
    guard let request = try requests?.next()?.message else {
      throw ProgramError("the front end has ended the connection")
    }
    return request
  }

  private static let claim = #"{"client":"board","commands":["next","previous","select"]}"#

  private var consumers: String {
    isClaimed ? (isOvertaken ? #"{"client":"other","commands":"all"},"# : "") + Self.claim : ""
  }

  private var state: String {
    #"{"type":"state","profile":{"name":"a","label":"a"},"consumers":[\#(consumers)],"scan":\#(scan),"time":1}"#
  }
}

/// What becomes of a front end's page. The front end announces page 3 with 5 items when it is connected for the first
/// time, page 4 after a `select`, page 5 after a `back`, and nothing after an `activate`.
package enum LostPage: CaseIterable {
  case connectionLost, claimLostAtChoice, choiceMissed, choiceNotAnsweredYet, nothingLost, overtakenAtStart

  package func play(_ daemon: ScriptedDaemon) throws {
    func expect(page: Int64, item: Int64, error: String? = nil) throws {
      let request = try daemon.nextPage(error: error)
      guard request["page"] == .integer(page), request["item"] == .integer(item), request["items"] == .integer(5),
        request["hold"] == .bool(false)
      else { throw ProgramError("\(self): page \(page), item \(item) expected, found \(request)") }
    }
    daemon.isOvertaken = self == .overtakenAtStart
    try daemon.accept()
    try expect(page: 3, item: 0)
    try daemon.command("next", item: 2)
    switch self {
    case .connectionLost:
      daemon.drop()
      try daemon.accept()
      try expect(page: 3, item: 2)
    case .claimLostAtChoice:
      daemon.hold(item: 2)
      try daemon.command("select", item: 2)
      try daemon.loseClaim()
      try expect(page: 4, item: 0, error: "refused")
      try expect(page: 4, item: 0)
    case .choiceMissed:
      daemon.hold(item: 1)
      try daemon.miss()
      try expect(page: 3, item: 2)
    case .choiceNotAnsweredYet:
      daemon.hold(item: 2)
      try daemon.command("activate", item: 2)
      try daemon.loseClaim()
      try daemon.miss()
      try daemon.command("back", item: 2)
      try expect(page: 5, item: 0)
    case .overtakenAtStart:
      try daemon.command("back", item: 2)
      try expect(page: 5, item: 0)
    case .nothingLost:
      try daemon.miss()
      try daemon.loseClaim()
      try daemon.command("back", item: 2)
      try expect(page: 5, item: 0)
    }
  }
}
