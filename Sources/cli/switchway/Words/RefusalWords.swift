import SwitchwayCore
import SwitchwayProtocol

/// Rewords refusals of the daemon for the person who typed a command.
enum RefusalWords {
  /// The names of members of requests with which messages of the daemon can begin. Source: switchway-protocol(7).
  private static let members = [
    "profile", "bridge", "mode", "on", "command", "args", "what", "question", "confirm", "seq",
  ]

  /// Turns `set: profile: there is no profile 'x'` into `there is no profile 'x'`: removes the prefixes, which are
  /// words of the protocol. A message that begins otherwise stays as it is.
  ///
  /// `reason` is the daemon's word for the reason. It is `nil` if the daemon gives none.
  static func text(_ message: String, reason: String? = nil, to request: String?) -> String {
    if request == "send", let rejection = reason.flatMap(RejectionReason.init(rawValue:)) {
      return "not possible now: \(rejection.words)"
    }
    if reason == ErrorReason.otherLearner.rawValue {
      return "another 'switchway setup', 'learn', 'record' or 'calibrate' waits for presses: end it, then try again"
    }
    guard let request, message.hasPrefix("\(request): ") else { return message }
    var rest = message.dropFirst(request.count + 2)
    for member in members where rest.hasPrefix("\(member): ") {
      rest = rest.dropFirst(member.count + 2)
      break
    }
    return String(rest)
  }
}
