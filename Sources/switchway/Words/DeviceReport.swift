import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// One device, for people and for programs.
struct DeviceReport {
  /// How many inputs are listed to people; programs get all. Chosen: three lines of a terminal.
  private static let mostInputs = 16

  let description: DeviceDescription
  /// Names of its keys and buttons, then of its axes, in the order of codes.
  let inputs: [String]
  let entry: String?
  let why: String
  /// Axes that switches use and that never press; empty where their ranges are not known.
  let axesWithoutRange: [String]
  /// The other nodes of the same device.
  let others: [String]
  /// How many other devices of the same name and ids the entry takes.
  let twins: Int
  /// Whether the daemon grabs it, and why; nil where no entry takes it.
  let grab: String?
  /// No daemon may read it.
  let isUnread: Bool
  let isRead: Bool
  /// A daemon runs that should read it, and does not.
  let isMissed: Bool
  let isGrabbed: Bool

  /// `held`: what a daemon has; a device without a number of its own is known by its name and id. `others`: the names of
  /// the other nodes of the device. `twins`: how many other devices have its name and ids. `foreign`: what it sends that a
  /// virtual keyboard cannot pass on. `knowsRanges`: the description has the ranges of the axes, which sysfs does not tell.
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
    // Nodes of one device have its name and ids; the kind tells them apart.
    let holders = (held ?? []).filter {
      $0.name == name && $0.id == description.id && $0.kind == description.kind.rawValue
    }
    let holder = holders.first(where: \.isGrabbed) ?? holders.first
    grab = index.map {
      GrabWords.why(profile, entry: $0, device: description, held: holder, foreign: foreign)
    }
    isUnread = !profile.textKeysLeftUnread(on: description).isEmpty
    isRead = !holders.isEmpty
    isMissed = held != nil && holders.isEmpty && index != nil && !isUnread
    isGrabbed = holders.contains(where: \.isGrabbed)
  }

  /// A few lines for a person, each with its end. On a terminal, they are broken at its width.
  var text: String { text(width: Terminal.width) }

  /// Lines of at most `width` columns; nil: as long as they are.
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
    let shown = inputs.prefix(DeviceReport.mostInputs).joined(separator: " ").lowercased()
    let more = inputs.count - DeviceReport.mostInputs
    add("sends", inputs.isEmpty ? "no keys, buttons or axes" : shown + (more > 0 ? " … and \(more) more" : ""))
    add("entry", (entry ?? "none") + ": " + why)
    for axis in axesWithoutRange { add("axis", "\(axis) has no range: it never presses") }
    if twins > 0, entry != nil {
      add(
        "equal",
        "\(twins == 1 ? "another device" : "\(twins) other devices") of this name and id: one entry takes them all, "
          + "so each presses the same switches")
    }
    if let grab { add(isUnread && !isRead ? "read" : "grab", grab) }
    if isMissed { add("held", "not by switchwayd, which should read it: 'switchway doctor' finds out why") }
    if isRead { add("held", isGrabbed ? "grabbed by switchwayd" : "read by switchwayd, the desktop gets it too") }
    return lines
  }

  /// All of them as one JSON list on one line.
  static func json(_ reports: [DeviceReport]) -> [UInt8] {
    var line = LineBuffer()
    line.put("[")
    for (index, report) in reports.enumerated() {
      let one = report.description
      line.put(index == 0 ? #"{"name":"# : #",{"name":"#)
      line.put(EscapedText(PrintableName.of(one.name)))
      line.put(#","id":"#)
      line.put(EscapedText(one.id))
      line.put(#","kind":"#)
      line.put(EscapedText(one.kind.rawValue))
      line.put(#","bus":"#)
      line.put(EscapedText(one.busName))
      line.put(#","phys":"#)
      line.put(EscapedText(PrintableName.of(one.phys)))
      line.put(#","uniq":"#)
      line.put(EscapedText(PrintableName.of(one.uniq)))
      line.put(#","inputs":"#)
      line.put(EscapedList(report.inputs))
      line.put(#","entry":"#)
      line.put(orNull: report.entry.map { EscapedText($0) })
      line.put(#","grabbed":"#)
      line.put(report.isGrabbed)
      line.put("}")
    }
    line.put("]\n")
    return Array(line.bytes)
  }
}
