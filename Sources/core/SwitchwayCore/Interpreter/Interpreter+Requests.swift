import SwitchwayTime

// Requests of clients, each with its reply.
extension Interpreter {
  /// Handles a client's request.
  mutating func handleRequest(_ request: Input.Request, from client: ClientName, number: Int, at time: Instant) {
    switch request {
    case .send(let word):
      let refusal = decide(on: Command(word, from: client, at: time))
      reply(refusal.map { .refused($0) } ?? .done(at: time), to: number)
    case .answer(let question, let confirm):
      do throws(RejectionReason) {
        let due = try gate.answer(question, confirm: confirm, at: time, into: &effects)
        if let due { carryOut(due, isConfirmed: true) }
        reply(.done(at: time), to: number)
      } catch {
        reply(.notNow, to: number)
      }
    case .unhandled(let command):
      reply(typeAlone(command, of: client, at: time) ? .done(at: time) : .notNow, to: number)
    case .page(let page): reply(setPage(page, of: client, at: time), to: number)
    case .resume:
      let held = resume(at: time)
      reply(held.isEmpty ? .done(at: time) : .keysDown(held), to: number)
    case .type(let text, let keyboard):
      if let refusal = type(text: text, on: keyboard, for: client, number: number, at: time) {
        reply(.typed(refusal), to: number)
      }
    case .typeChord(let chord, let keyboard):
      if let refusal = type(keys: chord, on: keyboard, for: client, number: number, at: time) {
        reply(.typed(refusal), to: number)
      }
    case .point(let wanted, let hasPointer):
      if let refusal = point(wanted, hasPointer: hasPointer, for: client, number: number, at: time) {
        reply(.pointed(refusal), to: number)
      }
    }
  }

  private mutating func reply(_ reply: Reply, to number: Int) { effects.append(.reply(number, reply)) }

  /// Types the keys in `alone` of the command with this number, if the client owns the command and no other command has
  /// come after it. Returns `false` if nothing is typed.
  private mutating func typeAlone(_ number: Int64, of client: ClientName, at time: Instant) -> Bool {
    guard let last = unhandledKey, last.number == number, last.owner == client else { return false }
    unhandledKey = nil
    let isTyped = keyboards.typeAlone(last.key, at: time)
    performKeys()
    return isTyped
  }
}
