import SwitchwayConfig
import SwitchwayCore

/// The key-remap file into which the learned entry is written: the given one, or the profile in force.
struct LearnTarget {
  struct Pressed {
    let presses: LearnedPresses
    let source: LearnedPresses.Source
    /// The device's description for matching.
    let device: DeviceDescription
  }

  private let profile: ProfileChange
  private var before: Profile { profile.before }
  /// Whether this file is the daemon's profile.
  let isInForce: Bool

  /// Opens the file. Throws if it cannot be changed, whichever switch is pressed.
  ///
  /// - Parameter isShownOnly: whether the entry will not be written.
  init(file given: String?, isShownOnly: Bool, dialogue: inout DaemonDialogue) throws(CommandFailure) {
    let (path, isInForce) = try ProfileInForce.fileToChange(given, &dialogue)
    self.isInForce = isInForce
    profile = try ProfileChange.open(
      path, isShownOnly: isShownOnly, errors: "has errors, so no switch can be added to it")
  }

  /// Whether an entry can be added to the file; otherwise it is only printed.
  var canInsert: Bool {
    ["devices", "switches"].allSatisfy { SectionInsertion.add("n", "{}", to: $0, of: profile.text) != nil }
  }

  func known(present: Set<String>) -> [LearnPlan.Known] {
    before.switches.map { one in
      LearnPlan.Known(
        name: one.name, command: one.gestures.command(of: .tap)?.text,
        isPresent: one.inputs.contains { present.contains(before.devices[$0.device].name) },
        isShipped: profile.isShipped(one.name))
    }
  }

  // MARK: After the pressing

  /// The switch that already has the pressed input, and the input as written in the file; nil: none.
  func holder(of pressed: Pressed) -> (name: String, input: String)? {
    before.holder(of: pressed.source, on: pressed.device).map { index, input in
      (before.switches[index].name, "\(before.devices[input.device].name)/\(InputText.text(of: input.selector))")
    }
  }

  func change(_ pressed: Pressed, _ plan: LearnPlan) throws(CommandFailure) -> (entry: LearnedEntry, text: String) {
    let taken = before.entry(for: pressed.device).map { before.devices[$0] }
    let needsGrab = LearnTarget.needsGrab(pressed.source)
    let learned = LearnedEntry(
      pressed.presses, of: pressed.source, entry: taken?.name, name: plan.name, tap: plan.tap, isGrabbed: needsGrab,
      among: Set(before.devices.map(\.name)))
    var text: String? = profile.text
    if let device = learned.deviceText {
      text = text.flatMap { SectionInsertion.add(learned.device, device, to: "devices", of: $0) }
    } else if needsGrab, let taken, taken.grab != .yes {
      text = text.flatMap { SectionInsertion.setField("grab", "yes", of: taken.name, in: "devices", of: $0) }
    }
    text = text.flatMap { insert(learned, plan, into: $0) }
    if let label = label(with: learned.name) {
      text = text.flatMap { SectionInsertion.set("label", label, in: nil, of: $0) }
    }
    let checked = try profile.checked(text, learned.text, or: SectionInsertion.otherForm) { after in
      after.switches.contains { $0.name == learned.name } && keeps(after, learned)
    }
    return (learned, checked)
  }

  /// The label after a switch of this name is learned. nil: as it is. It follows only where it is the one that setup
  /// gives for the number of switches.
  private func label(with name: String) -> String? {
    let count = before.switches.count
    guard !before.switches.contains(where: { $0.name == name }), before.label == SetupProfile.label(nil, count),
      profile.text.linesWithoutEnds.contains(where: { $0.hasPrefix("label:") })
    else { return nil }
    return SetupProfile.label(nil, count + 1)
  }

  /// What the learned switch does beside the profile's clock. nil: there is no clock.
  func clockWords(_ plan: LearnPlan) -> String? {
    let command = plan.tap ?? before.switches.first { $0.name == plan.name }?.gestures.command(of: .tap)?.text
    return ClockWords.added(plan.name, command: command, to: before.scan.style)
  }

  /// Adds a new switch, or an input to an existing one.
  private func insert(_ learned: LearnedEntry, _ plan: LearnPlan, into text: String) -> String? {
    guard SectionInsertion.has(learned.name, in: "switches", of: text) else {
      return SectionInsertion.add(learned.name, learned.switchText, to: "switches", of: text)
    }
    let fields = [
      ("input", learned.input), ("steady", learned.steady), ("tap", plan.tap.map(LearnedEntry.scalar)),
    ]
    return fields.reduce(text) { text, field in
      guard let text, let value = field.1 else { return text }
      return SectionInsertion.setField(field.0, value, of: learned.name, in: "switches", of: text)
    }
  }

  /// Whether the device must be grabbed for the switch to work. Text keys are read only from a grabbed device, and
  /// would otherwise type on the desktop; a pointer's buttons would also click. Switch interfaces and pedals are
  /// grabbed by default.
  static func needsGrab(_ source: LearnedPresses.Source) -> Bool {
    if source.device.kind == DeviceKind.pointer.rawValue { return true }
    guard let code = EventNames.key(source.input) else { return false }
    let isAnyway = [DeviceKind.switchInterface, .pedal].map(\.rawValue).contains(source.device.kind)
    return !isAnyway && mayType(code)
  }

  /// Whether keyboards type or move with this key: KEY_ESC…KEY_F12, KEY_KPENTER…KEY_DELETE
  /// (linux/input-event-codes.h), and text keys.
  static func mayType(_ code: UInt16) -> Bool {
    ChordKey.position(code).typesText || (1...88).contains(code) || (96...111).contains(code)
  }

  /// Writes the file. Returns a line that says where.
  func write(_ text: String) throws(CommandFailure) -> String {
    try profile.write(text)
    return "# written to \(Terminal.printable(profile.file.path))" + (isInForce ? ", and in force\n" : "\n")
  }

  /// Whether everything except the switch and its device's grab is unchanged.
  private func keeps(_ after: Profile, _ entry: LearnedEntry) -> Bool {
    func isKept(_ old: DeviceEntry) -> Bool {
      after.devices.contains { new in
        var old = old
        if old.name == entry.device { old.grab = new.grab }
        return new == old
      }
    }
    var others = after
    others.switches.removeAll { $0.name == entry.name }
    return profile.has(before.switches.filter { $0.name != entry.name }, in: others)
      && before.devices.allSatisfy(isKept)
  }
}
