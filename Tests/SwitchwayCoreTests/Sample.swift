import SwitchwayTime

@testable import SwitchwayCore

/// Parts of profiles, and times, for tests of one part of the core. `Tests/Timelines` tests what presses come to.
enum Sample {
  static let box = DeviceEntry(name: "box", match: DeviceMatch())

  static func switchOf(
    named name: String, code: UInt16, _ steadying: SteadyingParameters, _ gestures: GestureBindings
  ) -> SwitchDefinition {
    SwitchDefinition(
      name: name, inputs: [SwitchInput(device: 0, selector: .key(code))], steadying: steadying, gestures: gestures)
  }

  /// Times in ms. `nothing`: two and three presses do nothing.
  static func bindings(
    tap: Bool = true, hold: Bool = false, double: Int64? = 350, triple: Int64? = nil, nothing: Bool = false
  ) -> GestureBindings {
    let menu = nothing ? ScanCommand(name: "nothing", arguments: [], group: .daemon) : ScanCommand.menu
    return GestureBindings(
      tap: tap ? .next : nil, hold: hold ? .init(after: .milliseconds(800), command: .menu) : nil,
      double: double.map { .init(within: .milliseconds($0), command: menu) },
      triple: triple.map { .init(within: .milliseconds($0), command: menu) })
  }

  /// A binding of a gesture, with the times that it needs.
  static func bound(_ gesture: Gesture, _ command: ScanCommand) -> GestureBindings.Bound {
    var bound = GestureBindings.Bound(command: gesture.hasCommand ? command : nil)
    if gesture.times.contains(.after) { bound.after = .milliseconds(500) }
    if gesture.times.contains(.every) { bound.every = .milliseconds(200) }
    if gesture.times.contains(.within) { bound.within = .milliseconds(400) }
    return bound
  }

  /// Each gesture of a switch without another one.
  static let alone = Gesture.ofSwitch.filter(\.hasCommand).map { gesture in
    var gestures = GestureBindings()
    gestures[gesture] = bound(gesture, .menu)
    return gestures
  }

  static func chord(_ name: String, _ parts: [Int], _ within: Int64 = 120) -> ChordDefinition {
    ChordDefinition(name: name, parts: parts, within: .milliseconds(within), command: .menu)
  }

  /// Milliseconds, with up to three decimals.
  static func instant(_ text: String) -> Instant {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let whole = Int64(parts[0]) ?? 0
    let digits = parts.count > 1 ? String(parts[1]) : ""
    let padded = digits + String(repeating: "0", count: max(0, 3 - digits.count))
    return Instant(whole * 1_000 + (Int64(padded) ?? 0))
  }
}

extension SteadyingParameters {
  static let off = SteadyingPreset.off.parameters
}

extension ScanCommand {
  static let next = ScanCommand(name: "next", arguments: [], group: .scan)
  static let menu = ScanCommand(name: "menu", arguments: [], group: .act)
}

extension GestureBindings {
  static let tapOnly = GestureBindings(tap: .next)
  static let press = GestureBindings(press: .next)
  static let none = GestureBindings()
  static let tapHold = GestureBindings(tap: .next, hold: .init(after: .milliseconds(800), command: .menu))
  static let holdOnly = GestureBindings(hold: .init(after: .milliseconds(800), command: .menu))
  static let repeating = GestureBindings(
    tap: .next, repeats: .init(after: .milliseconds(900), every: .milliseconds(600)))
}

extension Command {
  /// Of a command that a press made.
  var origin: CommandOrigin { press?.origin ?? .single(-1) }
  var gesture: Gesture? { press?.gesture }
}
