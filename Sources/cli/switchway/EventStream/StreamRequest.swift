/// An HTTP request for the event stream, and the answer to it. This type is pure: it neither receives nor sends.
///
/// Every page that the person visits can send requests to this machine. A page gets the stream only if its origin is
/// allowed. A browser's request without an origin, as for a picture, is refused. A request with the name of another
/// computer in `Host` is also refused: the owner of a web site can give the site's name the address of this computer
/// (DNS rebinding).
enum StreamRequest: Equatable {
  /// The event stream. `origin`: the origin of the page that asks, or `nil` if the program is not a page.
  case stream(origin: String?)
  /// A browser asks whether it may send the page's request. `isPrivate`: whether the page comes from another computer,
  /// so that the browser also asks for access to this one.
  case preflight(origin: String?, isPrivate: Bool)
  case refused(Refusal)

  enum Refusal: String {
    case malformed = "400 Bad Request"
    /// The origin or the host is not allowed.
    case forbidden = "403 Forbidden"
    case unknownPath = "404 Not Found"
    case otherMethod = "405 Method Not Allowed"
    case tooMany = "503 Service Unavailable"
  }

  /// The path at which AsTeRICS Grid looks for the events of the ARE.
  static let path = "/rest/runtime/model/channels/event/listener"
  /// The largest size of a request, in bytes.
  static let mostBytes = 8_192

  /// Reads a request. Returns `nil` if the request is not complete yet.
  ///
  /// - Parameter origins: the allowed origins of pages, besides the origins on this computer.
  init?(_ bytes: [UInt8], origins: Set<String>) {
    let head = bytes.prefix(Self.mostBytes)
    guard let end = head.indices.first(where: { head[$0...].starts(with: "\r\n\r\n".utf8) }) else {
      guard bytes.count >= Self.mostBytes else { return nil }
      self = .refused(.malformed)
      return
    }
    let lines = String(decoding: head[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]), let fields = Self.fields(lines.dropFirst()),
      let host = fields["host"] ?? (words[2] == "HTTP/1.0" ? "localhost" : nil)
    else {
      self = .refused(.malformed)
      return
    }
    let (origin, isPrivate) = (fields["origin"], fields["access-control-request-private-network"] == "true")
    let isAllowed =
      origin.map { origins.contains($0) || Self.isOwn(origin: $0) }
      ?? ["none", "same-origin"].contains(fields["sec-fetch-site"] ?? "none")
    if !isAllowed || !Self.isOwn(host: host) {
      self = .refused(.forbidden)
    } else if words[1].prefix(while: { $0 != "?" }) != Self.path {
      self = .refused(.unknownPath)
    } else {
      switch words[0] {
      case "GET": self = .stream(origin: origin)
      case "OPTIONS": self = .preflight(origin: origin, isPrivate: isPrivate)
      default: self = .refused(.otherMethod)
      }
    }
  }

  /// Returns the fields of the header. The keys are the fields' names in lower case. Returns `nil` if a field is
  /// malformed, or if `Host` or `Origin` is repeated.
  private static func fields(_ lines: ArraySlice<Substring>) -> [String: String]? {
    var fields: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].lowercased()
      guard parts.count == 2, !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        line.unicodeScalars.allSatisfy({ $0 >= " " && $0 != "\u{7F}" || $0 == "\t" })
      else { return nil }
      let value = parts[1].drop { $0 == " " || $0 == "\t" }
      let length = value.reversed().drop { $0 == " " || $0 == "\t" }.count
      let former = fields.updateValue(String(value.prefix(length)), forKey: name)
      if former != nil, name == "host" || name == "origin" { return nil }
    }
    return fields
  }

  private static func isOwn(origin: String) -> Bool {
    ["http://", "https://"].contains { origin.hasPrefix($0) && isOwn(host: String(origin.dropFirst($0.count))) }
  }

  /// Whether `host` is a name of this computer, with or without a port.
  private static func isOwn(host: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains { name in
      let port = host.lowercased().hasPrefix(name) ? host.dropFirst(name.count) : "."
      return port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
    }
  }

  /// The answer: a header, and for a stream a first line, which is a comment and not an event. The line is needed
  /// because Firefox considers a stream open only when the first bytes of its body have arrived.
  var answer: String {
    let (status, fields, body): (String, [String], String) =
      switch self {
      case .stream(let origin):
        ("200 OK", Self.allow(origin) + ["Content-Type: text/event-stream", "Cache-Control: no-store"], ":\n\n")
      case .preflight(let origin, let isPrivate):
        (
          "204 No Content",
          Self.allow(origin) + ["Access-Control-Allow-Methods: GET"]
            + (isPrivate ? ["Access-Control-Allow-Private-Network: true"] : []), ""
        )
      case .refused(let refusal):
        (
          refusal.rawValue,
          ["Content-Length: 0"] + (refusal == .otherMethod ? ["Allow: GET, OPTIONS"] : []), ""
        )
      }
    return (["HTTP/1.1 \(status)", "Connection: close"] + fields + ["", body]).joined(separator: "\r\n")
  }

  private static func allow(_ origin: String?) -> [String] {
    origin.map { ["Access-Control-Allow-Origin: \($0)", "Vary: Origin"] } ?? []
  }
}
