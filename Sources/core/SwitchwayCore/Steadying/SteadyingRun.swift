import SwitchwayTime

/// Runs switch closings at given times through the interpreter, to show what a set of parameters does.
///
/// Each switch is the only key of its own device, and each accepted press gives a command. `calibrate` and the
/// workbench judge proposals with such runs.
public struct SteadyingRun: Equatable, Sendable {
  /// An accepted press.
  public struct Command: Hashable, Sendable {
    public var switchIndex: Int
    public var pressed: Instant
    public var accepted: Instant

    public init(switchIndex: Int, pressed: Instant, accepted: Instant) {
      self.switchIndex = switchIndex
      self.pressed = pressed
      self.accepted = accepted
    }
  }

  private enum Step {
    case absent(Bool)
    case key(Int, down: Bool)
  }

  /// The presses, in the order in which they were decided.
  public private(set) var commands: [Command] = []

  /// Runs all switches. Switches without parameters use the preset `off`.
  ///
  /// - Parameters:
  ///   - contacts: the contacts of each switch. If contacts overlap, all their edges are passed on.
  ///   - switches: definitions of the switches, of which only `unless` and `neighbours` are used.
  ///   - absences: times in which all devices are unplugged.
  public init(
    contacts: [[ClosedSpan]], steadying: [SteadyingParameters], switches: [SwitchDefinition] = [],
    absences: [ClosedSpan] = []
  ) {
    var effects: [Effect] = []
    var profile = SteadyingRun.profile(contacts.count, steadying)
    for (index, one) in switches.enumerated() {
      (profile.switches[index].unless, profile.switches[index].neighbours) = (one.unless, one.neighbours)
    }
    var interpreter = Interpreter(profile: profile)
    let steps = SteadyingRun.steps(contacts, absences)
    let start = steps.first?.time ?? Instant(0)
    var down = [Bool](repeating: false, count: contacts.count)
    for index in contacts.indices {
      interpreter.handle(SteadyingRun.plug(index, down: false, at: start), into: &effects)
    }
    for (time, step) in steps {
      switch step {
      case .absent(true):
        for index in contacts.indices {
          interpreter.handle(.detached([NodeID(rawValue: index)], at: time), into: &effects)
        }
      case .absent(false):
        for index in contacts.indices {
          interpreter.handle(SteadyingRun.plug(index, down: down[index], at: time), into: &effects)
        }
      case .key(let index, let isDown):
        down[index] = isDown
        let event = InputEvent(time: time, type: EventType.key, code: SteadyingRun.code, value: isDown ? 1 : 0)
        interpreter.handle(.frame([event][...], from: NodeID(rawValue: index)), into: &effects)
      }
    }
    interpreter.handle(.time((steps.last?.time ?? start) + .seconds(5)), into: &effects)
    for case .published(let command, _, _, _, _) in effects {
      guard case .single(let index)? = command.press?.origin else { continue }
      commands.append(Command(switchIndex: index, pressed: command.pressed, accepted: command.accepted))
    }
  }

  /// Counts the accepted presses of switch `index`: `presses` began at one of `onsets`, `others` did not. A press
  /// belongs to the onset that is nearest to its `pressed`, if this is at most `reach` away and no earlier press
  /// belongs to it.
  public func answers(to onsets: [Instant], of index: Int) -> (presses: Int, others: Int) {
    var isAnswered = onsets.map { _ in false }
    var others = 0
    for command in commands where command.switchIndex == index {
      func distance(_ onset: Int) -> Microseconds {
        max(command.pressed - onsets[onset], onsets[onset] - command.pressed)
      }
      let nearest = onsets.indices.min { distance($0) < distance($1) }
      if let nearest, distance(nearest) <= SteadyingRun.reach, !isAnswered[nearest] {
        isAnswered[nearest] = true
      } else {
        others += 1
      }
    }
    return (isAnswered.count { $0 }, others)
  }

  /// The largest distance of a press from its onset: the default of `backdate-max`. The figure is arbitrary.
  private static let reach = Microseconds.milliseconds(300)

  /// `BTN_0` (linux/input-event-codes.h).
  static let code: UInt16 = 0x100

  private static func profile(_ count: Int, _ steadying: [SteadyingParameters]) -> Profile {
    let tap = GestureBindings(tap: ScanCommand(name: "select", arguments: [], group: .scan))
    return Profile(
      name: "run",
      devices: (0..<count).map { DeviceEntry(name: "\($0)", match: DeviceMatch()) },
      switches: (0..<count).map { index in
        SwitchDefinition(
          name: "\(index)", inputs: [SwitchInput(device: index, selector: .key(code))],
          steadying: index < steadying.count ? steadying[index] : SteadyingPreset.off.parameters, gestures: tap)
      })
  }

  /// The steps, in order of time. At the same time, the order is: unplugging, openings, closings, plugging in.
  private static func steps(_ contacts: [[ClosedSpan]], _ absences: [ClosedSpan]) -> [(time: Instant, step: Step)] {
    var steps: [(time: Instant, order: Int, step: Step)] = []
    for (index, spans) in contacts.enumerated() {
      for span in spans {
        steps.append((span.start, 2, .key(index, down: true)))
        steps.append((span.end, 1, .key(index, down: false)))
      }
    }
    for absence in absences {
      steps.append((absence.start, 0, .absent(true)))
      steps.append((absence.end, 3, .absent(false)))
    }
    // The position in the list comes last, to keep the order of equal steps.
    return steps.enumerated()
      .sorted { ($0.element.time, $0.element.order, $0.offset) < ($1.element.time, $1.element.order, $1.offset) }
      .map { ($0.element.time, $0.element.step) }
  }

  private static func plug(_ index: Int, down: Bool, at time: Instant) -> Input {
    .attached(
      NodeID(rawValue: index), DeviceDescription(name: "\(index)", keys: KeySet([code])), entry: index,
      down: down ? KeySet([code]) : KeySet(), at: time)
  }
}
