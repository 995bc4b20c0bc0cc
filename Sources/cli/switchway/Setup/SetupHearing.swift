import SwitchwayCore
import SwitchwayTime

/// Finds out which switches a person uses. The person presses each of them a few times, and then waits.
///
///     first  # # #                   the first is heard, and may be the only one
///     second       # # #             the second is also heard
///                        .........|  5 s of silence: these two are the switches
///
/// This is a pure value. If a switch is pressed fewer times, setup asks for it once more, and then leaves it out. There
/// is no time limit: silence does not end the listening before a switch is heard. More switches can be added later.
/// Each press restarts the silence, even a press that the daemon has not reported yet. A slow hand gets a longer
/// silence.
struct SetupHearing {
  /// How many times the person presses each switch. The number is the same as in `switchway learn`.
  static let presses = 3
  /// If one switch is pressed this often, the listening ends, because the person has no other switch. Arbitrary.
  private static let many = 8
  /// The length of the silence that ends the listening, in microseconds. The person needs time to reach for the next
  /// switch.
  private static let silence: Int64 = 5_000_000
  /// The length of this silence while a switch has not been pressed often enough yet, in microseconds. It is longer,
  /// because people may pause for 5 s between presses.
  private static let silenceWithin: Int64 = 8_000_000
  /// The longest silence, for a hand that needs long pauses, in microseconds. Arbitrary.
  private static let longestSilence: Int64 = 10_000_000
  /// The time, in microseconds, after which setup says what can be wrong if no press arrives, or if a switch stays
  /// down. Arbitrary.
  private static let patience: Int64 = 30_000_000
  /// The time until this message if events arrived that were not presses, in microseconds. Arbitrary.
  private static let patienceWithSights: Int64 = 10_000_000

  enum Outcome {
    case wait
    /// Setup has a message, and continues to listen.
    case say([Phrase])
    case over([LearnedPresses])
  }

  private var heard = HeardInputs()
  /// Events that were not presses, in order.
  private var sights: [LearnedSight] = []
  /// Whether a key was pressed that the daemon reports only at its third press.
  private var awaitsKey = false
  private var quietSince: Int64
  /// The time when the last beginning or end of a press that counts arrived, in microseconds.
  private var lastEdge: Int64 = 0
  private var isHinted = false
  private var isAskedAgain = false
  /// The devices for which setup has said that they cannot be used.
  private var named: Set<String> = []

  /// For each input, the number of presses that setup has shown.
  private var counted: [Int: Int] = [:]

  /// The nodes of this computer: they show which of its pointers cannot be used.
  private let machine: [DeviceDescription]
  /// The reasons why a device of this computer may be silent, as sentences.
  var obstacles: [Phrase] = []

  init(at time: Int64, machine: [DeviceDescription] = [], obstacles: [Phrase] = []) {
    quietSince = time
    self.machine = machine
    self.obstacles = obstacles
  }

  /// The inputs that were pressed often enough so far.
  private var switches: [LearnedPresses] { heard.wanted.filter { $0.count >= Self.presses && !$0.isDown } }

  /// The inputs that were not pressed often enough.
  private var seldom: [LearnedPresses] { heard.wanted.filter { $0.count < Self.presses && !$0.isDown } }

  /// Returns the switches if a blank line can now confirm that there are no others. This needs three conditions: each
  /// was pressed often enough, none of them is a key, which could have typed the line, and no press has begun or ended
  /// for some time.
  func all(at now: Int64) -> [LearnedPresses]? {
    let isTyped = heard.wanted.contains { $0.source?.device.kind == "keyboard" }
    guard !switches.isEmpty, seldom.isEmpty, !isTyped, now - lastEdge >= TypedLine.typingDelay else { return nil }
    return switches
  }

  /// How long the silence must now be to end the listening, in microseconds.
  private var silence: Int64 {
    let slowest = heard.wanted.map(\.longestPause.value).max() ?? 0
    let usual = awaitsKey || !seldom.isEmpty ? Self.silenceWithin : Self.silence
    return max(usual, min(slowest * 3 / 2, Self.longestSilence))
  }

  /// The time at which `advance` must be called, or `nil` if there is nothing to wait for.
  var deadline: Int64? {
    if !isHinted, heard.isDown { return quietSince + Self.patience }
    if !switches.isEmpty { return quietSince + silence }
    return isHinted ? nil : quietSince + (sights.isEmpty ? Self.patience : Self.patienceWithSights)
  }

