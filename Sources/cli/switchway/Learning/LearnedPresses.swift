import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayTime

/// The presses of one input while this program listened: the first input that was pressed, and its contacts.
struct LearnedPresses {
  /// Contacts further apart than this are separate presses. Source: the project's calibration, "after-contacts".
  private static let pressGap = Microseconds.milliseconds(600)
  /// A shorter contact that comes before a longer one of the same press is accidental. A switch that makes only such
  /// short contacts sends pulses. The value is less than half of the shortest press of the calibration's simulated
  /// people.
  static let pulse = Microseconds.milliseconds(60)
  /// Inputs that come this close together belong to one press: a macro sends its keys one after the other. Nobody
  /// presses two switches one after the other in this time.
  private static let together = Microseconds.milliseconds(100)

  struct Device: Equatable {
    let name: String
    let id: String
    let kind: String
    let phys: String
    let uniq: String
    /// A link that names the device's socket, or the device's path in sysfs. Empty if neither is known.
    var path = ""
    /// Whether `name` was changed to be printable: `?` replaces characters, and the end may be missing.
    let isNameChanged: Bool

    /// Reads the device in a `learn` line. Returns `nil` if the line describes no device.
    init?(_ device: Wire.Learn.Device?) {
      guard let device, !device.id.isEmpty, !device.kind.isEmpty else { return nil }
      (name, id, kind, phys, uniq) = (device.name, device.id, device.kind, device.phys, device.uniq)
      path = device.path ?? ""
      isNameChanged = device.isNameChanged
    }
  }

  private struct Contact {
    let down: Instant
    var up: Instant?
    var length: Microseconds { (up ?? down) - down }
  }

  struct Source: Equatable {
    let device: Device
    /// The input as it is written in a profile.
    let input: String
    /// The N of `button-N` for a key or a button, or `nil` if it is an axis.
    let button: Int?

    init(device: Device, input: String, button: Int? = nil) {
      (self.device, self.input, self.button) = (device, input, button)
    }

    /// Reads the input in a `learn` line. Returns `nil` if the line names no input.
    init?(_ line: Wire.Learn) {
      guard let device = Device(line.device), let input = line.input else { return nil }
      self.init(device: device, input: input, button: line.button.map(Int.init))
    }

    /// Whether the input is an axis. The hat of a gamepad does not count, because it acts like buttons.
    var isAxis: Bool { input.hasPrefix("abs_") && !input.hasPrefix("abs_hat") }
    /// Whether the input is a movement, such as a push of a mouse or a turn of a knob.
    var isMovement: Bool { input.hasPrefix("rel_") }
    /// Whether the input may be the axis of a sip-and-puff straw. The axes of a gamepad are not: they are its sticks
    /// and triggers.
    var mayBeBreath: Bool { isAxis && device.kind != "gamepad" }
    var isNegative: Bool { side.hasSuffix("<") }
    /// The axis and the side to which it is pushed, without the level, such as `abs_x <`. For another input, the whole
    /// input.
    var side: String { isAxis ? input.split(separator: " ").prefix(2).joined(separator: " ") : input }
    /// Whether both are the same input, at any level.
    func isSame(_ other: Source) -> Bool { device == other.device && side == other.side }
  }

  /// The input that was pressed first, or `nil` if none was pressed yet.
  private(set) var source: Source?
  private var contacts: [Contact] = []
  /// For an axis, how far the weakest push went, in percent of the range on its side. `rest` is the highest level at
  /// rest between pushes, in the same unit.
  private(set) var weakest: Int?
  private(set) var rest = 0

  /// Handles a `learn` line. Returns false if the line belongs to another input.
  mutating func takeLine(_ line: JSONValue) -> Bool {
    LearnedEdge(line).map { takeEdge($0.source, isDown: $0.isDown, at: $0.time, level: $0.level) } ?? false
  }

  /// Handles an edge (the beginning or end of a press). Returns false if it belongs to another input.
  mutating func takeEdge(_ pressed: Source, isDown: Bool, at time: Int64, level: Int? = nil) -> Bool {
    if let source {
      guard source.isSame(pressed) else { return false }
    } else {
      guard isDown else { return false }
      source = pressed
    }
    if let level {
      // The level before the first contact does not count: it is the position of the axis when the listening began.
      if isDown, !contacts.isEmpty { rest = max(rest, level) }
      if !isDown { weakest = min(weakest ?? level, level) }
    }
    if isDown {
      contacts.append(Contact(down: Instant(time), up: nil))
    } else if let last = contacts.indices.last, contacts[last].up == nil {
      contacts[last].up = max(Instant(time), contacts[last].down)
    }
    return true
  }

  var isDown: Bool { contacts.last.map { $0.up == nil } ?? false }

  /// The number of presses. Contacts soon after a press belong to it.
  var count: Int { groups.count }

  private var groups: [[Contact]] {
    var groups: [[Contact]] = []
    for contact in contacts {
      if let up = groups.last?.last?.up, contact.down - up <= Self.pressGap {
        groups[groups.count - 1].append(contact)
      } else {
        groups.append([contact])
      }
    }
    return groups
  }

  /// Whether every contact comes together with a contact of one of these inputs, for example because a trigger also
  /// reports itself as a button.
  func comesOnly(with others: [LearnedPresses]) -> Bool { isNear(others, within: Self.together) }

  /// Whether every contact is a touch beside a press of one of these inputs.
  func isBrush(beside others: [LearnedPresses]) -> Bool {
    sendsPulses && isNear(others.filter { !$0.sendsPulses }, within: Self.pressGap)
  }

