import SwitchwayClock
import SwitchwayCore

/// Changes a person's key-remap file to what was answered. What setup does not ask about stays as it is.
struct SetupChange {
  private let setup: Setup
  private let former: FormerSetup
  private let fresh: SetupProfile
  /// nil after a change that could not be made.
  private var changed: String?
  /// The pressed devices and the names of their entries.
  private var devices: [(device: LearnedPresses.Device, name: String)] = []

  private init(_ setup: Setup, _ former: FormerSetup) {
    (self.setup, self.former) = (setup, former)
    fresh = SetupProfile(setup)
    changed = former.text
  }

  /// The text of the file after these answers: the person's file with the changes, or a new one. nil: the person's
  /// file is written in a way that cannot be changed so.
  static func text(after setup: Setup) -> String? {
    guard setup.isChange, let former = setup.former else { return SetupProfile(setup).text }
    var change = SetupChange(setup, former)
    if former.kind == .keyboard { change.changeKeyboard() } else { change.changeSwitches() }
    return change.changed
  }

  private mutating func edit(_ change: (String) -> String?) { changed = changed.flatMap(change) }

  private mutating func changeKeyboard() {
    if let sticky = setup.sticky, sticky != former.sticky {
      edit { SectionInsertion.set("sticky", sticky, in: "keyboard", of: $0) }
    }
    if let preset = setup.preset { edit { SectionInsertion.set("steady", preset.rawValue, in: "keyboard", of: $0) } }
    if let layout = setup.layout {
      edit { SectionInsertion.set("layout", LearnedEntry.scalar(layout), in: "keyboard", of: $0) }
    }
  }

  private mutating func changeSwitches() {
    let switches = setup.switches
    addDevices(of: switches)
    for (number, one) in switches.enumerated() {
      if let presses = one.presses, let source = one.source {
        put(number, one.former, presses, source)
      } else if let index = one.former {
        change(number, former.profile.switches[index])
      }
    }
    for (index, one) in former.profile.switches.enumerated() where !switches.contains(where: { $0.former == index }) {
      remove(one.name, from: "switches")
    }
    removeDevices(unusedBy: switches)
    let labels = [former.count, switches.count].map { SetupProfile.label(former.kind, $0) }
    if former.profile.label == labels[0], labels[0] != labels[1] {
      edit { SectionInsertion.set("label", labels[1], in: nil, of: $0) }
    }
    changeScan()
    if setup.typing == SetupChoices.yes { edit { SectionInsertion.set("typing", "yes", in: "policy", of: $0) } }
  }

  // MARK: Switches

  private mutating func change(_ number: Int, _ one: SwitchDefinition) {
    if let preset = setup.preset {
      let isAxis = one.inputs.contains { $0.isAxis }
      set("steady", SetupProfile.steady(preset, isAxis: isAxis), of: one.name)
    }
    if let tap = newTap(number) { set("tap", LearnedEntry.scalar(tap), of: one.name) }
  }

  /// The command of a switch of the file, if it is to have another one.
  private func newTap(_ number: Int) -> String? {
    guard setup.count == 1 else {
      let command = setup.command(of: number)
      let now = setup.switches[number].former.map { former.command(of: $0) }
      return command == now || command == FormerSetup.keep ? nil : command
    }
    // The only switch moves on or chooses, as the style wants it.
    let hasOther = former.count > 1 || (setup.style?.waitChooses ?? false) != former.profile.scan.style.waitChooses
    return hasOther ? setup.command(of: number) : nil
  }

  /// Adds an entry for each pressed device that the file does not match, and grabs what would type.
  private mutating func addDevices(of switches: [SetupSwitch]) {
    let pressed = switches.compactMap(\.source)
    var names = Set(former.profile.devices.map(\.name))
    for source in pressed where !devices.contains(where: { $0.device == source.device }) {
      let sources = pressed.filter { $0.device == source.device }
      if let entry = former.profile.entry(for: source.device.description) {
        let name = former.profile.devices[entry].name
        devices.append((source.device, name))
        if setup.kind == .straw {
          let offset = SetupProfile.offset(setup.lateness)
          edit { SectionInsertion.setField("offset", offset, of: name, in: "devices", of: $0) }
        }
        guard sources.contains(where: LearnTarget.needsGrab) else { continue }
        edit { SectionInsertion.setField("grab", "yes", of: name, in: "devices", of: $0) }
      } else {
        let name = LearnedEntry.unused(fresh.deviceStem(source), among: names)
        names.insert(name)
        devices.append((source.device, name))
        let entry = fresh.device(of: sources)
        edit { SectionInsertion.add(name, entry, to: "devices", of: $0) }
      }
    }
  }

  private mutating func put(
    _ number: Int, _ index: Int?, _ presses: LearnedPresses, _ source: LearnedPresses.Source
  ) {
    let name = setup.name(of: number)
    let device = devices.first { $0.device == source.device }?.name ?? ""
    let input = LearnedEntry.scalar("\(device)/\(fresh.input(source))")
    let steady = fresh.steady(presses, source)
    if index != nil {
      set("input", input, of: name)
      if let steady { set("steady", steady, of: name) }
      if let tap = newTap(number) { set("tap", LearnedEntry.scalar(tap), of: name) }
    } else {
      let entry = LearnedEntry.entry(input: input, steady: steady, tap: setup.command(of: number))
      edit { SectionInsertion.add(name, entry, to: "switches", of: $0) }
    }
  }

  private mutating func set(_ field: String, _ value: String, of name: String) {
    edit { SectionInsertion.setField(field, value, of: name, in: "switches", of: $0) }
  }

  private mutating func remove(_ name: String, from section: String) {
    edit { SectionInsertion.has(name, in: section, of: $0) ? SectionInsertion.remove(name, from: section, of: $0) : $0 }
  }

  /// Devices whose last switch has gone.
  private mutating func removeDevices(unusedBy switches: [SetupSwitch]) {
    guard former.profile.keyboard == nil else { return }
    let before = Set(former.profile.switches.flatMap(\.inputs).map(\.device))
    let after = Set(
      switches.flatMap { one in
        if let source = one.source { return [former.profile.entry(for: source.device.description)].compactMap { $0 } }
        return one.former.map { former.profile.switches[$0].inputs.map(\.device) } ?? []
      })
    for device in before.subtracting(after).sorted() { remove(former.profile.devices[device].name, from: "devices") }
  }

  // MARK: Scanning

  private mutating func changeScan() {
    let scan = former.profile.scan
    guard let style = setup.style else { return }
    if style != scan.style {
      let comment = style.hasClock ? SetupProfile.comment(of: style) : ""
      edit { $0.replacing(SetupProfile.comment(of: scan.style) + "scan:", with: comment + "scan:") }
    }
    guard style.hasClock else {
      if style != scan.style { edit { SectionInsertion.remove(section: "scan", of: $0) } }
      return
    }
    guard changed?.split(separator: "\n").contains(where: { $0.hasPrefix("scan:") }) == true else {
      let section = fresh.scan
      return edit { $0 + section }
    }
    if style != scan.style { edit { SectionInsertion.set("style", style.rawValue, in: "scan", of: $0) } }
    if let interval = setup.interval, interval != scan.interval {
      edit { SectionInsertion.set("interval", DurationText.written(interval), in: "scan", of: $0) }
    }
    let reaction = setup.reaction
    if reaction != scan.reaction {
      edit { SectionInsertion.set("reaction", DurationText.written(reaction), in: "scan", of: $0) }
    }
  }
}
