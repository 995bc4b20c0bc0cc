/// Requests for the event stream of `switchway bridge asterics`.
final class RequestsTarget: FuzzTarget {
  private let grid = "https://grid.asterics.eu"

  func run(_ bytes: [UInt8]) {
    let asked = read(bytes[...])
    trace([asked?.answer ?? "not whole"])
    // A part of it is not whole, or it is the same request.
    for length in stride(from: 0, to: bytes.count, by: bytes.count / 8 + 1) {
      if let part = read(bytes[..<length]), part != asked { found("as \(part) at first, then as another") }
    }
    let origin: String?
    switch asked {
    case .stream(let allowed), .preflight(let allowed, _): origin = allowed
    case .refused, nil: return
    }
    let own = ["http://", "https://"].flatMap { scheme in
      ["localhost", "127.0.0.1", "[::1]"].map { scheme + $0 }
    }
    guard let origin, origin != grid else { return }
    let isOwn = own.contains { name in
      let rest = origin.lowercased().utf8.dropFirst(name.utf8.count)
      return origin.lowercased().utf8.starts(with: name.utf8)
        && rest.allSatisfy { "0123456789:+".utf8.contains($0) }
    }
    if !isOwn { found("a page of \(origin) may read") }
  }

  private func read(_ bytes: ArraySlice<UInt8>) -> StreamRequest? { StreamRequest(Array(bytes), origins: [grid]) }
}