  private func isNear(_ others: [LearnedPresses], within gap: Microseconds) -> Bool {
    contacts.allSatisfy { mine in
      others.contains { other in
        other.contacts.contains { theirs in
          mine.down <= (theirs.up ?? mine.down) + gap && theirs.down <= (mine.up ?? theirs.down) + gap
        }
      }
    }
  }

  /// Whether every press is a pulse, however long the person presses. Camera remotes, sound switches and proximity
  /// switches send such pulses.
  var sendsPulses: Bool { !contacts.isEmpty && contacts.allSatisfy { $0.up != nil && $0.length < Self.pulse } }

  /// The levels that fit the pushes of an axis, or `nil` if nothing was measured.
  var levels: PushLevels? {
    guard let weakest, source?.isAxis == true else { return nil }
    return PushLevels(weakest: weakest, rest: rest)
  }

  /// The input as it is written in a profile, with the level that fits.
  var input: String {
    guard let source else { return "" }
    guard let levels else { return source.input }
    return "\(source.side) \(source.isNegative ? "-" : "")\(levels.press)%"
  }

  /// The value of the profile's field `release`, or `nil` if the default fits.
  var release: String? {
    levels?.release.map { "\(source?.isNegative == true ? "-" : "")\($0)%" }
  }

  /// The time for which other presses are ignored after a press, with the filter settings in `steadying`.
  var quiet: Microseconds { steadying.ignoreRepeat ?? steadying.preset.parameters.ignoreRepeat }

  /// The longest pause between two presses.
  var longestPause: Microseconds {
    zip(groups, groups.dropFirst()).map { $1[0].down - ($0.last?.up ?? $1[0].down) }.max() ?? .zero
  }

  /// The length of the longest press, from its first contact to the end of its last.
  var longest: Microseconds { groups.map { ($0.last?.up ?? $0[0].down) - $0[0].down }.max() ?? .zero }

  /// Whether the contact of the switch opened for a moment within a press.
  var bounces: Bool { observed.gaps.contains { $0 <= SteadyingPreset.gentle.parameters.debounce } }
  /// Whether the hand pressed again involuntarily after a press.
  var repeats: Bool { observed.gaps.contains { $0 > SteadyingPreset.gentle.parameters.debounce } }

  private var observed: (gaps: [Microseconds], isBrushed: Bool, shortest: Microseconds?) {
    var gaps: [Microseconds] = []
    var isBrushed = false
    var shortest: Microseconds?
    for group in groups {
      let longest = group.map(\.length).max() ?? .zero
      shortest = min(shortest ?? longest, longest)
      if group[0].length < Self.pulse, group[0].length < longest { isBrushed = true }
      for (before, after) in zip(group, group.dropFirst()) { if let up = before.up { gaps.append(after.down - up) } }
    }
    return (gaps, isBrushed, shortest)
  }

  /// The filter settings that fit the observed presses: the weakest preset with which each press counts only once.
  /// `switchway calibrate` measures them more exactly.
  ///
  /// `ignore-repeat` is 1.3 times the longest gap before another contact of the same press, plus 30 ms, as in the
  /// calibration.
  var steadying: (preset: SteadyingPreset, ignoreRepeat: Microseconds?) {
    let (gaps, isBrushed, shortest) = observed
    let steady = SteadyingPreset.steady.parameters
    if isBrushed, let shortest, shortest.value >= steady.holdDuration.value * 5 / 4 { return (.steady, nil) }
    let bounce = SteadyingPreset.gentle.parameters.debounce
    guard let gap = gaps.filter({ $0 > bounce }).max() else { return (.gentle, nil) }
    let wanted = Microseconds(gap.value * 13 / 10 + 30_000)
    for preset in [SteadyingPreset.gentle, .tremor, .spasm] where wanted <= preset.parameters.ignoreRepeat {
      return (preset, nil)
    }
    return (.spasm, Microseconds((wanted.value + 9_999) / 10_000 * 10_000))
  }
}

extension LearnedPresses.Device {
  /// Whether `device`, which sysfs describes, is this device.
  func `is`(_ device: DeviceDescription) -> Bool {
    PrintableName.of(device.name) == name && device.id == id && device.kind.rawValue == kind
      && PrintableName.of(device.phys) == phys && PrintableName.of(device.uniq) == uniq
      && (path.isEmpty || device.place.map { PrintableName.of($0) == path } ?? true)
  }

  /// The description of the device from the daemon's data. It has no bus, and its only link is the one that names its
  /// socket.
  var description: DeviceDescription {
    let numbers = id.split(separator: ":").map { UInt16($0, radix: 16) ?? 0 }
    return DeviceDescription(
      name: name, vendor: numbers.first ?? 0, product: numbers.count > 1 ? numbers[1] : 0, phys: phys, uniq: uniq,
      kind: DeviceKind(rawValue: kind) ?? .other, links: path.isEmpty ? [] : [path])
  }
}

/// An edge (the beginning or end of a press) of an input that may be a switch. `time` is the time of the device's
/// event, in microseconds.
struct LearnedEdge: Equatable {
  let source: LearnedPresses.Source
  let isDown: Bool
  let time: Int64
  /// The level of an axis, in percent. At a press it is the rest position, and at a release it is how far the press
  /// went. `nil` for other inputs.
  var level: Int?
}

extension LearnedEdge {
  /// Reads the edge in a `learn` line. Returns `nil` if the line has none.
  init?(_ line: JSONValue) {
    let line = Wire.Learn(line)
    guard let source = LearnedPresses.Source(line), let isDown = line.isDown, let time = line.time else { return nil }
    self.init(source: source, isDown: isDown, time: time, level: line.level.map { Int($0) })
  }
}
