import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore

/// The answers that a person's key-remap file has already. `switchway setup` proposes them when it runs again.
struct FormerSetup {
  /// The answer that keeps a switch, or its steadying, as the file has it.
  static let keep = "keep"

  /// The text of the file.
  let text: String
  let profile: Profile
  let kind: SetupKind

  /// Throws if the questions of setup do not fit this profile, or if its file is not written an entry a line.
  init(_ profile: Profile, text: String) throws(SetupRefusal) {
    self.text = text
    self.profile = profile
    let names = profile.switches.map(\.name)
    if names.isEmpty {
      guard profile.keyboard != nil else { throw SetupRefusal(message: "it has no switch and no keyboard") }
      kind = .keyboard
    } else {
      guard names.count <= Setup.most else {
        throw SetupRefusal(message: "it has \(names.count) switches, and setup asks about \(Setup.most) at most")
      }
      kind = names.allSatisfy(["puff", "sip"].contains) ? .straw : .switches
    }
    guard isEditable else { throw SetupRefusal(message: "its sections are not written with an entry on each line") }
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

  /// What the file answers to a question; nil: nothing.
  func word(_ question: SetupQuestion) -> String? {
    switch question {
    case .change: nil
    case .kind: kind.rawValue
    case .count: kind == .keyboard ? nil : "\(count)"
    case .press(let number): number < count ? FormerSetup.keep : nil
    case .action(let number):
      number < count ? action(of: profile.switches[number].gestures) : nil
    case .sticky: profile.keyboard.map { $0.isSticky ? "yes" : "no" }
    case .steadying: FormerSetup.keep
    case .style: profile.scan.style.rawValue
    case .interval: profile.scan.style == .frontEnd ? nil : DurationText.written(profile.scan.interval)
    case .programs: profile.policy.bridge ?? "front-end"
    }
  }

  private func action(of gestures: GestureBindings) -> String {
    let isBound = Gesture.ofSwitch.contains { gestures[$0] != nil }
    return isBound ? gestures.command(of: .tap)?.text ?? FormerSetup.keep : SetupChoices.nothing
  }

  /// Whether the file answers what was answered.
  func answers(as setup: Setup) -> Bool {
    let questions: [SetupQuestion] =
      kind == .keyboard ? [.kind, .sticky] : [.kind, .count, .style, .programs] + (0..<count).map { .action($0) }
    let isSame = questions.allSatisfy { question in
      if case .action(let number) = question {
        guard let command = setup.command(of: number), command != FormerSetup.keep else { return true }
        return setup.count == 1 || word(question) == command
      }
      return word(question) == setup.word(question)
    }
    return isSame && (setup.style == .frontEnd || kind == .keyboard || setup.interval == profile.scan.interval)
  }

  /// The switch that is pressed by this input; nil: none.
  func holder(of source: LearnedPresses.Source) -> Int? {
    guard let entry = profile.entry(for: source.device.description) else { return nil }
    return profile.switches.firstIndex { one in
      one.inputs.contains { $0.device == entry && $0.selector.isPressed(by: source) }
    }
  }

  /// Whether a switch may be a key that also types on a terminal.
  var mayType: Bool {
    profile.switches.contains { one in
      one.inputs.contains {
        switch $0.selector {
        case .key(let code): LearnTarget.mayType(code)
        case .anyKey, .button: true
        case .axis: false
        }
      }
    }
  }

  /// An input of a switch in words.
  func input(of number: Int) -> String {
    profile.switches[number].inputs.map {
      "\(profile.devices[$0.device].name)/\(InputText.text(of: $0.selector))"
    }.joined(separator: ", ")
  }

  /// The steadying in a word or two.
  var steadying: String {
    let all =
      kind == .keyboard
      ? [profile.keyboard?.steadying ?? SteadyingPreset.off.parameters] : profile.switches.map(\.steadying)
    let presets = Set(all.map { SteadyingWords.preset($0) })
    guard presets.count == 1 else { return "each its own" }
    let preset = presets.first.flatMap { $0 } ?? "measured"
    return preset == SteadyingPreset.off.rawValue ? "no steadying" : preset
  }
}

extension InputSelector {
  /// Whether this input of a key-remap file is the one that `learn` names. Levels of axes may differ.
  func isPressed(by source: LearnedPresses.Source) -> Bool {
    let code = EventNames.key(source.input)
    func side(_ text: String) -> [Substring] { Array(text.split(separator: " ").prefix(2)) }
    switch self {
    case .key(let other): return other == code
    case .button(let number): return number == source.button
    case .anyKey: return code != nil
    case .axis(let axis):
      let low =
        switch axis.region {
        case .beyond(let level): level
        case .within(let low, _): low
        }
      let beyond = AxisCondition(code: axis.code, region: .beyond(low), release: axis.release)
      return side(InputText.text(of: .axis(beyond))) == side(source.input)
    }
  }
}
