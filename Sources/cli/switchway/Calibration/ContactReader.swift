import SwitchwayCore
import SwitchwayTime

/// Finds when each switch of a profile was closed, before the filter of the switch (steadying) ignores anything.
///
/// It runs the daemon's interpreter, so that several inputs, axis levels, lost events and unplugging mean the same as
/// in the daemon.
struct ContactReader {
  /// The contacts that have ended, for each switch, in order.
  private(set) var spans: [[ClosedSpan]]
  /// For each switch, the time at which it was closed, or `nil` if it is open.
  private(set) var closed: [Instant?]
  private let profile: Profile
  private var interpreter: Interpreter
  private var effects: [Effect] = []
  private var count = 0

  init(_ profile: Profile) {
    self.profile = ContactReader.bare(profile)
    interpreter = Interpreter(profile: self.profile)
    spans = profile.switches.map { _ in [] }
    closed = profile.switches.map { _ in nil }
  }

  /// Adds a device. Returns its node, or `nil` if no entry of the profile matches it.
  mutating func attach(_ description: DeviceDescription, down: KeySet, at time: Instant) -> NodeID? {
    guard let entry = profile.entry(for: description) else { return nil }
    count += 1
    let node = NodeID(rawValue: count)
    handle(.attached(node, description, entry: entry, down: down, at: time))
    return node
  }

  /// Handles the events of a device, and its removal.
  mutating func handle(_ input: Input) {
    interpreter.handle(input, into: &effects)
    collect()
  }

  private mutating func collect() {
    for case .press(let index, let down, let time, _) in effects {
      if down {
        closed[index] = time
      } else if let start = closed[index] {
        closed[index] = nil
        spans[index].append(ClosedSpan(start: start, end: time))
      }
    }
    effects.removeAll(keepingCapacity: true)
  }

  /// Returns the profile without steadying, gestures, chords, `unless`, keyboards and device offsets.
  private static func bare(_ profile: Profile) -> Profile {
    var bare = profile
    bare.chords = []
    bare.keyboard = nil
    for index in bare.devices.indices { bare.devices[index].offset = .zero }
    for index in bare.switches.indices {
      bare.switches[index].steadying = SteadyingPreset.off.parameters
      bare.switches[index].gestures = GestureBindings()
      bare.switches[index].unless = []
    }
    return bare
  }
}
