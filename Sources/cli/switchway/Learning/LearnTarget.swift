import SwitchwayConfig
import SwitchwayCore

/// The profile into which the learned entry is written: the file that the person named, or the active profile.
struct LearnTarget {
  struct Pressed {
    let presses: LearnedPresses
    let source: LearnedPresses.Source
    /// The description of the device, to find the entry of the profile that matches it.
    let device: DeviceDescription
    /// The other connected devices of the same model.
    var twins: [DeviceDescription] = []
    /// Whether the person wants the device to be grabbed although it has a key for power or sleep.
    var mayTakePower = false

    fileprivate var mark: DeviceMark? { DeviceMark.of(source.device, among: twins.map { LearnedPresses.Device($0) }) }
  }

  private let profile: ProfileChange
  private var before: Profile { profile.before }
  /// The profile before the change.
  var profileBefore: Profile { before }
  /// Whether this file is the daemon's profile.
  let isInForce: Bool

  /// Opens the file. Throws if it cannot be changed at all, whichever switch is pressed later.
  ///
  /// - Parameter isShownOnly: whether the entry will be printed instead of written.
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

  /// Returns the switch that already has the pressed input, and this input as it is written in the file. Returns `nil`
  /// if no switch has the input.
  func holder(of pressed: Pressed) -> (name: String, input: String)? {
    before.holder(of: pressed.source, on: pressed.device).map { index, input in
      (before.switches[index].name, "\(before.devices[input.device].name)/\(InputText.text(of: input.selector))")
    }
  }

  /// Returns the connected device of the same model that presses another switch of the profile by the same entry. The
  /// change then distinguishes the two devices. Returns `nil` if there is no such device, or if no other switch has the
  /// pressed input.
  func twin(of pressed: Pressed, _ plan: LearnPlan) -> DeviceDescription? {
    guard let entry = before.entry(for: pressed.device), let holder = holder(of: pressed), holder.name != plan.name
    else { return nil }
    return pressed.twins.first { before.entry(for: $0) == entry }
  }

  /// The change of the profile for a pressed switch.
  struct Change {
    let entry: LearnedEntry
    let text: String
    /// A new mark that distinguishes the device from its twins, or `nil` if there is none.
    let mark: DeviceMark?
  }

  func change(_ pressed: Pressed, _ plan: LearnPlan) throws(CommandFailure) -> Change {
    var taken = before.entry(for: pressed.device).map { before.devices[$0] }
    var mark: DeviceMark?
    var text: String? = profile.text
    // The name of the entry that will match fewer devices than before.
    var narrowed: String?
    if let twin = twin(of: pressed, plan).map({ LearnedPresses.Device($0) }), let entry = taken {
      let other = DeviceMark.of(twin, among: [pressed.source.device])
      guard pressed.twins.count == 1, let other, let own = pressed.mark else {
        throw LearnTarget.cannotTellApart(pressed)
      }
      let match = "{\(LearnedEntry.match(twin, other))}"
      text = text.flatMap { SectionInsertion.setField("match", match, of: entry.name, in: "devices", of: $0) }
      (taken, mark, narrowed) = (nil, own, entry.name)
    } else if taken == nil, pressed.twins.contains(where: { before.entry(for: $0) != nil }) {
      mark = pressed.mark
    }
    let needsGrab = LearnTarget.needsGrab(pressed.source) && (pressed.mayTakePower || !pressed.takesPower)
    let learned = LearnedEntry(
      pressed.presses, of: pressed.source, entry: taken?.name, mark: mark, name: plan.name, tap: plan.tap,
      isGrabbed: needsGrab,
      among: LearnedEntry.taken(
        LearnedEntry.stem(pressed.source.device.kind), before.devices.map(\.name), in: profile.text))
    if let device = learned.deviceText {
      text = text.flatMap { SectionInsertion.add(learned.device, device, to: "devices", of: $0) }
    } else if needsGrab, let taken, taken.grab != .yes {
      text = text.flatMap { SectionInsertion.setField("grab", "yes", of: taken.name, in: "devices", of: $0) }
    }
    text = text.flatMap { insert(learned, plan, into: $0) }
    if let label = label(with: learned.name) {
      text = text.flatMap { SectionInsertion.set("label", label, in: nil, of: $0) }
    }
    var isHeard = false
    let checked = try profile.checked(text, learned.text, or: SectionInsertion.otherForm) { after in
      isHeard =
        after.holder(of: pressed.source, on: pressed.device).map { after.switches[$0.index].name } == learned.name
      return after.switches.contains { $0.name == learned.name } && keeps(after, learned, narrowed: narrowed)
    }
    guard isHeard else {
      throw CommandFailure(
        .failed,
        "'\(learned.name)' could never be pressed: another entry matches \(Terminal.printable(pressed.device.name)) "
          + "first; nothing was written",
        help: "'switchway devices' shows which one; make its 'match' match fewer devices")
    }
    return Change(entry: learned, text: checked, mark: mark)
  }

