// Scanning by ear: what is said, and how long the highlight stands for it.
//
//     page, step, message ──> say(number) ──> the highlight stands, where the person wants that
//                                               └──spoken(number), or the limit──> the interval begins
//
// Words replace those before them. Nothing waits for a speech server longer than the person has allowed.
extension Session {
  /// Scanning by ear, as the person has set it.
  public struct SpeechChoice: Hashable, Sendable {
    /// Whether it begins with speech. The panel can switch it on and off.
    public var isOn: Bool
    /// How long a step waits at most until its name was spoken, µs. 0: steps do not wait.
    public var wait: Int64

    public init(isOn: Bool = true, wait: Int64 = 0) { (self.isOn, self.wait) = (isOn, wait) }
  }

  /// What is said: a message, and then the place that is lit. Never both `nil`.
  public struct Spoken: Hashable, Sendable {
    public var message: Message?
    public var place: Place?
    /// What is written is a password, so no key is named.
    public var isSecret: Bool

    public init(message: Message? = nil, place: Place? = nil, isSecret: Bool = false) {
      (self.message, self.place, self.isSecret) = (message, place, isSecret)
    }
  }

  struct Speech {
    /// Where the highlight is, as the person knows it.
    struct Spot: Equatable {
      let page: Int
      let lit: Int
    }

    var isOn: Bool
    let wait: Int64
    /// What was said last, so that nothing is said twice.
    var spot: Spot?
    var message: Message?
    /// Of what was said last.
    var number = 0
    /// Until when the highlight stands at the latest, unless the words are over before.
    var standsUntil: Int64?

    init(_ choice: SpeechChoice) { (isOn, wait) = (choice.isOn, choice.wait) }
  }

  /// Says what has changed for the person.
  mutating func speak() {
    guard speech?.isOn == true else { return }
    let spot = isConnected && isAllowed ? Speech.Spot(page: page.number, lit: page.lit) : nil
    let message = currentMessage
    let isPlaceNew = spot != speech?.spot
    let isMessageNew = message != speech?.message
    guard isPlaceNew || isMessageNew else { return }
    speech?.spot = spot
    speech?.message = message
    let isSecret = page.content == .panel(.keyboard) && self.isSecret
    let spoken = Spoken(
      message: isMessageNew ? message : nil, place: isPlaceNew && spot != nil ? page.places[page.lit] : nil,
      isSecret: isSecret)
    guard spoken.message != nil || spoken.place != nil else {
      if spot == nil { hush() }
      return
    }
    speech?.number += 1
    effects.append(.say(number: speech?.number ?? 0, spoken))
    // A line that glides does not wait.
    guard lineNow == nil else {
      speech?.standsUntil = nil
      return
    }
    guard let wait = speech?.wait, wait > 0, spot != nil, clock != nil else { return }
    speech?.standsUntil = now + wait
    isUnsent = true
  }

  /// The words of this number are over, or nobody has said them.
  mutating func takeSpoken(_ number: Int) {
    if number == speech?.number, speech?.standsUntil != nil { endStanding() }
  }

  /// The highlight goes on, and its interval begins.
  mutating func endStanding() {
    speech?.standsUntil = nil
    isUnsent = true
  }

  /// The person's choice of the panel.
  mutating func setSpeech(on isOn: Bool) {
    guard speech != nil else { return }
    speech?.isOn = isOn
    speech?.spot = nil
    speech?.message = nil
    if isOn { speech?.standsUntil = nil } else { hush() }
  }

  /// What is chosen or asked for is said again, wherever the highlight is.
  mutating func tellAgain() { speech?.spot = nil }

  private mutating func hush() {
    speech?.standsUntil = nil
    effects.append(.say(number: 0, nil))
  }

  /// Loudness, and how the voice speaks.
  var soundPlaces: [Place] {
    guard let speech else { return [] }
    let volume: [Place] = hasVolume ? [.louder, .quieter] : []
    return volume + (speech.isOn ? [.silence, .speakFaster, .speakSlower] : [.speak]) + [.out]
  }
}
