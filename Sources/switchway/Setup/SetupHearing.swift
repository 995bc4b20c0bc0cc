import SwitchwayCore

/// Listens which switches a person presses: each of them a few times, then silence.
///
///     first  # # #                   the first is heard, and may be the only one
///     second       # # #             the second is heard, too
///                        .........|  5 s of silence: these two are the switches
///
/// A pure value. What is pressed less often is asked for once more, and then left out. Nobody is timed out: before the
/// first switch is heard, silence ends nothing, and more switches can be added later.
struct SetupHearing {
  /// How often a switch is pressed. As `switchway learn`.
  static let presses = 3
  /// Who presses one switch this often has no other one. Chosen.
  private static let many = 8
  /// How long nothing is pressed before it is over, µs. Chosen: time to reach for the next switch.
  private static let silence: Int64 = 5_000_000
  /// After this long without any press, or with a switch that stays down, µs, it is said what can be wrong. Chosen.
  private static let patience: Int64 = 30_000_000

  enum Outcome {
    case wait
    /// Something is to be said, and it goes on.
    case say([String])
    case over([LearnedPresses])
  }

  private var heard: [LearnedPresses] = []
  private var quietSince: Int64
  private var isHinted = false
  private var isAskedAgain = false
  /// The devices that were named because they cannot be taken.
  private var named: Set<String> = []

  /// The nodes of this machine: they tell which of its pointers cannot be taken.
  private let machine: [DeviceDescription]

  init(at time: Int64, machine: [DeviceDescription] = []) {
    quietSince = time
    self.machine = machine
  }

  /// The switches so far. An input that always moves together with an earlier one is no switch of its own.
  private var switches: [LearnedPresses] { wanted.filter { $0.count >= Self.presses && !$0.isDown } }

  private var wanted: [LearnedPresses] {
    heard.indices.filter { index in
      !heard[index].isBrush && !heard[..<index].contains { heard[index].isPart(of: $0) }
    }.map { heard[$0] }
  }

  /// When to call `advance`; nil: there is nothing to wait for.
  var deadline: Int64? {
    if !isHinted, heard.contains(where: \.isDown) { return quietSince + Self.patience }
    if !switches.isEmpty { return quietSince + Self.silence }
    return isHinted ? nil : quietSince + Self.patience
  }

  /// Handles an edge. `time` is that of the device, `now` the present one, µs.
  mutating func take(_ edge: LearnedEdge, at now: Int64) -> Outcome {
    let name = Terminal.printable(edge.source.device.name)
    if let reason = MouseWords.obstacle(edge.source.device, among: machine) {
      return named.insert(name).inserted ? .say([reason]) : .wait
    }
    quietSince = now
    let known = heard.firstIndex { $0.source?.isSame(edge.source) == true }
    // The end of a press that began before the question.
    guard edge.isDown || known != nil else { return .wait }
    if known == nil { heard.append(LearnedPresses()) }
    let index = known ?? heard.count - 1
    let count = heard[index].count
    _ = heard[index].take(edge.source, isDown: edge.isDown, at: edge.time)
    if !edge.isDown, heard[index].count >= Self.many { return .over(switches) }
    guard heard[index].count > count, !heard[..<index].contains(where: { heard[index].isPart(of: $0) }) else {
      return .wait
    }
    let words = "\(name), \(edge.source.input): press \(heard[index].count)"
    return .say([words + (heard[index].count == Self.presses ? ". Press the next switch, or wait." : "")])
  }

  mutating func advance(to now: Int64) -> Outcome {
    guard let deadline, now >= deadline else { return .wait }
    quietSince = now
    if !isHinted, heard.contains(where: \.isDown) {
      isHinted = true
      return .say([PressingWords.stuck])
    }
    let seldom = wanted.filter { $0.count < Self.presses && !$0.isDown }.compactMap(\.source)
    guard !switches.isEmpty else {
      isHinted = true
      return .say(seldom.isEmpty ? [PressingWords.nothing] : seldom.map { PressingWords.seldom($0) })
    }
    guard seldom.isEmpty || isAskedAgain else {
      isAskedAgain = true
      return .say(seldom.map { PressingWords.seldom($0) })
    }
    return .over(switches)
  }
}

/// Decides whether a line that was typed is an answer to the question that is asked.
///
/// A switch that is an Enter key types blank lines, and a trembling hand types Enter twice.
struct TypedLine {
  /// A switch that types also fills the terminal's input: what came this close to its edge is its own, µs. Chosen: a
  /// desktop that is busy passes a key on late.
  static let typingDelay: Int64 = 500_000
  /// An Enter that comes this soon after a question was shown is the last one, typed twice, µs. Chosen: nobody reads a
  /// question in this time.
  private static let repeated: Int64 = 400_000

  let shown: Int64
  /// Whether Enter alone stands for an answer.
  let hasProposal: Bool
  /// Whether a switch may be a key that types.
  let knowsKey: Bool

  /// - Parameters:
  ///   - lastEdge: the last edge of any switch.
  ///   - hasEdge: waits for `typingDelay` whether one comes.
  func isAnswer(
    _ line: String, at now: Int64, lastEdge: (time: Int64, isDown: Bool)?, hasEdge: () -> Bool
  ) -> Bool {
    guard line.allSatisfy({ " \r".contains($0) }) else { return true }
    guard hasProposal, now - shown >= Self.repeated else { return false }
    guard knowsKey else { return true }
    // A held key repeats.
    if let lastEdge, lastEdge.isDown || now - lastEdge.time < Self.typingDelay { return false }
    return !hasEdge()
  }
}
