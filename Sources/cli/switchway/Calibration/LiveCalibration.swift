import Switchway
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A calibration with a person: asks for presses through a view, and makes a session and its recordings.
struct LiveCalibration {
  /// The results of a calibration: the same two kinds of files that `--recording` and `--session` read.
  struct Made {
    let session: CalibrationSession
    /// One recording per device, with the name of the device's entry in the profile.
    let recordings: [(name: String, text: String)]
  }

  struct State {
    var course: CalibrationCourse
    /// The present time on the daemon's clock.
    var now: Instant
    /// For each switch, the time at which it was pressed, or `nil` if it is up.
    var closed: [Instant?]
    /// The length of the latest contact that has ended, of all switches in the plan. `nil` if none has ended yet.
    var lastLength: Microseconds?

    /// Whether the switch that should be held has been down, since the prompt, for as long as its `hold` takes.
    var isHeldLongEnough: Bool {
      guard let after = course.holdAfter, let index = course.asked, course.presses > 0 else { return false }
      return (closed[index].map { now - $0 } ?? lastLength ?? .zero) >= after
    }
  }

  let profile: Profile
  /// The state of the calibration, or `nil` before it has begun.
  private(set) var state: State?
  private var recorder: Recorder
  private var reader: ContactReader
  private var nodes: [Int64: NodeID] = [:]

  init(_ profile: Profile) {
    self.profile = profile
    // Keys that type text are recorded only if they are switches.
    recorder = Recorder { device, code in
      profile.entry(for: device).map { profile.switchKeys(of: device, entry: $0).contains(code) } ?? false
    }
    reader = ContactReader(profile)
  }

  // MARK: The course. All times are on the daemon's clock.

  /// Begins the calibration with its first rest. The daemon must have reported the connected devices before. Throws if
  /// the device of a switch in the plan is not plugged in.
  mutating func begin(_ plan: CalibrationCourse.Plan, at time: Instant) throws(CommandFailure) {
    try findDevices(of: plan.switches)
    state = State(course: CalibrationCourse(plan, at: time), now: time, closed: reader.closed)
  }

  /// Advances to `time`. Returns whether a new prompt or rest has begun.
  mutating func advance(to time: Instant) -> Bool {
    guard var state else { return false }
    state.now = time
    state.closed = reader.closed
    state.lastLength = state.course.plan.switches.compactMap { reader.spans[$0].last }.max { $0.end < $1.end }?.length
    let isNew = state.course.advance(to: time)
    self.state = state
    return isNew
  }

  mutating func skip(at time: Instant) { state?.course.cutLastRest(at: time) }

  /// Returns the session and the recordings, or `nil` if the calibration has not ended yet.
  mutating func finish(at time: Instant) -> Made? {
    guard let course = state?.course, course.phase == .done else { return nil }
    recorder.finish(at: max(time, course.session.end))
    return Made(session: course.session, recordings: recordings())
  }

  /// Throws if the daemon reads no device now, because the screen is locked or another session is active.
  static func admit(_ modes: Wire.Modes) throws(CommandFailure) {
    if modes.isOn(.locked) {
      throw CommandFailure(.failed, "the screen is locked", help: "unlock it, then try again")
    }
    if modes.isOff(.active) {
      throw CommandFailure(
        .failed, "your session is not the active one on this computer, so no device is read",
        help: "switch to it, then try again")
    }
  }

  private func findDevices(of switches: [Int]) throws(CommandFailure) {
    let present = Set(recorder.devices.filter { $0.node != nil }.compactMap { profile.entry(for: $0.description) })
    for index in switches where !profile.switches[index].inputs.contains(where: { present.contains($0.device) }) {
      throw CommandFailure(
        .failed, "the device of '\(profile.switches[index].name)' is not plugged in",
        help: "plug it in; 'switchway devices' shows what is there")
    }
  }

  /// Handles a line of the daemon. Throws if the calibration cannot continue.
  mutating func take(_ line: JSONValue) throws(CommandFailure) {
    let event = Wire.Event(line)
    if case .mode(let change)? = event, let state = change.state {
      var modes = Wire.Modes()
      modes[change.mode] = state
      try LiveCalibration.admit(modes)
    }
    guard case .learn? = event else { return }
    guard let learned = LearnedLine(line) else { throw Recorder.oldDaemon }
    guard let device = recorder.take(learned) else { return }
    let before = reader.closed
    let description = recorder.devices[device].description
    // Events of a device that no entry matches are discarded, such as the movements of a mouse.
    if profile.entry(for: description) == nil { _ = recorder.takeText(of: device) }
    switch learned.change {
    case .added(_, _, let held):
      nodes[learned.node] = reader.attach(description, down: KeySet(held), at: learned.time)
    case .events(let events): if let node = nodes[learned.node] { reader.handle(.frame(events[...], from: node)) }
    case .lost(let held, let axes):
      guard let node = nodes[learned.node] else { break }
      reader.handle(.resynced(node, down: KeySet(held), axes: [], at: learned.time))
      reader.handle(.frame(axes[...], from: node))
    case .removed:
      guard let node = nodes.removeValue(forKey: learned.node) else { break }
      reader.handle(.detached([node], at: learned.time))
      try refuseLoss(of: description)
    }
    for index in reader.closed.indices where reader.closed[index] != nil && reader.closed[index] != before[index] {
      state?.course.press(of: index)
    }
  }

