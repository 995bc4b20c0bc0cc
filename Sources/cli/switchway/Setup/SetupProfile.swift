import SwitchwayClock
import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Makes the text of the profile from the answers: a new file, or the person's own file with changes. Settings that
/// setup does not ask about stay as they are.
///
/// Every entry has a line of its own, so that `learn`, `edit` and `calibrate` can change it later.
struct SetupProfile {
  /// The `hold-duration` for axes, also with a preset that has none: pressure sensors and sticks report short spikes.
  private static let axisHold = "80ms"

  /// The whole file, or `nil` if the person's file is written in a way that setup cannot change.
  private(set) var text: String?
  private let setup: Setup
  /// The person's file, or `nil` if setup makes a new one.
  private let former: FormerSetup?
  private let before: Profile
  /// The pressed devices and the names of their entries.
  private var devices: [(device: LearnedPresses.Device, name: String)] = []
  /// The marks that distinguish equal devices, each with its device.
  private(set) var marks: [(device: LearnedPresses.Device, mark: DeviceMark)] = []

  init(_ setup: Setup) {
    self.setup = setup
    former = setup.isChange ? setup.former : nil
    before = former?.profile ?? .empty
    let hasReturns = former?.text.contains("\r\n") ?? false
    text =
      former?.text.replacing("\r\n", with: "\n") ?? """
        # Made by 'switchway setup': run it again to change it, or change it here. The manual describes all settings:
        # man switchway.yaml
        switchway: 1

        """
    if setup.kind == .keyboard { writeKeyboard() } else { writeSwitches() }
    if hasReturns { edit { $0.replacing("\n", with: "\r\n") } }
  }

  private mutating func edit(_ change: (String) -> String?) { text = text.flatMap(change) }

  private mutating func writeKeyboard() {
    let layout = ("layout", setup.layout.map(LearnedEntry.scalar))
    let sticky = ("sticky", setup.sticky == former?.sticky ? nil : setup.sticky)
    var fields = [sticky, ("steady", setup.preset?.rawValue), layout]
    if former == nil {
      let label = setup.sticky == "yes" ? "Keyboard, one key at a time" : "Keyboard"
      edit { $0 + "label: \(label)\nextends: full-keyboard-access\n\n" }
      fields = [layout, sticky, ("steady", setup.preset?.rawValue ?? "off")]
    }
    for case (let field, let value?) in fields { edit { SectionInsertion.set(field, value, in: "keyboard", of: $0) } }
  }

  private mutating func writeSwitches() {
    guard let former else {
      let label = SetupProfile.label(setup.kind, setup.count)
      edit { $0 + "label: \(label)\n" }
      if let base = setup.base { edit { $0 + SetupProfile.extends(base) } }
      edit { $0 + "\n# Which devices are read. All others are left alone.\n" }
      addDevices()
      removeInheritedBox()
      edit { $0 + "\n" }
      for (number, one) in setup.switches.filter({ $0.source != nil }).enumerated() { put(number, one) }
      let rights = SetupRight.allCases.filter { setup.gives($0) }.map { "  \($0.rawValue): yes\n" }
      let end = scan + SetupProfile.bridge + rights.joined()
      return edit { $0 + end }
    }
    let switches = setup.switches
    changeBase()
    addDevices()
    removeInheritedBox()
    for (number, one) in switches.enumerated() { put(number, one) }
    for (index, one) in before.switches.enumerated() where !switches.contains(where: { $0.former == index }) {
      remove(one.name, from: "switches")
    }
    removeDevices(unusedBy: switches)
    let labels = [former.count, switches.count].map { SetupProfile.label(former.kind, $0) }
    if before.label == labels[0], labels[0] != labels[1] {
      edit { SectionInsertion.set("label", labels[1], in: nil, of: $0) }
    }
    changeScan()
    for right in SetupRight.allCases where setup.gives(right) { give(right) }
  }

  /// Returns the label that setup gives to a profile.
  static func label(_ kind: SetupKind?, _ count: Int) -> String {
    if kind == .straw { return "Sip and puff" }
    let numbers = ["One switch", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]
    return numbers[min(max(count, 1), numbers.count) - 1] + (count == 1 ? "" : " switches")
  }

