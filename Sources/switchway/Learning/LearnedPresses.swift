import SwitchwayCore
import SwitchwayJSON

/// What a person pressed while this program learned: the first input that went down, and its contacts.
struct LearnedPresses {
  /// Contacts further apart than this are separate presses. Source: the project's calibration, "after-contacts".
  private static let pressGap = Microseconds.milliseconds(600)
  /// A shorter contact before the press is accidental. Chosen: under half of any press of the calibration's people.
  private static let brush = Microseconds.milliseconds(60)

  struct Device: Equatable {
    let name: String
    let id: String
    let kind: String
    let phys: String
    let uniq: String
    /// Whether `name` was changed to be printable: `?` replaces characters, and the end may be missing.
    let isNameChanged: Bool

    init?(_ value: JSONValue?) {
      guard let name = value?["name"]?.stringValue, let id = value?["id"]?.stringValue,
        let kind = value?["kind"]?.stringValue
      else { return nil }
      (self.name, self.id, self.kind) = (name, id, kind)
      phys = value?["phys"]?.stringValue ?? ""
      uniq = value?["uniq"]?.stringValue ?? ""
      isNameChanged = value?["name-changed"]?.boolValue ?? false
    }
  }

  private struct Contact {
    let down: Instant
    var up: Instant?
    var length: Microseconds { (up ?? down) - down }
  }

  /// nil until something was pressed. `input`: as a key-remap file writes it; `button`: the N of `button-N` for a key
  /// or a button.
  typealias Source = (device: Device, input: String, button: Int?)
  private(set) var source: Source?
  private var contacts: [Contact] = []

  /// The input that a `learn` line is about.
  static func source(of line: JSONValue) -> Source? {
    guard let device = Device(line["device"]), let input = line["input"]?.stringValue else { return nil }
    return (device, input, line["button"]?.integerValue.map(Int.init))
  }

  /// Handles a `learn` line. Returns false if the line belongs to another input.
  mutating func take(_ line: JSONValue) -> Bool {
    guard let pressed = LearnedPresses.source(of: line), let isDown = line["down"]?.boolValue,
      let time = line["time"]?.integerValue
    else { return false }
    if let source {
      guard source.device == pressed.device, source.input == pressed.input else { return false }
    } else {
      guard isDown else { return false }
      source = pressed
    }
    if isDown {
      contacts.append(Contact(down: Instant(time), up: nil))
    } else if let last = contacts.indices.last, contacts[last].up == nil {
      contacts[last].up = max(Instant(time), contacts[last].down)
    }
    return true
  }

  /// Whether the input is held now.
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

  /// A steadying that fits the observed presses: the weakest preset that keeps each press a single one. `calibrate` is
  /// more exact.
  ///
  /// `ignore-repeat` is 1.3 times the longest gap before another contact of the same press, plus 30 ms, as in the
  /// calibration.
  var steadying: (preset: SteadyingPreset, ignoreRepeat: Microseconds?) {
    var gaps: [Microseconds] = []
    var isBrushed = false
    var shortest: Microseconds?
    for group in groups {
      let longest = group.map(\.length).max() ?? .zero
      shortest = min(shortest ?? longest, longest)
      if group[0].length < Self.brush, group[0].length < longest { isBrushed = true }
      for (before, after) in zip(group, group.dropFirst()) { if let up = before.up { gaps.append(after.down - up) } }
    }
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
  /// Whether sysfs describes the same device.
  func `is`(_ device: DeviceDescription) -> Bool {
    PrintableName.of(device.name) == name && device.id == id && device.kind.rawValue == kind
      && PrintableName.of(device.phys) == phys && PrintableName.of(device.uniq) == uniq
  }

  /// The description from the daemon's data, without bus and links.
  var description: DeviceDescription {
    let numbers = id.split(separator: ":").map { UInt16($0, radix: 16) ?? 0 }
    return DeviceDescription(
      name: name, vendor: numbers.first ?? 0, product: numbers.count > 1 ? numbers[1] : 0, phys: phys, uniq: uniq,
      kind: DeviceKind(rawValue: kind) ?? .other)
  }
}
