import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

/// A description of one device, for people and for programs.
struct DeviceReport {
  /// The largest number of inputs in the text for people. They fill three lines of a terminal. Programs get all inputs.
  private static let mostInputs = 16

  let description: DeviceDescription
  /// The names of the device's keys and buttons, then of its axes, then of its movements, each group in the order of
  /// codes.
  let inputs: [String]
  let entry: String?
  let why: String
  /// The axes that switches use but that can never press them, because they have no range. Empty if the ranges are not
  /// known.
  let axesWithoutRange: [String]
  let others: [String]
  /// The number of other devices with the same name and ids that the entry matches.
  let twins: Int
  /// A text that says whether and why the daemon grabs the device. `nil` if no entry matches the device.
  let grab: String?
  /// The text to write into the profile if an entry with switches matches the device, but no switch uses its inputs.
  /// Otherwise `nil`.
  let unheard: String?
  let isUnread: Bool
  let isRead: Bool
  /// Whether a running daemon should read the device but does not.
  let isMissed: Bool
  let isGrabbed: Bool
  /// Whether another program has grabbed the device.
  let isElsewhere: Bool
  /// The programs that have the device open, if they are known.
  var programs: [String] = []

  /// - Parameters:
  ///   - held: the daemon's devices, identified by name, ids and kind.
  ///   - others: names of the other nodes of the device.
  ///   - twins: the number of other devices with the same name and ids.
  ///   - foreign: the events that a virtual keyboard cannot pass on, in words, or `nil` if there are none.
  ///   - knowsRanges: whether the description has the ranges of the axes, which sysfs does not contain.
  init(
    _ description: DeviceDescription, profile: Profile, held: [HeldDevice]?, others: [String], twins: Int = 0,
    foreign: String? = nil, knowsRanges: Bool = false
  ) {
    self.description = description
    self.others = others
    self.twins = twins
    let entries = profile.devices
    inputs =
      description.keys.codes.map { EventNames.shown(type: EventType.key, $0) }
      + description.axes.map { EventNames.shown(type: EventType.absolute, $0.code) }
      + MovementCode.codes(in: description.movements).map { EventNames.shown(type: EventType.relative, $0) }
    let index = profile.entry(for: description)
    let taker = index.map { entries[$0] }
    entry = taker?.name
    let user = knowsRanges ? index : nil
    axesWithoutRange = (user.map { profile.axesWithoutRange(of: description, entry: $0) } ?? [])
      .map { EventNames.shown(type: EventType.absolute, $0) }
    why =
      taker.map { MatchWords.why($0.match, takes: description) }
      ?? MatchWords.whyNone(of: entries, takes: description)
    let name = PrintableName.of(description.name)
    // Nodes of one device have the same name and ids but different kinds.
    let holders = (held ?? []).filter {
      $0.name == name && $0.id == description.id && $0.kind == description.kind.rawValue
    }
    let holder = holders.first(where: \.isGrabbed) ?? holders.first
    let plan = index.map { NodePlan(profile: profile, entry: $0, device: description, foreign: foreign) }
    grab = index.flatMap { entry in
      plan.map { GrabWords.why($0, profile, entry: entry, device: description, held: holder) }
    }
    unheard = index.flatMap { index in
      profile.isUsed(index) && !profile.hears(description, entry: index)
        ? UnheardText.help(for: description, entry: entries[index].name) : nil
    }
    isUnread = plan.map { !$0.isRead } ?? false
    isRead = !holders.isEmpty
    isMissed = held != nil && holders.isEmpty && index != nil && !isUnread
    isGrabbed = holders.contains(where: \.isGrabbed)
    isElsewhere = holder?.isElsewhere ?? false && !isGrabbed
  }

  var text: String { text(width: Terminal.width) }

  /// Returns the report in lines of at most `width` columns. `nil` means that lines are not broken.
  func text(width: Int?) -> String {
    Terminal.wrapped(lines.joined(separator: "\n") + "\n", hanging: 10, width: width)
  }

  private var lines: [String] {
    var lines = [Terminal.paint(PrintableName.of(description.name), .bold)]
    func add(_ title: String, _ text: String) {
      lines.append("  " + title + String(repeating: " ", count: 8 - title.count) + text)
    }
    add("id", description.id + ", bus " + description.busName)
    add("kind", description.kind.rawValue)
    if !others.isEmpty {
      add("with", others.map { PrintableName.of($0) }.joined(separator: ", ") + " (nodes of the same device)")
    }
    if !description.phys.isEmpty { add("phys", PrintableName.of(description.phys)) }
    if !description.uniq.isEmpty { add("uniq", PrintableName.of(description.uniq)) }
    if description.phys.isEmpty, description.uniq.isEmpty, let place = description.place {
      add("path", PrintableName.of(place))
    }
    let shown = inputs.prefix(DeviceReport.mostInputs).joined(separator: " ").lowercased()
    let more = inputs.count - DeviceReport.mostInputs
    let sends = shown + (more > 0 ? " … and \(more) more" : "")
    add("sends", inputs.isEmpty ? "no keys, buttons, axes or movements" : sends)
    add("entry", (entry ?? "none") + ": " + why)
    if entry == nil, description.kind == .pointer, !description.isOwn, !description.keys.isEmpty {
      add("mouse", MouseWords.text(description.name))
    }
    if let unheard { add("unheard", "it has no input that a switch of the profile uses: \(unheard)") }
    for axis in axesWithoutRange { add("axis", "\(axis) has no range: it never presses") }
    if twins > 0, entry != nil {
      add(
        "equal",
        "\(twins == 1 ? "another device" : "\(twins) other devices") with this name and id: one entry matches all, "
          + "so each presses the same switches")
    }
    if let grab { add(isUnread && !isRead ? "read" : "grab", grab) }
    if isMissed { add("held", "not by switchwayd, which should read it; 'switchway doctor' finds out why") }
    if isElsewhere {
      let who = programs.isEmpty ? "" : "; \(DeviceTrouble.opened(by: programs))"
      add("held", "grabbed by another program: neither switchwayd nor the desktop gets its events" + who)
    } else if isRead {
      let who = programs.isEmpty ? "" : "; \(DeviceTrouble.opened(by: programs)) as well, and may have grabbed it"
      add("held", isGrabbed ? "grabbed by switchwayd" : "read by switchwayd and the desktop" + who)
    }
    return lines
  }

  /// Returns all reports as one JSON list on one line.
  static func json(_ reports: [DeviceReport]) -> String {
    let list = reports.map { report in
      let one = report.description
      return JSONValue.object([
        "name": .string(PrintableName.of(one.name)), "id": .string(one.id), "kind": .string(one.kind.rawValue),
        "bus": .string(one.busName), "phys": .string(PrintableName.of(one.phys)),
        "uniq": .string(PrintableName.of(one.uniq)), "inputs": .array(report.inputs.map { .string($0) }),
        "entry": report.entry.map { .string($0) } ?? .null, "grabbed": .bool(report.isGrabbed),
      ])
    }
    return JSONValue.array(list).line
  }
}