  // MARK: Devices

  /// Adds an entry for each pressed device that the file does not match, grabs devices that would act on the desktop,
  /// and distinguishes equal devices.
  private mutating func addDevices() {
    let pressed = setup.switches.compactMap(\.source)
    let all = setup.switches.compactMap(\.device)
    for one in setup.switches { if let device = one.heldBy { addKept(device, among: all) } }
    for source in pressed where name(of: source.device) == nil {
      let sources = pressed.filter { $0.device == source.device || $0.device.isNode(of: source.device) }
      let needsGrab = setup.mayGrab && sources.contains(where: LearnTarget.needsGrab)
      let mark = DeviceMark.of(source.device, among: all.filter { $0.isTwin(of: source.device) })
      let offset = setup.lateness == .zero ? "0" : "-\(DurationText.written(setup.lateness))"
      if let mark { marks.append((source.device, mark)) }
      if let name = ownEntry(of: source.device) {
        devices.append((source.device, name))
        if let mark { narrow(name, to: source.device, mark) }
        if setup.kind == .straw { set("offset", offset, of: name, in: "devices") }
        if needsGrab { set("grab", "yes", of: name, in: "devices") }
      } else {
        let stem = setup.kind == .straw ? "straw" : LearnedEntry.stem(source.device.kind)
        let names = before.devices.map(\.name) + devices.map(\.name)
        let name = LearnedEntry.unused(stem, among: LearnedEntry.taken(stem, names, in: text ?? ""))
        devices.append((source.device, name))
        let isLate = setup.kind == .straw && sources.contains(where: \.isAxis) && setup.lateness > .zero
        let members =
          ["match: {\(LearnedEntry.match(source.device, mark))}"] + (needsGrab ? ["grab: yes"] : [])
          + (isLate ? ["offset: \(offset)"] : [])
        edit { SectionInsertion.add(name, "{\(members.joined(separator: ", "))}", to: "devices", of: $0) }
      }
    }
  }

  /// Handles a device whose switch stays as it is in the file. If an equal device is also pressed, changes the entry so
  /// that it no longer matches that one.
  private mutating func addKept(_ device: LearnedPresses.Device, among all: [LearnedPresses.Device]) {
    guard name(of: device) == nil, let name = ownEntry(of: device) else { return }
    devices.append((device, name))
    let entry = before.entry(for: device.description)
    let twins = all.filter { $0.isTwin(of: device) && before.entry(for: $0.description) == entry }
    guard let mark = DeviceMark.of(device, among: twins) else { return }
    marks.append((device, mark))
    narrow(name, to: device, mark)
  }

  /// Returns the name of the entry that matches this device now, or `nil` if there is none yet.
  private func name(of device: LearnedPresses.Device) -> String? {
    devices.first { $0.device == device || $0.device.isNode(of: device) }?.name
  }

  /// Returns the entry of the person's file that matches the device, unless an equal device already uses the entry.
  private func ownEntry(of device: LearnedPresses.Device) -> String? {
    guard let name = before.entry(for: device.description).map({ before.devices[$0].name }) else { return nil }
    return devices.contains { $0.name == name && $0.device.isTwin(of: device) } ? nil : name
  }

  private mutating func narrow(_ name: String, to device: LearnedPresses.Device, _ mark: DeviceMark) {
    set("match", "{\(LearnedEntry.match(device, mark))}", of: name, in: "devices")
  }

  /// Removes the inherited entry `box` of the shipped profile, which would also match other boxes than the pressed one.
  private mutating func removeInheritedBox() {
    guard setup.base != nil, !devices.contains(where: { $0.name == "box" }), !devices.isEmpty else { return }
    edit {
      SectionInsertion.has("box", in: "devices", of: $0)
        ? $0 : SectionInsertion.add("box", "nothing", to: "devices", of: $0)
    }
  }

