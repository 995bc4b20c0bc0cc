import SwitchwayTime

@testable import SwitchwayCore

extension Interpreter {
  /// Asks for a client. Returns the reply; nil: it comes later.
  mutating func ask(
    _ request: Input.Request, from client: ClientName, number: Int = 0, at time: Instant, into effects: inout [Effect]
  ) -> Reply? {
    let begin = effects.count
    handle(.request(request, from: client, number: number, at: time), into: &effects)
    for case .reply(number, let reply) in effects[begin...] { return reply }
    return nil
  }
}