  private static func cannotTellApart(_ pressed: Pressed) -> CommandFailure {
    let name = Terminal.printable(pressed.source.device.name)
    return CommandFailure(
      .failed,
      "\(pressed.twins.count + 1) devices are called '\(name)', and nothing distinguishes them; nothing was "
        + "written",
      help: "unplug all but the two that you use, or write 'phys' into their entries: 'switchway devices' shows it")
  }

  /// Returns the profile's label after a switch of this name is added, or `nil` if the label stays. The label changes
  /// only if setup wrote it, because such a label depends on the number of switches.
  private func label(with name: String) -> String? {
    let count = before.switches.count
    guard !before.switches.contains(where: { $0.name == name }), before.label == SetupProfile.label(nil, count),
      SectionInsertion.has("label", in: nil, of: profile.text)
    else { return nil }
    return SetupProfile.label(nil, count + 1)
  }

  /// Returns a sentence about how the learned switch changes scanning with the profile's clock. Returns `nil` if there
  /// is nothing to say.
  func clockWords(_ plan: LearnPlan) -> String? {
    let command = plan.tap ?? before.switches.first { $0.name == plan.name }?.gestures.command(of: .tap)?.text
    return ClockWords.added(plan.name, command: command, to: before.scan.style)
  }

  /// Returns the text with a new switch, or with new fields of an existing switch.
  private func insert(_ learned: LearnedEntry, _ plan: LearnPlan, into text: String) -> String? {
    guard SectionInsertion.has(learned.name, in: "switches", of: text) else {
      return SectionInsertion.add(learned.name, learned.switchText, to: "switches", of: text)
    }
    let fields = [
      ("input", learned.input), ("steady", learned.steady), ("release", learned.release),
      ("tap", plan.tap.map(LearnedEntry.scalar)),
    ]
    return fields.reduce(text) { text, field in
      guard let text, let value = field.1 else { return text }
      return SectionInsertion.setField(field.0, value, of: learned.name, in: "switches", of: text)
    }
  }

  /// Whether the device's entry needs `grab: yes`, so that a press only gives its command. Text keys are read only from
  /// a grabbed device. Other keys, such as those for the volume, would also act on the desktop, and a pointer's buttons
  /// would click. Switch interfaces and pedals do not need it, because they are grabbed by default. Sticks and buttons
  /// of gamepads do not need it, because no desktop acts on them.
  static func needsGrab(_ source: LearnedPresses.Source) -> Bool {
    if source.device.kind == DeviceKind.pointer.rawValue { return true }
    if source.isMovement { return true }
    guard let code = EventNames.key(source.input) else { return false }
    let isAnyway = [DeviceKind.switchInterface, .pedal].map(\.rawValue).contains(source.device.kind)
    return !isAnyway && DesktopKeys.act(code)
  }

  /// Whether keyboards use this key to type, or to move the cursor: KEY_ESC…KEY_F12, KEY_KPENTER…KEY_DELETE
  /// (linux/input-event-codes.h), and text keys.
  static func mayType(_ code: UInt16) -> Bool {
    ChordKey.position(code).typesText || (1...88).contains(code) || (96...111).contains(code)
  }

  /// Writes the file. Returns a line that says where it is.
  func write(_ text: String) throws(CommandFailure) -> String {
    try profile.write(text)
    return "# written to \(Terminal.printable(profile.file.path))" + (isInForce ? ", and active now\n" : "\n")
  }

  /// Whether the changed profile differs from the present one only in the learned switch and the grab of its device.
  ///
  /// - Parameter narrowed: the entry whose `match` may also change, so that it no longer matches the pressed device.
  private func keeps(_ after: Profile, _ entry: LearnedEntry, narrowed: String?) -> Bool {
    func isKept(_ old: DeviceEntry) -> Bool {
      after.devices.contains { new in
        var old = old
        if old.name == entry.device { old.grab = new.grab }
        if old.name == narrowed, new.name == narrowed { old.match = new.match }
        return new == old
      }
    }
    var others = after
    others.switches.removeAll { $0.name == entry.name }
    return profile.has(before.switches.filter { $0.name != entry.name }, in: others)
      && before.devices.allSatisfy(isKept)
  }
}