  /// Removes the entries of devices whose last switch was removed.
  private mutating func removeDevices(unusedBy switches: [SetupSwitch]) {
    guard before.keyboard == nil else { return }
    let old = Set(before.switches.flatMap(\.inputs).map(\.device))
    let new = switches.flatMap { one in
      if let source = one.source { return [before.entry(for: source.device.description)].compactMap { $0 } }
      return one.former.map { before.switches[$0].inputs.map(\.device) } ?? []
    }
    for device in old.subtracting(new).sorted() { remove(before.devices[device].name, from: "devices") }
  }

  // MARK: Switches

  /// Writes a switch. If the switch was not pressed, only the answered settings change.
  private mutating func put(_ number: Int, _ one: SetupSwitch) {
    let name = setup.name(of: number)
    let old = former == nil ? nil : one.former.map { before.switches[$0] }
    var (input, steady): (String?, String?)
    if let presses = one.presses, let source = one.source {
      let device = self.name(of: source.device) ?? ""
      input = LearnedEntry.scalar("\(device)/\(self.input(source, presses))")
      steady = preset(isAxis: source.isAxis) ?? LearnedEntry.steady(presses, of: source)
    } else if let old {
      steady = preset(isAxis: old.inputs.contains { $0.isAxis })
    }
    guard old != nil else {
      let entry = LearnedEntry.entry(
        input: input ?? "", steady: steady, tap: setup.command(of: number),
        more: (release(one).map { [("release", $0)] } ?? []) + gestures(one))
      return edit { SectionInsertion.add(name, entry, to: "switches", of: $0) }
    }
    for case (let field, let value?) in [
      ("input", input), ("steady", steady), ("release", release(one)), ("tap", newTap(number).map(LearnedEntry.scalar)),
    ] { set(field, value, of: name, in: "switches") }
    // The gestures that the file inherits fit only the usual filter (steadying).
    if steady != nil, setup.base != nil, text?.contains("\nextends: one-switch-") == true {
      for (field, value) in gestures(one) { set(field, value, of: name, in: "switches") }
    }
  }

  /// Returns the gestures of the only switch besides its tap, if those in the shipped profile do not fit the person.
  private func gestures(_ one: SetupSwitch) -> [(String, String)] {
    guard setup.count == 1, setup.kind == .switches, setup.style?.movesAlone == true else { return [] }
    let quiet = setup.preset?.parameters.ignoreRepeat ?? one.presses?.quiet ?? .zero
    let usual = SteadyingPreset.gentle.parameters.ignoreRepeat
    // A person with long presses would reach the usual hold by accident.
    let hold =
      setup.base == nil
      ? nil
      : one.hold.map { after in
        after > SetupSwitch.longestHold ? "nothing" : "{after: \(DurationText.written(after)), do: activate}"
      }
    let holds = hold.map { [("hold", $0)] } ?? []
    guard setup.base == nil || quiet > usual else { return holds }
    // The second press must come after the time in which presses are ignored.
    let within = DurationText.written(SetupProfile.within + max(quiet - usual, .zero))
    return holds + [
      ("double", "{within: \(within), do: scan(reverse)}"), ("triple", "{within: \(within), do: next(by=section)}"),
    ]
  }

  /// The time within which another press makes a double press, as in the profile `one-switch-desktop`.
  private static let within = Microseconds.milliseconds(350)

  /// Returns the value of `release`, or `nil` if the default fits. It fits for a straw, because setup asks for its
  /// level.
  private func release(_ one: SetupSwitch) -> String? { setup.kind == .straw ? nil : one.presses?.release }

  private func input(_ source: LearnedPresses.Source, _ presses: LearnedPresses) -> String {
    guard setup.kind == .straw, source.isAxis else { return presses.input }
    return "\(source.side) \(source.isNegative ? "-" : "")\(setup.level)%"
  }

  /// Returns the value of `steady` for the chosen preset, or `nil` if none was chosen.
  private func preset(isAxis: Bool) -> String? {
    guard let preset = setup.preset, isAxis, preset.parameters.holdDuration == .zero else {
      return setup.preset?.rawValue
    }
    return "{preset: \(preset.rawValue), hold-duration: \(SetupProfile.axisHold)}"
  }

