import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// A request of a client, with its form already checked.
public enum ClientRequest: Hashable, Sendable {
  /// nil: the client keeps its name.
  case hello(name: String?)
  case observe(MessageTypes)
  case ping
  /// The entries of an answer's lists, beginning with this number.
  case page(of: Request.Subject, from: Int)
  case claims(ClaimRequest)
  case ask(Request)

  /// The number of the first entry in the answer. nil if the answer does not come in pages.
  var firstEntry: Int? {
    switch self {
    case .ask(.get(.config)), .ask(.get(.bindings)): 0
    case .page(_, let first): first
    default: nil
    }
  }
}

/// A request about claims, which the server performs itself.
public enum ClaimRequest: Hashable, Sendable {
  case claim(ClaimedCommands, items: Int64?, lockedUse: LockedUse = .nothing)
  case release
  case context(ContextKind, items: Int64?)
  /// Refuses commands of presses until `rearm`.
  case inhibit
  case rearm
  /// Suspends what switches type, or does so no more.
  case suspend(Bool)
}

/// One client's side of the conversation: for each line in, one action out. It has no descriptors and no clock.
///
/// Lines are answered in order because each is handled before the next. There are two limits. Requests past
/// `requestsPerSecond` are refused as `busy` and not performed; malformed lines count as requests. The connection ends
/// with the last of `malformedInARow` malformed lines in a row.
public struct ClientStateMachine: Sendable {
  /// What to do about a line.
  public enum Action: Hashable, Sendable {
    case perform(ClientRequest, id: RequestID?)
    case refuse(RequestError, id: RequestID?)
    /// Answers, says `bye` with `reason`, and closes.
    case refuseAndClose(RequestError, id: RequestID?, reason: String)
    /// The client answers the server's `ping` of this number. It gets no reply.
    case answered(ping: Int64)
  }

  /// Source: the protocol.
  public static let requestsPerSecond = 200
  /// Source: the protocol.
  public static let malformedInARow = 10
  /// The most bytes of an `id`, counted as the answer writes it. So that an answer stays far below the longest
  /// line.
  public static let longestID = 1_024

  private var malformed = 0
  /// The start of the second in which requests are counted. After it has passed, the next request starts a new one.
  private var secondBegan: Instant?
  private var requestsInSecond = 0

  /// The latest request was over the limit of its second.
  public private(set) var isFlooded = false

  public init() {}

  /// Handles one line that was read at `time`.
  public mutating func handle(_ item: LineDecoder.Item, at time: Instant) -> Action {
    let members: [String: JSONValue]
    switch item {
    case .tooLong:
      return refuseLine(
        .tooLong, .tooLong, "the line is longer than \(LineDecoder.maximumLength) bytes and is skipped", id: nil,
        at: time)
    case .line(let bytes):
      do throws(JSONError) {
        let value = try JSONValue.parse(bytes)
        guard let object = value.objectValue else {
          return refuseLine(
            .malformed, .noObject, "expected one JSON object per line, found \(value.kind)", id: nil, at: time)
        }
        members = object
      } catch {
        return refuseLine(.malformed, .noJSON, "byte \(error.offset + 1): \(error.message)", id: nil, at: time)
      }
    }
    return handle(members, at: time)
  }

  private mutating func handle(_ members: [String: JSONValue], at time: Instant) -> Action {
    let id: RequestID?
    switch members["id"] {
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
    guard let type = members["type"]?.stringValue else {
      return refuseLine(
        .malformed, .noType, "type: every message has one, a string such as \"ping\"", id: id, at: time)
    }
    // A request type of another protocol version is not malformed, but it was not understood either. It does not count
    // as a malformed line, and does not end a row of them. The same holds for an invalid `id`.
    if RequestReader.Kind(rawValue: type) != nil { malformed = 0 }
    if type == "pong", let number = members["n"]?.integerValue { return .answered(ping: number) }
    if isTooMany(at: time) { return busy(id: id) }
    do throws(RequestError) {
      return .perform(try RequestReader.read(type, members), id: id)
    } catch {
      if error.code == .unsupported, type == "hello" {
        return .refuseAndClose(error, id: id, reason: "unknown protocol")
      }
      return .refuse(error, id: id)
    }
  }

  private mutating func refuseRequest(_ error: RequestError, id: RequestID?, at time: Instant) -> Action {
    isTooMany(at: time) ? busy(id: id) : .refuse(error, id: id)
  }

  private func busy(id: RequestID?) -> Action {
    .refuse(
      RequestError(
        .busy, .tooManyRequests, "more than \(Self.requestsPerSecond) requests in a second: wait, then ask again"),
      id: id)
  }

  private mutating func refuseLine(
    _ code: ErrorCode, _ reason: ErrorReason, _ message: String, id: RequestID?, at time: Instant
  ) -> Action {
    malformed += 1
    let error = RequestError(code, reason, message)
    let isTooMany = isTooMany(at: time)
    if malformed >= Self.malformedInARow {
      return .refuseAndClose(error, id: id, reason: "\(Self.malformedInARow) malformed lines in a row")
    }
    return isTooMany ? busy(id: id) : .refuse(error, id: id)
  }

  /// Counts a request, and returns whether it is over the limit of its second.
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
