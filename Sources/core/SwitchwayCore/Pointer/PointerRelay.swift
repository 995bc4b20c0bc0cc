import SwitchwayTime

/// Decides which events of grabbed pointers are passed on to the desktop: all events of axes and buttons that are not
/// switches.
///
/// Buttons that are switches are left out of a frame. Its other events are passed on together and in order. If one
/// direction of an axis is a switch, both directions are left out: a cursor that can move in only one direction would
/// drift away. An axis stays a switch in pass-through. A frame without remaining events is not passed on. When a button
/// goes down, the relay fixes who receives its release. A button that is down on two pointers is down once for the
/// desktop, and is released with the last release.
///
///     mouse    X Y | left↓ | X | side↓ left↑ | side↑      side is a switch
///     desktop  X Y | left↓ | X | left↑       |            the switch's press and release become a command
///
/// It is a pure value, like `KeyboardPipeline`. A frame of movement allocates no memory.
struct PointerRelay: Sendable {
  private struct Node: Sendable {
    let id: NodeID
    /// Buttons that press switches.
    let switches: KeySet
    /// The buttons of `switches` that are ordinary buttons in pass-through.
    let lendable: KeySet
    /// Relative axes that press switches, as a bit for each code.
    let movements: UInt64
    /// Buttons whose press was passed on to the desktop.
    var passed = KeySet()
    /// Buttons of switches whose press or release in the present frame was passed on.
    var lent = KeySet()
    /// Buttons that were down before the pointer was grabbed. The program that received their presses also receives
    /// their releases.
    var foreign = KeySet()
    /// The time of the grab: earlier events have already reached the desktop. `nil` if the pointer is not grabbed.
    var since: Instant?
  }

  private var nodes: [Node] = []

  /// Whether no pointer is attached.
  var isEmpty: Bool { nodes.isEmpty }

  /// The index of a pointer, or `nil` if it is not attached.
  func index(of node: NodeID) -> Int? { nodes.firstIndex { $0.id == node } }

  mutating func attach(_ node: NodeID, switches: KeySet, lendable: KeySet, movements: UInt64 = 0) {
    guard index(of: node) == nil else { return }
    nodes.append(Node(id: node, switches: switches, lendable: lendable, movements: movements))
  }

  /// Records that the pointer is grabbed: from `since` on, only Switchway gets its events. `down` are its buttons that
  /// are down.
  mutating func take(_ node: NodeID, down: KeySet, since: Instant) {
    guard let index = index(of: node), nodes[index].since == nil else { return }
    nodes[index].since = since
    nodes[index].foreign = down
  }

  /// Records that the pointer is no longer grabbed, so that the desktop gets its events directly again. Releases the
  /// buttons that only this pointer holds down.
  mutating func giveBack(_ node: NodeID, at time: Instant, into effects: inout [Effect]) {
    guard let index = index(of: node) else { return }
    release(index, at: time, into: &effects)
    nodes[index].since = nil
  }

  /// Gives back all pointers.
  mutating func letGo(at time: Instant, into effects: inout [Effect]) {
    for node in nodes { giveBack(node.id, at: time, into: &effects) }
  }

  /// Handles the removal of a pointer.
  mutating func detach(_ node: NodeID, at time: Instant, into effects: inout [Effect]) {
    giveBack(node, at: time, into: &effects)
    nodes.removeAll { $0.id == node }
  }

  /// Handles the removal of all pointers.
  mutating func finish(at time: Instant, into effects: inout [Effect]) {
    for index in nodes.indices { release(index, at: time, into: &effects) }
    nodes.removeAll()
  }