  /// Returns the new command of a switch in the file, or `nil` if the command stays.
  private func newTap(_ number: Int) -> String? {
    let command = setup.command(of: number)
    guard setup.count == 1 else {
      let now = setup.switches[number].former.flatMap { former?.command(of: $0) }
      return command == now || command == FormerSetup.keep ? nil : command
    }
    // The only switch moves on or chooses, depending on the style.
    let hasOther =
      before.switches.count > 1 || (setup.style?.waitChooses ?? false) != before.scan.style.waitChooses
    return hasOther ? command : nil
  }

  private mutating func set(_ field: String, _ value: String, of name: String, in section: String) {
    edit { SectionInsertion.setField(field, value, of: name, in: section, of: $0) }
  }

  private mutating func remove(_ name: String, from section: String) {
    edit { SectionInsertion.has(name, in: section, of: $0) ? SectionInsertion.remove(name, from: section, of: $0) : $0 }
  }

  // MARK: Scanning

  /// Returns the line `extends` of a file that setup makes for one switch.
  private static func extends(_ base: String) -> String { "extends: \(base)\n" }

  /// The shipped profiles that setup extends.
  private static let bases = ["one-switch-desktop", "one-switch-scan", "one-switch-step"]

  /// Changes or removes the line `extends` of a file for one switch if the answers do not fit the shipped profile.
  private mutating func changeBase() {
    let lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    guard let old = SetupProfile.bases.first(where: { lines.contains("extends: \($0)") }) else { return }
    let isFitting = setup.count == 1 && setup.style == before.scan.style && !setup.hasPulses
    guard !isFitting else { return }
    let new = setup.base.map(SetupProfile.extends) ?? ""
    edit { $0.replacing(SetupProfile.extends(old), with: new) }
    guard setup.base == nil else { return }
    if lines.contains("  box: nothing") { edit { $0.replacing("  box: nothing\n", with: "") } }
    edit { SectionInsertion.set("bridge", "desktop", in: "policy", of: $0) }
    for right in SetupRight.allCases where right.isGiven(by: before.policy) { give(right) }
  }

  private mutating func give(_ right: SetupRight) {
    edit { SectionInsertion.set(right.rawValue, "yes", in: "policy", of: $0) }
  }

  private mutating func changeScan() {
    guard let style = setup.style else { return }
    let isOther = style != before.scan.style
    if isOther {
      let old = SetupProfile.comment(of: before.scan.style) + "scan:"
      let new = (style.hasClock ? SetupProfile.comment(of: style) : "") + "scan:"
      edit { $0.replacing(old, with: new) }
    }
    guard style.hasClock else {
      if isOther { edit { SectionInsertion.remove(section: "scan", of: $0) } }
      return
    }
    guard text.map({ SectionInsertion.has("scan", in: nil, of: $0) }) == true else {
      let section = scan
      return edit { $0 + section }
    }
    let (interval, reaction) = (setup.interval ?? before.scan.interval, setup.reaction)
    for case (let field, let value?) in [
      ("style", isOther ? style.rawValue : nil),
      ("interval", interval == before.scan.interval ? nil : DurationText.written(interval)),
      ("reaction", reaction == before.scan.reaction ? nil : DurationText.written(reaction)),
    ] { edit { SectionInsertion.set(field, value, in: "scan", of: $0) } }
  }

  /// The text of the section `scan`. Empty if the section is not needed.
  private var scan: String {
    guard let style = setup.style, style.hasClock, let interval = setup.interval else { return "" }
    var text = "\n\(SetupProfile.comment(of: style))scan:\n  style: \(style.rawValue)\n"
    text += "  interval: \(DurationText.written(interval))\n"
    if setup.reaction > .zero { text += "  reaction: \(DurationText.written(setup.reaction))\n" }
    // The number of steps is as in `one-switch-desktop`: about one round of a window of usual size.
    if setup.count == 1, setup.kind == .switches, style.movesAlone, setup.base == nil { text += "  steps: 15\n" }
    return text
  }

  /// Returns the comment above the section `scan`.
  private static func comment(of style: ClockStyle) -> String {
    "# \(style.words.prefix(1).uppercased() + style.words.dropFirst()).\n"
  }

  private static let bridge = """

    # While no scanning program is connected, moving on types Tab, and choosing types Enter.
    policy:
      bridge: desktop

    """
}
