import SwitchwayCore
import SwitchwayTime

/// A simulated person's actions for a while: every contact, and the intended presses.
public struct Scene: Equatable, Sendable {
  /// An intended press.
  public struct Intent: Equatable, Sendable {
    public var switchIndex: Int
    /// Its first contact.
    public var onset: Instant
    public var release: Instant

    public init(switchIndex: Int, onset: Instant, release: Instant) {
      self.switchIndex = switchIndex
      self.onset = onset
      self.release = release
    }
  }

  /// For each switch, in order, without overlaps.
  public var contacts: [[ClosedSpan]]
  /// In order of onset.
  public var intents: [Intent]
  /// When everything is unplugged.
  public var absences: [ClosedSpan]
  public var length: Microseconds

  public init(
    contacts: [[ClosedSpan]], intents: [Intent], absences: [ClosedSpan] = [], length: Microseconds
  ) {
    self.contacts = contacts
    self.intents = intents
    self.absences = absences
    self.length = length
  }

  var minutes: Double { Double(length.value) / 60_000_000 }
}

/// A simulated person. The seed decides their traits and actions.
public struct Person: Sendable {
  /// nil: no kind.
  public let kind: PersonKind?
  private let seed: UInt64
  private let traits: Traits

  public init(_ kind: PersonKind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
    var chance = Chance(seed: seed, stream: Person.stream(kind) * 4)
    traits = kind.traits(&chance)
  }

  /// A person of no kind.
  public init(stranger seed: UInt64) {
    kind = nil
    self.seed = seed
    var chance = Chance(seed: seed, stream: Person.stream(nil) * 4)
    traits = .stranger(&chance)
  }

  private static func stream(_ kind: PersonKind?) -> UInt64 {
    UInt64(kind.flatMap(PersonKind.allCases.firstIndex) ?? PersonKind.allCases.count) + 1
  }

  /// The rest of a calibration as in docs/design/steadying.md, s.
  public static let rest = 15.0
  /// A rest that shows more unwanted contacts, s. Found in the workbench: five minutes show little more.
  public static let longRest = 120.0

  /// Whether an axis presses the switches.
  public var isAxis: Bool { traits.isAxis }

  /// The calibration as in docs/design/steadying.md: 15 s of rest, then 20 prompts every 3 s, alternating between
  /// switches.
  /// Five of them ask for two presses, if the person ever presses twice.
  ///
  /// - Parameters:
  ///   - isTired: after the day's use instead of before it.
  ///   - rest: the length of the rest, s. The prompts are answered the same.
  public func calibration(
    isTired: Bool = false, rest: Double = Person.rest
  ) -> (session: CalibrationSession, scene: Scene) {
    let stream = Person.stream(kind) * 4 + (isTired ? 3 : 1)
    let (begin, end) = (rest * 1_000, rest * 1_000 + 62_500)
    var hand = Hand(traits, Chance(seed: seed, stream: stream), calibrating: end, isTired: isTired)
    var prompts: [CalibrationSession.Prompt] = []
    for index in 0..<20 {
      let time = begin + 3_000 * Double(index)
      let count = traits.pressesTwice && index >= 15 ? 2 : 1
      let target = index % traits.switches
      hand.answer(promptAt: time, target: target, count: count)
      prompts.append(.init(time: Hand.instant(time), switchIndex: target, count: count))
    }
    hand.addNoise()
    let session = CalibrationSession(
      restStart: Instant(0), restEnd: Hand.instant(begin), end: Hand.instant(end), prompts: prompts)
    return (session, hand.scene())
  }

  /// Daily use with this many intended presses.
  public func use(presses: Int) -> Scene {
    var hand = Hand(traits, Chance(seed: seed, stream: Person.stream(kind) * 4 + 2))
    hand.use(presses: presses)
    hand.addNoise()
    return hand.scene()
  }
}