  /// Handles an event of a device that is not a press.
  mutating func takeSight(_ sight: LearnedSight, at now: Int64) {
    if sight.what == .keys {
      quietSince = now
      awaitsKey = true
    }
    guard !sights.contains(sight) else { return }
    sights.append(sight)
    // While no switch is heard, setup reports the event even if it has already said what can be wrong.
    if heard.wanted.isEmpty {
      isHinted = false
      quietSince = now
    }
  }

  /// Handles an edge (the beginning or end of a press). `edge.time` is the device's time, and `now` is the present
  /// time, in microseconds.
  mutating func takeEdge(_ edge: LearnedEdge, at now: Int64) -> Outcome {
    let name = Terminal.printable(edge.source.device.name)
    if let reason = MouseWords.obstacle(edge.source.device, among: machine) {
      return named.insert(name).inserted ? .say([reason]) : .wait
    }
    (quietSince, lastEdge) = (now, now)
    awaitsKey = false
    // The release of a press that began before the question is ignored.
    guard let index = heard.take(edge) else { return .wait }
    if !edge.isDown, heard.all[index].count >= Self.many, heard.isWanted(index) { return .over(switches) }
    return words(of: index, isDown: edge.isDown).map { .say([$0]) } ?? .wait
  }

  /// Returns the message about the beginning or end of a press, or `nil` if there is none. A modifier is named when it
  /// is released, unless another key was pressed with it.
  private mutating func words(of index: Int, isDown: Bool) -> Phrase? {
    let presses = heard.all[index]
    guard let source = presses.source, isDown != source.isAccompanying, heard.isWanted(index),
      counted[index, default: 0] < presses.count
    else { return nil }
    counted[index] = presses.count
    let press: Phrase = "\(Terminal.printable(source.device.name)), \(source.input): press \(presses.count)"
    return presses.count == Self.presses ? .joined([press, "Press the next switch, or wait."], by: ". ") : press
  }

  mutating func advance(to now: Int64) -> Outcome {
    guard let deadline, now >= deadline else { return .wait }
    quietSince = now
    awaitsKey = false
    if !isHinted, heard.isDown {
      isHinted = true
      return .say([PressingWords.stuck])
    }
    let seldom = seldom.compactMap(\.source)
    guard !switches.isEmpty else {
      isHinted = true
      return .say(seldom.isEmpty ? PressingWords.silence(sights, obstacles) : seldom.map { PressingWords.seldom($0) })
    }
    guard seldom.isEmpty || isAskedAgain else {
      isAskedAgain = true
      return .say(seldom.map { PressingWords.seldom($0) })
    }
    return .over(switches)
  }
}

/// Decides whether a typed line answers the present question.
///
/// A blank line may be no answer: a switch that is an Enter key types blank lines, and a trembling hand types Enter
/// twice.
struct TypedLine {
  /// A switch that types also types into the terminal. Text that arrives within this time before or after the switch
  /// was pressed or released, in microseconds, was typed by the switch. A busy desktop may pass a key on late.
  static let typingDelay: Int64 = 500_000
  /// An Enter within this time after a question was shown, in microseconds, only repeats the Enter before it. Nobody
  /// can read a question in this time.
  private static let repeated: Int64 = 400_000

  let shown: Int64
  /// Whether Enter alone is an answer.
  let hasProposal: Bool
  /// Whether a switch may be a key that types.
  let knowsKey: Bool

  /// Whether the person typed Enter and nothing else.
  static func isBlank(_ line: String) -> Bool { line.allSatisfy { " \r".contains($0) } }

  /// - Parameters:
  ///   - lastEdge: the last beginning or end of a press, of any switch.
  ///   - hasEdge: waits up to `typingDelay` for the beginning or end of a press, and returns whether it has arrived.
  func isAnswer(
    _ line: String, at now: Int64, lastEdge: (time: Int64, isDown: Bool)?, hasEdge: () -> Bool
  ) -> Bool {
    guard Self.isBlank(line) else { return true }
    guard hasProposal, now - shown >= Self.repeated else { return false }
    guard knowsKey else { return true }
    // The line may come from a switch: a key that is held down repeats.
    if let lastEdge, lastEdge.isDown || now - lastEdge.time < Self.typingDelay { return false }
    return !hasEdge()
  }
}
