import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// The request in a line of a client, or the error in the line, with the request's id.
package struct AskedLine: Hashable, Sendable {
  package var request: Result<Request, RequestError>
  package var id: RequestID?
  /// The reason why the connection is closed after the answer. `nil` if it stays open.
  package var farewell: String?

  init(_ request: Request, id: RequestID?) { (self.request, self.id) = (.success(request), id) }

  init(refused error: RequestError, id: RequestID?, farewell: String? = nil) {
    (request, self.id, self.farewell) = (.failure(error), id, farewell)
  }
}

/// Finds out what each line of a client requests, and counts the client's errors and requests. It has no descriptors
/// and no clock.
///
/// There are two limits. More than `requestsPerSecond` requests in a second are refused as `busy` and not performed;
/// malformed lines count as requests. After `malformedInARow` malformed lines in a row, the connection is closed.
package struct ClientStateMachine: Sendable {
  /// The largest number of requests in a second. Source: the protocol.
  package static let requestsPerSecond = 200
  /// The number of malformed lines in a row after which the connection is closed. Source: the protocol.
  package static let malformedInARow = 10
  /// The largest number of bytes of an `id`, as it is written in the answer. The limit keeps answers far below the
  /// longest line.
  package static let longestID = 1_024

  private var malformed = 0
  /// The start of the second in which requests are counted. A request after this second starts a new one. `nil` before
  /// the first request.
  private var secondBegan: Instant?
  private var requestsInSecond = 0

  /// Whether the latest request exceeded the limit of its second.
  package private(set) var isFlooded = false

  package init() {}

  /// Handles one line that was read at `time`. Returns its request or error.
  package mutating func handle(_ item: LineDecoder.Item, at time: Instant) -> AskedLine {
    let members: JSONObject
    switch item {
    case .tooLong:
      return refuseLine(
        .tooLong, .tooLong, "the line is longer than \(LineDecoder.maximumLength) bytes and is skipped", id: nil,
        at: time)
    case .line(let bytes):
      do throws(JSONError) {
        let value = try JSONValue.parse(bytes)
        guard case .object(let object) = value else {
          return refuseLine(
            .malformed, .noObject, "expected one JSON object per line, found \(value.kind)", id: nil, at: time)
        }
        members = object
      } catch {
        return refuseLine(.malformed, .noJSON, "byte \(error.offset + 1): \(error.message)", id: nil, at: time)
      }
    }
    return handleLine(Wire.RequestLine(members), at: time)
  }

  private mutating func handleLine(_ line: Wire.RequestLine, at time: Instant) -> AskedLine {
    let id: RequestID?
    switch line.id.found {
    case .integer(let number): id = .integer(number)
    case .string(let text):
      let length = EscapedText(text).count
      guard length <= Self.longestID else {
        return refuseRequest(
          RequestError(
            .badArgument, .badMember,
            "id: expected an integer, or a string of at most \(Self.longestID) bytes as JSON writes it, found one of "
              + "\(length)"), id: nil, at: time)
      }
      id = .text(text)
    case nil: id = nil
    case .some(let other):
      return refuseRequest(
        RequestError(.badArgument, .badMember, "id: expected a string or an integer, found \(other.kind)"), id: nil,
        at: time)
    }
    guard let type = line.type else {
      return refuseLine(
        .malformed, .noType, "type: every message has one, a string such as \"ping\"", id: id, at: time)
    }
    // A request of an unknown type, or with an invalid `id`, is not counted as malformed, because it may come from
    // another version of the protocol. But it does not end a row of malformed lines, because it was not understood
    // either.
    if line.request != nil { malformed = 0 }
    if case .pong(let answer) = line.request, let number = answer.count.value {
      return AskedLine(.pong(number), id: id)
    }
    if isTooMany(at: time) { return busy(id: id) }
    do throws(RequestError) {
      return AskedLine(try RequestReader.read(line, type), id: id)
    } catch {
      return AskedLine(refused: error, id: id, farewell: error.code == .unsupported ? "unknown protocol" : nil)
    }
  }

  private mutating func refuseRequest(_ error: RequestError, id: RequestID?, at time: Instant) -> AskedLine {
    isTooMany(at: time) ? busy(id: id) : AskedLine(refused: error, id: id)
  }

  private func busy(id: RequestID?) -> AskedLine {
    AskedLine(
      refused: RequestError(
        .busy, .tooManyRequests, "more than \(Self.requestsPerSecond) requests in a second: wait, then ask again"),
      id: id)
  }

  private mutating func refuseLine(
    _ code: ErrorCode, _ reason: ErrorReason, _ message: String, id: RequestID?, at time: Instant
  ) -> AskedLine {
    malformed += 1
    let error = RequestError(code, reason, message)
    let isTooMany = isTooMany(at: time)
    if malformed >= Self.malformedInARow {
      return AskedLine(refused: error, id: id, farewell: "\(Self.malformedInARow) malformed lines in a row")
    }
    return isTooMany ? busy(id: id) : AskedLine(refused: error, id: id)
  }

  /// Counts a request, and returns whether it exceeds the limit of its second.
  private mutating func isTooMany(at time: Instant) -> Bool {
    let isSameSecond = secondBegan.map { $0 <= time && time - $0 < .seconds(1) } ?? false
    if !isSameSecond {
      secondBegan = time
      requestsInSecond = 0
    }
    isFlooded = requestsInSecond >= Self.requestsPerSecond
    if !isFlooded { requestsInSecond += 1 }
    return isFlooded
  }
}
