// Scanning by ear: the spoken words, and how long the highlight waits for them.
//
//     page, step, message ──> say(number) ──> the highlight stands, where the person wants that
//                                               └──spoken(number), or the limit──> the interval begins
//
// New words replace the earlier ones. The scanner never waits for a speech server longer than the person has allowed.
extension Session {
  /// The person's settings for scanning by ear.
  public struct SpeechChoice: Hashable, Sendable {
    /// Whether speech is on at the start. The panel can switch it on and off.
    public var isOn: Bool
    /// The longest time that a step waits until its name was spoken, µs; with 0, steps do not wait.
    public var wait: Int64

    public init(isOn: Bool = true, wait: Int64 = 0) { (self.isOn, self.wait) = (isOn, wait) }
  }

  /// The words to speak: first a message, then the highlighted place. At least one of them is not `nil`.
  public struct Spoken: Hashable, Sendable {
    public var message: Message?
    public var place: Place?
    /// Whether the person writes a password. Then keys are not named.
    public var isSecret: Bool

    public init(message: Message? = nil, place: Place? = nil, isSecret: Bool = false) {
      (self.message, self.place, self.isSecret) = (message, place, isSecret)
    }
  }

  /// Speaks if the highlight has moved, or the message has changed.
  mutating func speak() {
    let (shown, message) = (isConnected && isAllowed ? page : nil, currentMessage)
    let isSecret = page.content == .panel(.keyboard) && self.isSecret
    let stands = lineNow == nil ? clock != nil : nil
    let step = speech?.say(shown, message, isSecret: isSecret, stands: stands, at: now)
    if let effect = step?.effect { effects.append(effect) }
    if step?.stands == true { daemon.owePage() }
  }

  /// The words with this number have ended, or were not spoken.
  mutating func wordsEnded(_ number: Int) { if speech?.wordsEnded(number) == true { daemon.owePage() } }

  /// Switches speech on or off, as the person has chosen in the panel.
  mutating func setSpeech(on isOn: Bool) { if let effect = speech?.set(on: isOn) { effects.append(effect) } }
}
