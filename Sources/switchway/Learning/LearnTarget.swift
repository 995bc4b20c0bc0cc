import SwitchwayConfig
import SwitchwayCore
import SwitchwayJSON
import SwitchwayProtocol

/// The key-remap file that what was learned goes into: the one given, or the profile in force.
struct LearnTarget {
  /// An entry, and the file with it.
  struct Change {
    let entry: LearnedEntry
    let text: String
  }

  private let place: String
  private let profile: ProfileChange
  private var before: Profile { profile.before }
  /// The daemon's profile is this one.
  let isInForce: Bool

  init(file given: String?, dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let config = try dialogue.demand("get", json: false) { $0.put(#","what":"config""#) }.value["result"]
    let first = config?["files"]?[0]?.stringValue
    guard let place = given ?? first else {
      throw CommandFailure(
        .failed, "the daemon does not say where its profile is\nhelp: say with --config FILE which file to change")
    }
    self.place = place
    isInForce = given == nil || given == first
    profile = try ProfileChange(path: place)
  }

  /// What would be written.
  func change(
    presses: LearnedPresses, source: (device: LearnedPresses.Device, input: String), entry: String?,
    name given: String?,
    tap: String?
  ) throws(CommandFailure) -> Change {
    let taken = entry.flatMap { entry in before.devices.first { $0.name == entry }?.name }
    if let taken, let other = user(of: source.input, on: taken), other != given {
      throw CommandFailure(
        .failed,
        "\(taken)/\(source.input) is the switch '\(other)' already\nhelp: 'switchway explain \(other)' shows it")
    }
    let names = Set(before.switches.map(\.name))
    let switchName = given ?? LearnedEntry.unused("switch", among: names)
    var command = tap
    if tap == nil, !names.contains(switchName) { command = try commandThatIsMissing() }
    var refusal: CommandFailure?
    for isGrabbed in [false, true] where !isGrabbed || source.device.kind == DeviceKind.keyboard.rawValue {
      let learned = LearnedEntry(
        presses, of: source, entry: taken, name: switchName, tap: command, isGrabbed: isGrabbed,
        among: Set(before.devices.map(\.name)))
      do throws(CommandFailure) { return try checked(learned) } catch { refusal = refusal ?? error }
      if isGrabbed { break }
    }
    throw refusal ?? CommandFailure(.failed, "the entry cannot be written")
  }

  /// Writes it, and says where.
  func write(_ change: Change) throws(CommandFailure) -> String {
    try profile.write(change.text)
    return "# written to \(Terminal.printable(profile.file.path))" + (isInForce ? ", and in force\n" : "\n")
  }

  /// The switch that this input of a device presses already.
  private func user(of input: String, on device: String) -> String? {
    before.switches.first { one in
      one.inputs.contains { before.devices[$0.device].name == device && InputText.text(of: $0.selector) == input }
    }?.name
  }

  /// What a new switch is for: what nothing else does yet.
  private func commandThatIsMissing() throws(CommandFailure) -> String {
    let bound = Set(before.switches.compactMap { $0.gestures.tap?.name })
    if let missing = ["select", "next"].first(where: { !bound.contains($0) }) { return missing }
    throw CommandFailure(
      .usage, "learn: other switches select and move on already\nhelp: say with --tap COMMAND what this one does")
  }

  /// The file with the entry in it, held to what it is to be: right, and all else as it was.
  private func checked(_ entry: LearnedEntry) throws(CommandFailure) -> Change {
    var changed: String? = profile.text
    if let device = entry.deviceText {
      changed = changed.flatMap { SectionInsertion.add(entry.device, device, to: "devices", of: $0) }
    }
    changed = changed.flatMap { SectionInsertion.add(entry.name, entry.switchText, to: "switches", of: $0) }
    guard let changed else { throw byHand(entry, "its sections are not written a line an entry") }
    let result = try profile.load(changed)
    guard let after = result.profile else { throw byHand(entry, Terminal.printable(result.text, keepsLines: true)) }
    guard after.switches.contains(where: { $0.name == entry.name }), keeps(after, but: entry.name) else {
      throw byHand(entry, "something else would change with it")
    }
    return Change(entry: entry, text: changed)
  }

  /// Whether everything but the new switch is as it was.
  private func keeps(_ after: Profile, but name: String) -> Bool {
    func texts(_ profile: Profile) -> [String] {
      profile.switches.filter { $0.name != name }.map { one in
        let inputs = one.inputs.map { profile.devices[$0.device].name + "/" + InputText.text(of: $0.selector) }
        return "\(one.name) \(one.label) \(inputs) \(one.rest as Any) \(one.steadying) \(one.gestures)"
      }
    }
    return texts(before).sorted() == texts(after).sorted()
      && before.devices.allSatisfy { old in after.devices.contains { $0 == old } }
      && after.chords.count == before.chords.count && after.keyboard == before.keyboard && after.policy == before.policy
  }

  private func byHand(_ entry: LearnedEntry, _ why: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(Terminal.printable(place)): nothing is written: \(why)\nhelp: put this in by hand ('switchway edit'):\n\n\(entry.text)"
    )
  }
}
