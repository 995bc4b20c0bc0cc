/// What the daemon refuses, for the person who typed a command.
enum RefusalWords {
  /// Members of requests, as messages of the daemon begin with them. Source: switchway-protocol(7).
  private static let members = [
    "profile", "bridge", "mode", "on", "command", "args", "what", "question", "confirm", "seq",
  ]

  /// `set: profile: there is no profile 'x'` is `there is no profile 'x'`: the rest of the daemon's message, with words
  /// for what it names by a word of the protocol.
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
