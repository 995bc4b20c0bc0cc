/// The words that were last spoken, and how long the highlight waits until they have ended.
struct Speech {
  /// A position of the highlight: a page and a place.
  private struct Spot: Equatable {
    let page: Int
    let lit: Int
  }

  private(set) var isOn: Bool
  /// The longest time that a step waits, µs; with 0, steps do not wait.
  private let wait: Int64
  /// The position and the message that were last spoken, so that they are not repeated.
  private var spot: Spot?
  private var message: Session.Message?
  /// The number of the latest words.
  private var number = 0
  /// The time until which the highlight waits, unless the words end earlier. `nil` if it does not wait.
  private(set) var standsUntil: Int64?

  init(_ choice: Session.SpeechChoice) { (isOn, wait) = (choice.isOn, choice.wait) }

  /// - Parameters:
  ///   - page: the shown page. `nil` if none is.
  ///   - stands: whether the highlight can wait while a place is named. `nil` if a line glides, which does not wait.
  /// - Returns: the words to speak, and whether the highlight waits for them from now. `nil` if nothing has changed.
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

  /// The words with this number have ended. Returns whether the highlight waited for them, so that its interval begins
  /// now.
  mutating func wordsEnded(_ number: Int) -> Bool {
    guard number == self.number, standsUntil != nil else { return false }
    standsUntil = nil
    return true
  }

  /// Ends the wait if its time is over. Returns whether the highlight continues because of this.
  mutating func advance(to time: Int64) -> Bool {
    guard let until = standsUntil, until <= time else { return false }
    standsUntil = nil
    return true
  }

  mutating func stopStanding() { standsUntil = nil }

  /// Lets the highlighted place be named again, even if it is the place that was named last, because the person has
  /// chosen or requested it.
  mutating func sayAgain() { spot = nil }

  /// Switches speech on or off. Returns the effect that ends the present words, or `nil` if speech is on now.
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
