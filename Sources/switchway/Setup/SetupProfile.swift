import SwitchwayClock
import SwitchwayCore

/// Makes a new key-remap file of the answers. `SetupChange` changes one that is there.
///
/// Every entry has a line of its own, so that `learn`, `edit` and `calibrate` can change it later.
struct SetupProfile {
  /// Pressure lines and sticks have spikes: as CONFIG's default for axes.
  private static let axisHold = "80ms"

  private let setup: Setup
  /// The switches. In a new file all of them were pressed.
  private let known: [(presses: LearnedPresses, source: LearnedPresses.Source)]

  init(_ setup: Setup) {
    self.setup = setup
    known = setup.switches.compactMap { one in
      one.presses.flatMap { presses in presses.source.map { (presses, $0) } }
    }
  }

  /// The whole file.
  var text: String {
    let head = """
      # Made by 'switchway setup': run it again to change it, or change it here. All that can stand here is in the
      # manual: man switchway.yaml
      switchway: 1

      """
    return head + (setup.kind == .keyboard ? keyboard : switches)
  }

  private var keyboard: String {
    var text = "label: Keyboard, one key at a time\n"
    if setup.sticky != "yes" { text = "label: Keyboard\n" }
    text += "extends: full-keyboard-access\n\nkeyboard:\n"
    if let layout = setup.layout { text += "  layout: \(LearnedEntry.scalar(layout))\n" }
    text += "  sticky: \(setup.sticky ?? "no")\n"
    return text + "  steady: \(setup.preset?.rawValue ?? "off")\n"
  }

  // MARK: Switches

  private var switches: String {
    let label = SetupProfile.label(setup.kind, setup.count)
    var text = "label: \(label)\n\n# Which devices are read. All others are left alone.\ndevices:\n"
    /// The pressed devices and the names of their entries.
    var devices: [(device: LearnedPresses.Device, name: String)] = []
    for (_, source) in known where !devices.contains(where: { $0.device == source.device }) {
      let name = LearnedEntry.unused(deviceStem(source), among: Set(devices.map(\.name)))
      devices.append((source.device, name))
      text += "  \(name): \(device(of: known.map(\.source).filter { $0.device == source.device }))\n"
    }
    text += "\nswitches:\n"
    for (number, (presses, source)) in known.enumerated() {
      let device = devices.first { $0.device == source.device }?.name ?? ""
      let entry = LearnedEntry.entry(
        input: LearnedEntry.scalar("\(device)/\(input(source))"), steady: steady(presses, source),
        tap: setup.command(of: number))
      text += "  \(setup.name(of: number)): \(entry)\n"
    }
    return text + scan + SetupProfile.bridge + (setup.typing == SetupChoices.yes ? "  typing: yes\n" : "")
  }

  /// The label that setup gives.
  static func label(_ kind: SetupKind?, _ count: Int) -> String {
    if kind == .straw { return "Sip and puff" }
    let numbers = ["One switch", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]
    return numbers[min(max(count, 1), numbers.count) - 1] + (count == 1 ? "" : " switches")
  }

  func deviceStem(_ source: LearnedPresses.Source) -> String {
    setup.kind == .straw ? "straw" : LearnedEntry.stem(source.device.kind)
  }

  /// The entry of the device that has these inputs.
  func device(of sources: [LearnedPresses.Source]) -> String {
    var members = ["match: {\(sources.first.map { LearnedEntry.match($0.device) } ?? "")}"]
    if sources.contains(where: LearnTarget.needsGrab) { members.append("grab: yes") }
    if setup.kind == .straw, sources.contains(where: \.isAxis), setup.lateness > .zero {
      members.append("offset: \(SetupProfile.offset(setup.lateness))")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The value of `offset` for a device that is late.
  static func offset(_ lateness: Microseconds) -> String {
    lateness == .zero ? "0" : "-\(DurationText.written(lateness))"
  }

  func input(_ source: LearnedPresses.Source) -> String {
    guard setup.kind == .straw, source.isAxis else { return source.input }
    return "\(source.side) \(source.isNegative ? "-" : "")\(setup.level)%"
  }

  /// The value of `steady` for a switch that was pressed; nil: the default fits.
  func steady(_ presses: LearnedPresses, _ source: LearnedPresses.Source) -> String? {
    guard let preset = setup.preset else { return LearnedEntry.steady(presses, of: source) }
    return SetupProfile.steady(preset, isAxis: source.isAxis)
  }

  static func steady(_ preset: SteadyingPreset, isAxis: Bool) -> String {
    guard isAxis, preset.parameters.holdDuration == .zero else { return preset.rawValue }
    return "{preset: \(preset.rawValue), hold-duration: \(axisHold)}"
  }

  // MARK: Scanning

  /// The section `scan`; empty: it is not needed.
  var scan: String {
    guard let style = setup.style, style.hasClock, let interval = setup.interval else { return "" }
    var text = "\n\(SetupProfile.comment(of: style))scan:\n  style: \(style.rawValue)\n"
    text += "  interval: \(DurationText.written(interval))\n"
    if setup.reaction > .zero { text += "  reaction: \(DurationText.written(setup.reaction))\n" }
    return text
  }

  /// The line above the section `scan`.
  static func comment(of style: ClockStyle) -> String {
    "# \(style.words.prefix(1).uppercased() + style.words.dropFirst()).\n"
  }

  private static let bridge = """

    # Moving on types Tab, choosing types Enter, while no front end is there.
    policy:
      bridge: desktop

    """
}
