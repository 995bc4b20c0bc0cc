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

  /// Says what has changed for the person.
  mutating func speak() {
    let (shown, message) = (isConnected && isAllowed ? page : nil, currentMessage)
    let isSecret = page.content == .panel(.keyboard) && self.isSecret
    let stands = lineNow == nil ? clock != nil : nil
    let step = speech?.say(shown, message, isSecret: isSecret, stands: stands, at: now)
    if let effect = step?.effect { effects.append(effect) }
    if step?.stands == true { daemon.owePage() }
  }

  /// The words of this number are over, or nobody has said them.
  mutating func wordsEnded(_ number: Int) { if speech?.wordsEnded(number) == true { daemon.owePage() } }

  /// The person's choice of the panel.
  mutating func setSpeech(on isOn: Bool) { if let effect = speech?.set(on: isOn) { effects.append(effect) } }
}