  private func refuseLoss(of device: DeviceDescription) throws(CommandFailure) {
    guard let entry = profile.entry(for: device),
      let lost = state?.course.plan.switches.first(where: {
        profile.switches[$0].inputs.contains { $0.device == entry }
      })
    else { return }
    throw CommandFailure(
      .failed, "the device of '\(profile.switches[lost].name)' was unplugged; nothing was changed",
      help: "plug it in and start again")
  }

  /// Returns the recordings of the devices that press a switch of the profile.
  private mutating func recordings() -> [(name: String, text: String)] {
    let used = Set(profile.switches.flatMap { $0.inputs.map(\.device) })
    var names: Set<String> = []
    var made: [(name: String, text: String)] = []
    for index in recorder.devices.indices {
      guard let entry = profile.entry(for: recorder.devices[index].description), used.contains(entry) else { continue }
      let name = LearnedEntry.unused(profile.devices[entry].name, among: names)
      names.insert(name)
      made.append((name, recorder.takeText(of: index)))
    }
    return made
  }
}

extension LiveCalibration {
  /// Runs a whole calibration, and asks the person for all presses. If anything interrupts the calibration, this
  /// throws, and no result is kept.
  mutating func run(
    _ wanted: CalibrationCourse.Plan, _ dialogue: inout DaemonDialogue, _ view: CalibrationView
  ) throws(CommandFailure) -> Made {
    try LiveCalibration.admit(dialogue.state.modes)
    try dialogue.demand(.learn(Wire.Request.Learning(true, events: true)))
    try takeWaiting(&dialogue)
    try findDevices(of: wanted.switches)
    let plan = try view.introduce(wanted, profile, dialogue.descriptor) { () throws(CommandFailure) in
      try takeWaiting(&dialogue)
    }
    try takeWaiting(&dialogue)
    try begin(plan, at: Instant(dialogue.now))
    if let state { try view.begin(state, profile) }
    while let course = state?.course, course.phase != .done {
      switch try view.next(&dialogue, until: course.deadline) {
      case .line(let line):
        do throws(CommandFailure) {
          try take(line.value)
        } catch {
          throw try LiveCalibration.reason(error, &dialogue)
        }
      case .skip: skip(at: Instant(dialogue.now))
      case .redraw: break
      case .interrupted: throw CommandFailure(.failed, "calibration cancelled; nothing was changed")
      case .closed: throw LiveCalibration.daemonEnded
      }
      let isNew = advance(to: Instant(dialogue.now))
      guard let state else { break }
      if isNew { try view.begin(state, profile) } else { try view.show(state, profile) }
    }
    try dialogue.demand(.learn(Wire.Request.Learning(false)))
    try takeWaiting(&dialogue)
    guard let made = finish(at: Instant(dialogue.now)) else {
      throw CommandFailure(.failed, "calibration ended before the first prompt")
    }
    return made
  }

  private mutating func takeWaiting(_ dialogue: inout DaemonDialogue) throws(CommandFailure) {
    while true {
      switch try dialogue.next(or: [], until: dialogue.now) {
      case .line(let line): try take(line.value)
      case .closed: throw LiveCalibration.daemonEnded
      case .time, .other: return
      }
    }
  }

  private static let daemonEnded = CommandFailure(.noDaemon, "the daemon has ended; nothing was changed")

  /// Returns the reason why the calibration failed. A daemon that is ending first reports that its devices are removed.
  /// So after such a failure, this waits up to 0.3 s for the end of the connection.
  private static func reason(
    _ failure: CommandFailure, _ dialogue: inout DaemonDialogue
  ) throws(CommandFailure) -> CommandFailure {
    let end = dialogue.now + 300_000
    while true {
      switch try dialogue.next(or: [], until: end) {
      case .line: continue
      case .closed: return daemonEnded
      case .time, .other: return failure
      }
    }
  }
}
