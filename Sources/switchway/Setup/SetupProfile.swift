import SwitchwayClock
import SwitchwayCore

/// Makes a key-remap file of the answers.
///
/// Every entry has a line of its own, so that `learn`, `edit` and `calibrate` can change it later.
struct SetupProfile {
  /// From a soft breath on, as in the shipped profile of straws.
  private static let breath = "30%"
  /// Pressure lines and sticks have spikes: as CONFIG's default for axes.
  private static let axisHold = "80ms"

  private let setup: Setup

  init(_ setup: Setup) { self.setup = setup }

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
    if setup.word(.sticky) != "yes" { text = "label: Keyboard\n" }
    text += "extends: full-keyboard-access\n\nkeyboard:\n"
    text += "  sticky: \(setup.word(.sticky) ?? "no")\n"
    return text + "  steady: \(setup.preset?.rawValue ?? "off")\n"
  }

  // MARK: Switches

  /// The device entries, each with its switches' numbers.
  private var devices: [(name: String, device: LearnedPresses.Device, switches: [Int])] {
    var devices: [(name: String, device: LearnedPresses.Device, switches: [Int])] = []
    for (number, one) in setup.switches.enumerated() {
      if let index = devices.firstIndex(where: { $0.device == one.source.device }) {
        devices[index].switches.append(number)
      } else {
        let stem = setup.kind == .straw ? "straw" : LearnedEntry.stem(one.source.device.kind)
        let name = LearnedEntry.unused(stem, among: Set(devices.map(\.name)))
        devices.append((name, one.source.device, [number]))
      }
    }
    return devices
  }

  private var switches: String {
    let known = setup.switches
    let devices = devices
    var text = "label: \(label)\n\n# Which devices are read. All others are left alone.\ndevices:\n"
    for entry in devices {
      var members = ["match: {\(LearnedEntry.match(entry.device))}"]
      if entry.switches.contains(where: { LearnTarget.needsGrab(known[$0].source) }) { members.append("grab: yes") }
      // Breath takes a moment to build up, as in the shipped profile of straws.
      if setup.kind == .straw, entry.switches.contains(where: { isAxis($0) }) { members.append("offset: -50ms") }
      text += "  \(entry.name): {\(members.joined(separator: ", "))}\n"
    }
    text += "\nswitches:\n"
    for (number, one) in known.enumerated() {
      let device = devices.first { $0.switches.contains(number) }?.name ?? ""
      var members = ["input: " + LearnedEntry.scalar("\(device)/\(input(one.source))")]
      if let steady = steady(number) { members.append("steady: \(steady)") }
      members.append("tap: \(setup.command(of: number) ?? "select")")
      text += "  \(setup.name(of: number)): {\(members.joined(separator: ", "))}\n"
    }
    return text + scan + (setup.word(.programs) == "desktop" ? bridge : "")
  }

  private var label: String {
    if setup.kind == .straw { return "Sip and puff" }
    return setup.count == 1 ? "One switch" : ["Two", "Three", "Four"][max(setup.switches.count, 2) - 2] + " switches"
  }

  /// A hat of a pad acts like buttons.
  private func isAxis(_ number: Int) -> Bool {
    let input = setup.switches[number].source.input
    return input.hasPrefix("abs_") && !input.hasPrefix("abs_hat")
  }

  private func input(_ source: LearnedPresses.Source) -> String {
    guard setup.kind == .straw, let level = source.input.lastIndex(where: { $0 == " " }),
      source.input.hasPrefix("abs_")
    else { return source.input }
    let isNegative = source.input.contains("<")
    return source.input[...level] + (isNegative ? "-" : "") + SetupProfile.breath
  }

  /// The value of `steady`; nil: the default fits.
  private func steady(_ number: Int) -> String? {
    guard let preset = setup.preset else {
      return LearnedEntry.steady(setup.switches[number].presses, of: setup.switches[number].source)
    }
    guard isAxis(number), preset.parameters.holdDuration == .zero else { return preset.rawValue }
    return "{preset: \(preset.rawValue), hold-duration: \(SetupProfile.axisHold)}"
  }

  // MARK: Scanning

  private var scan: String {
    guard let style = setup.style, style != .frontEnd, let interval = setup.interval else { return "" }
    let words = SetupChoices.text(of: style)
    var text = "\n# \(words.prefix(1).uppercased() + words.dropFirst()).\nscan:\n  style: \(style.rawValue)\n"
    text += "  interval: \(DurationText.written(interval))\n"
    if let reaction = setup.pace?.reaction, reaction > .zero {
      text += "  reaction: \(DurationText.written(reaction))\n"
    }
    return text
  }

  private let bridge = """

    # Moving on types Tab, choosing types Enter, while no front end is there.
    policy:
      bridge: desktop

    """
}
