import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayTime

/// The answers that a person's profile already contains. `switchway setup` proposes them when it runs again.
struct FormerSetup {
  /// The answer that leaves a switch, or its filter (steadying), as it is in the file.
  static let keep = "keep"

  let text: String
  let profile: Profile
  let kind: SetupKind

  /// Throws if the questions of setup do not fit this profile, or if its file cannot be changed (`SectionInsertion`).
  init(_ profile: Profile, text: String) throws(SetupRefusal) {
    self.text = text
    self.profile = profile
    let names = profile.switches.map(\.name)
    if names.isEmpty {
      guard profile.keyboard != nil else { throw SetupRefusal(message: "it has no switch and no keyboard") }
      kind = .keyboard
    } else {
      guard names.count <= Setup.most else {
        throw SetupRefusal(message: "it has \(names.count) switches, and setup can change at most \(Setup.most)")
      }
      kind = names.allSatisfy(["puff", "sip"].contains) ? .straw : .switches
    }
    guard isEditable else { throw SetupRefusal(message: Phrase(key: SectionInsertion.otherForm)) }
  }

  /// Whether every change that setup could make can be made in this text.
  private var isEditable: Bool {
    func isSection(_ name: String) -> Bool { SectionInsertion.add("x", "{}", to: name, of: text) != nil }
    if kind == .keyboard { return isSection("keyboard") }
    return ["devices", "switches", "scan", "policy"].allSatisfy(isSection)
      && profile.switches.allSatisfy { one in
        ["input", "steady", "tap"].allSatisfy {
          SectionInsertion.setField($0, "x", of: one.name, in: "switches", of: text) != nil
        }
      }
  }

  var count: Int { profile.switches.count }

  var commands: [String] { (0..<count).map { command(of: $0) } }

  /// Returns the command of a switch's tap, or `nothing` if no gesture of the switch has a command. Returns `keep` if
  /// setup has no answer that describes the switch.
  func command(of number: Int) -> String {
    let gestures = profile.switches[number].gestures
    let isBound = Gesture.ofSwitch.contains { gestures[$0] != nil }
    return isBound ? gestures.command(of: .tap)?.text ?? FormerSetup.keep : SetupChoices.nothing
  }

  var sticky: String? { profile.keyboard.map { $0.isSticky ? "yes" : "no" } }

  /// Whether the file, or a file that it extends, gives this permission or refuses it.
  func says(_ right: SetupRight) -> Bool {
    right.isGiven(by: profile.policy) || SectionInsertion.has(right.rawValue, in: "policy", of: text)
  }

  /// The scanning clock's time per item, or `nil` if no clock moves the highlight.
  var interval: Microseconds? {
    kind == .keyboard || profile.scan.style == .frontEnd ? nil : profile.scan.interval
  }

  /// Whether the file contains the same answers as `setup`.
  func answers(as setup: Setup) -> Bool {
    guard kind == setup.kind else { return false }
    if kind == .keyboard {
      return sticky == setup.sticky && setup.layout.map { $0 == profile.keyboard?.layout } ?? true
    }
    let isSame = (0..<count).allSatisfy {
      let command = setup.command(of: $0)
      return count == 1 || command == FormerSetup.keep || self.command(of: $0) == command
    }
    return count == setup.count && isSame && profile.scan.style == setup.style
      && (setup.style == .frontEnd || setup.interval == interval)
      && SetupRight.allCases.allSatisfy { !setup.gives($0) || $0.isGiven(by: profile.policy) }
  }

  /// Returns the number of the switch that this input presses, or `nil` if there is none.
  func holder(of source: LearnedPresses.Source) -> Int? {
    profile.holder(of: source, on: source.device.description)?.index
  }

  /// Whether a switch may be a key that also types on a terminal.
  var mayType: Bool {
    profile.switches.contains { one in
      one.inputs.contains {
        switch $0.selector {
        case .key(let code): LearnTarget.mayType(code)
        case .anyKey, .button: true
        case .axis, .movement: false
        }
      }
    }
  }

  /// The filter (steadying) of the switches, or of the keyboard, in a few words.
  var steadying: Phrase {
    let all =
      kind == .keyboard
      ? [profile.keyboard?.steadying ?? SteadyingPreset.off.parameters] : profile.switches.map(\.steadying)
    let presets = Set(all.map { SteadyingWords.preset($0) })
    guard presets.count == 1 else { return "different for each switch" }
    guard let preset = presets.first.flatMap({ $0 }) else { return "measured" }
    return preset == SteadyingPreset.off.rawValue ? "no filter" : Phrase(verbatim: preset)
  }
}

extension Profile {
  /// Returns the switch that this input of a device presses, and the input as it is in the profile. Returns `nil` if
  /// there is none.
  func holder(
    of source: LearnedPresses.Source, on device: DeviceDescription
  ) -> (index: Int, input: SwitchInput)? {
    let entry = entry(for: device)
    return switches.enumerated().lazy.compactMap { index, one in
      one.inputs.first { $0.device == entry && $0.selector.isPressed(by: source) }.map { (index, $0) }
    }.first
  }
}

extension InputSelector {
  /// Whether this input of a profile is the same as `source`, which a `learn` line names. Levels of axes may differ.
  func isPressed(by source: LearnedPresses.Source) -> Bool {
    let code = EventNames.key(source.input)
    func side(_ text: String) -> [Substring] { Array(text.split(separator: " ").prefix(2)) }
    switch self {
    case .key(let other): return other == code
    case .button(let number): return number == source.button
    case .anyKey: return code != nil
    case .movement: return side(InputText.text(of: self)) == side(source.input)
    case .axis(let axis):
      let beyond = AxisCondition(code: axis.code, region: .beyond(axis.region.press), release: axis.release)
      return side(InputText.text(of: .axis(beyond))) == side(source.input)
    }
  }
}
