import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// Every input that moved while a person pressed switches, and which of these inputs are the switches. A pure value.
///
/// A device may send more than one input with a press. Then the switch is the input that distinguishes the press:
///
///     Meta   #####  #####  #####        a modifier or lock that comes only with other keys is no switch
///     F13     ###    ###    ###         the switch
///     F13    #  #  #        #  #  #     an input that comes with several switches is no switch
///     F14     #  #  #                   the first switch
///     F15                    #  #  #    the second switch
///     F14      ####  ####               of two inputs that always come together, the first is the switch, or the one
///     Z       ####  ####                that is not a pulse
struct HeardInputs {
  /// The inputs, in the order in which they were heard.
  private(set) var all: [LearnedPresses] = []

  /// Handles an edge (the beginning or end of a press). Returns the index of its input, or `nil` if the edge ends a
  /// press that began before the listening.
  mutating func take(_ edge: LearnedEdge) -> Int? {
    let known = all.firstIndex { $0.source?.isSame(edge.source) == true }
    guard edge.isDown || known != nil else { return nil }
    if known == nil { all.append(LearnedPresses()) }
    let index = known ?? all.count - 1
    _ = all[index].takeEdge(edge.source, isDown: edge.isDown, at: edge.time, level: edge.level)
    return index
  }

  /// The inputs that are switches, in the order in which they were heard, even if they were pressed only once.
  var wanted: [LearnedPresses] { all.indices.filter(isWanted).map { all[$0] } }

  var isDown: Bool { all.contains(where: \.isDown) }

  /// Whether the input at `index` is a separate switch.
  func isWanted(_ index: Int) -> Bool {
    guard !isAddition(index) else { return false }
    let own = others(of: index).filter { !isAddition($0) }
    return !own.contains { isPart(index, of: $0) }
  }

  /// Whether the input at `index` only accompanies presses of other inputs. It is then a modifier or lock, a neighbour
  /// that the hand brushed, or an input that comes with several switches.
  private func isAddition(_ index: Int) -> Bool {
    let presses = all[index]
    let others = others(of: index)
    guard !others.isEmpty else { return false }
    let keys = others.filter { !accompanies($0) }.map { all[$0] }
    if accompanies(index) { return !keys.isEmpty && presses.comesOnly(with: keys) }
    if presses.isBrush(beside: keys) { return true }
    let parts = keys.filter { $0.count >= SetupHearing.presses && $0.comesOnly(with: [presses]) }
    return parts.count > 1 && presses.comesOnly(with: parts) && !parts.contains { presses.comesOnly(with: [$0]) }
  }

  /// Whether the input at `index` always comes together with the input `other`, and `other` is the switch.
  private func isPart(_ index: Int, of other: Int) -> Bool {
    let (mine, theirs) = (all[index], all[other])
    guard mine.comesOnly(with: [theirs]) else { return false }
    guard theirs.comesOnly(with: [mine]) else { return true }
    return mine.sendsPulses == theirs.sendsPulses ? other < index : mine.sendsPulses
  }

  private func accompanies(_ index: Int) -> Bool { all[index].source?.isAccompanying ?? false }

  /// Returns the other inputs of the same device, which may have several nodes.
  private func others(of index: Int) -> [Int] {
    guard let device = all[index].source?.device else { return [] }
    return all.indices.filter { other in
      other != index && all[other].source.map { $0.device.isSameDevice(as: device) } ?? false
    }
  }
}

extension LearnedPresses.Device {
  /// Whether both are nodes of one device.
  func isSameDevice(as other: LearnedPresses.Device) -> Bool {
    if self == other { return true }
    let groups = DeviceGroups.of([description, other.description])
    return groups[0] == groups[1]
  }

  /// Whether both are nodes of one device, and have the same name and ids, so that one entry matches both.
  func isNode(of other: LearnedPresses.Device) -> Bool {
    name == other.name && id == other.id && isSameDevice(as: other)
  }

  /// Whether they are nodes of two devices of the same model, so that an entry with their name and ids matches both.
  func isTwin(of other: LearnedPresses.Device) -> Bool {
    name == other.name && id == other.id && !isSameDevice(as: other)
  }
}

extension LearnedPresses.Source {
  /// Whether the input is a modifier or a lock key, which people press together with other keys.
  var isAccompanying: Bool { EventNames.key(input).map(AccompanyingKeys.contains) ?? false }
}

/// An event that is not a press, as a `learn` line reports it.
struct LearnedSight: Equatable {
  let device: LearnedPresses.Device
  let what: InputListener.Sight
}

extension LearnedSight {
  /// Reads the event in a `learn` line. Returns `nil` if the line reports something else.
  init?(_ line: JSONValue) {
    guard case .learn(let line)? = Wire.Event(line), let device = LearnedPresses.Device(line.device),
      let what = line.seen.flatMap(InputListener.Sight.init)
    else { return nil }
    self.init(device: device, what: what)
  }
}