  /// Passes a frame on to the desktop. `lends` says whether buttons of switches now also act as ordinary buttons.
  mutating func pass(_ frame: ArraySlice<InputEvent>, of index: Int, lends: Bool, into effects: inout [Effect]) {
    guard let since = nodes[index].since, let first = frame.first, since <= first.time else { return }
    let begin = effects.count
    var report: Int32 = 0
    var scan: InputEvent?
    for event in frame {
      switch event.type {
      case EventType.syn: report = event.value
      case EventType.miscellaneous where event.code == MiscellaneousCode.scan:
        if let scan { effects.append(.pointer(scan)) }
        scan = event
      case EventType.key:
        if goesOn(event, of: index, lends: lends) {
          if let scan { effects.append(.pointer(scan)) }
          effects.append(.pointer(event))
        }
        // A scan code belongs to the button that follows it.
        scan = nil
      case EventType.relative where nodes[index].movements.has(event.code): break
      default:
        if let scan { effects.append(.pointer(scan)) }
        scan = nil
        effects.append(.pointer(event))
      }
    }
    if let scan { effects.append(.pointer(scan)) }
    if effects.count > begin { end(at: first.time, report, into: &effects) }
  }

  /// Whether the desktop gets the button of this event although the button is a switch. Call it after `pass` with the
  /// event's frame.
  func isLent(_ code: UInt16, of index: Int) -> Bool { nodes[index].lent.contains(code) }

  /// Ends the handling of a frame: forgets the buttons of switches whose release the frame passed on.
  mutating func endLoans(of index: Int) {
    for code in nodes[index].lent.codes where !nodes[index].passed.contains(code) { nodes[index].lent.remove(code) }
  }

  /// Passes on the presses and releases that the pointer's state shows, after events of the pointer were lost.
  mutating func resync(_ index: Int, down: KeySet, lends: Bool, at time: Instant, into effects: inout [Effect]) {
    guard nodes[index].since != nil else { return }
    let before = nodes[index].passed
    let begin = effects.count
    let foreign = nodes[index].foreign
    for code in foreign.codes where !down.contains(code) { nodes[index].foreign.remove(code) }
    let releases = before.codes.filter { !down.contains($0) }.map { event($0, 0, at: time) }
    let presses = down.codes.filter { !before.contains($0) && !foreign.contains($0) }.map { event($0, 1, at: time) }
    for event in releases + presses where goesOn(event, of: index, lends: lends) { effects.append(.pointer(event)) }
    if effects.count > begin { end(at: time, into: &effects) }
  }

  /// Decides whether a button's event is passed on, and stores who will receive the button's release.
  private mutating func goesOn(_ event: InputEvent, of index: Int, lends: Bool) -> Bool {
    let code = event.code
    switch event.value {
    case 0:
      nodes[index].foreign.remove(code)
      guard nodes[index].passed.contains(code) else { return false }
      nodes[index].passed.remove(code)
    case 1:
      if nodes[index].switches.contains(code) {
        guard lends, nodes[index].lendable.contains(code) else { return false }
        nodes[index].lent.insert(code)
      }
      nodes[index].passed.insert(code)
    default: return nodes[index].passed.contains(code)
    }
    return !isHeldElsewhere(code, than: index)
  }

  private func isHeldElsewhere(_ code: UInt16, than index: Int) -> Bool {
    guard nodes.count > 1 else { return false }
    return nodes.indices.contains { $0 != index && nodes[$0].passed.contains(code) }
  }

  private mutating func release(_ index: Int, at time: Instant, into effects: inout [Effect]) {
    guard !nodes[index].passed.isEmpty else { return }
    let begin = effects.count
    for code in nodes[index].passed.codes where !isHeldElsewhere(code, than: index) {
      effects.append(.pointer(event(code, 0, at: time)))
    }
    nodes[index].passed = KeySet()
    if effects.count > begin { end(at: time, into: &effects) }
  }

  private func event(_ code: UInt16, _ value: Int32, at time: Instant) -> InputEvent {
    InputEvent(time: time, type: EventType.key, code: code, value: value)
  }

  private func end(at time: Instant, _ value: Int32 = 0, into effects: inout [Effect]) {
    effects.append(.pointer(InputEvent(time: time, type: EventType.syn, code: SynCode.report, value: value)))
  }
}
