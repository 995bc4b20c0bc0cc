/// What was said last, and how long the highlight stands for it.
struct Speech {
  /// Where the highlight is, as the person knows it.
  private struct Spot: Equatable {
    let page: Int
    let lit: Int
  }

  private(set) var isOn: Bool
  /// How long a step waits at most, µs. 0: steps do not wait.
  private let wait: Int64
  /// What was said last, so that nothing is said twice.
  private var spot: Spot?
  private var message: Session.Message?
  /// For the latest words.
  private var number = 0
  /// Until when the highlight stands at the latest, unless the words are over before.
  private(set) var standsUntil: Int64?

  init(_ choice: Session.SpeechChoice) { (isOn, wait) = (choice.isOn, choice.wait) }

  /// - Parameters:
  ///   - page: the one that is shown. `nil` if none is.
  ///   - stands: whether the highlight can stand while a place is named. `nil` if a line glides, which does not wait.
  /// - Returns: what to say, and whether the highlight stands for it from now. `nil` if nothing has changed.
  mutating func say(
    _ page: ShownPage?, _ message: Session.Message?, isSecret: Bool, stands: Bool?, at now: Int64
  ) -> (effect: Session.Effect?, stands: Bool)? {
    guard isOn else { return nil }
    let spot = page.map { Spot(page: $0.number, lit: $0.lit) }
    let isPlaceNew = spot != self.spot
    let isMessageNew = message != self.message
    guard isPlaceNew || isMessageNew else { return nil }
    (self.spot, self.message) = (spot, message)
    let spoken = Session.Spoken(
      message: isMessageNew ? message : nil, place: isPlaceNew ? page?.litPlace : nil, isSecret: isSecret)
    guard spoken.message != nil || spoken.place != nil else { return spot == nil ? (hush(), false) : nil }
    number += 1
    let effect = Session.Effect.say(number: number, spoken)
    guard let stands else {
      standsUntil = nil
      return (effect, false)
    }
    guard stands, wait > 0, spot != nil else { return (effect, false) }
    standsUntil = now + wait
    return (effect, true)
  }

  /// The words of this number are over. Returns whether the highlight goes on, and its interval begins.
  mutating func wordsEnded(_ number: Int) -> Bool {
    guard number == self.number, standsUntil != nil else { return false }
    standsUntil = nil
    return true
  }

  /// Time has come. Returns whether the highlight goes on.
  mutating func advance(to time: Int64) -> Bool {
    guard let until = standsUntil, until <= time else { return false }
    standsUntil = nil
    return true
  }

  mutating func stopStanding() { standsUntil = nil }

  /// What is chosen or asked for is said again, wherever the highlight is.
  mutating func sayAgain() { spot = nil }

  /// Returns what is said of the change itself.
  mutating func set(on isOn: Bool) -> Session.Effect? {
    self.isOn = isOn
    (spot, message) = (nil, nil)
    standsUntil = nil
    return isOn ? nil : hush()
  }

  private mutating func hush() -> Session.Effect {
    standsUntil = nil
    return .say(number: 0, nil)
  }
}
