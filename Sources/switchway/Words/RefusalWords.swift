/// Refusals of the daemon, for the person who typed a command.
enum RefusalWords {
  /// Members of requests with which messages of the daemon begin. Source: switchway-protocol(7).
  private static let members = [
    "profile", "bridge", "mode", "on", "command", "args", "what", "question", "confirm", "seq",
  ]

  /// Turns `set: profile: there is no profile 'x'` into `there is no profile 'x'`: removes the prefixes and replaces
  /// words of the protocol.
  static func text(_ message: String, to request: String?) -> String {
    guard let request, message.hasPrefix("\(request): ") else { return message }
    var rest = message.dropFirst(request.count + 2)
    for member in members where rest.hasPrefix("\(member): ") {
      rest = rest.dropFirst(member.count + 2)
      break
    }
    let mark = "nothing is published now: "
    if rest.hasPrefix(mark) {
      return "nothing is done now: \(EventWords.rejection(String(rest.dropFirst(mark.count))))"
    }
    return String(rest)
  }
}
