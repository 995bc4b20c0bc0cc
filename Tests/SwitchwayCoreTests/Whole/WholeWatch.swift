import SwitchwayTime

@testable import SwitchwayCore

/// Checks the effects of a run against rules that always hold.
struct WholeWatch {
  private(set) var effects: [Effect] = []
  private(set) var faults: [String] = []
  /// Down on the virtual keyboard, and on the virtual pointer.
  private(set) var down: Set<UInt16> = []
  private var buttons: Set<UInt16> = []
  /// Down on the pointer of clients.
  private var pointed: Set<UInt16> = []
  /// Switches that are down, and phases that have begun.
  private var pressed: Set<Int> = []
  private var begun: Set<Command.PhaseOwner> = []
  /// Requests that are not answered yet.
  var open: Set<Int> = []
  private var latest = Instant(.min)
  private var isPanic = false

  mutating func fault(_ text: String) {
    if faults.count < 5 { faults.append("effect \(effects.count): \(text)") }
  }

  mutating func checkQuiet(_ when: String) {
    if !down.isEmpty { fault("keys are down \(when): \(down.sorted())") }
    if !buttons.isEmpty { fault("buttons are down \(when): \(buttons.sorted())") }
    if !pointed.isEmpty { fault("clients hold buttons down \(when): \(pointed.sorted())") }
    if !pressed.isEmpty { fault("switches are down \(when): \(pressed.sorted())") }
    if !begun.isEmpty { fault("phases go on \(when)") }
    if when != "after a change of the profile", !open.isEmpty { fault("requests are open \(when): \(open.sorted())") }
  }

  mutating func see(_ new: [Effect]) {
    for effect in new {
      effects.append(effect)
      see(effect)
    }
  }

  private mutating func see(_ effect: Effect) {
    switch effect {
    case .key(let code, let isDown, let time):
      if time < latest { fault("a key's time goes back") }
      latest = max(latest, time)
      if isDown, isPanic { fault("key \(code) is typed in a panic") }
      turn(\.down, code, isDown, "key")
    case .pointer(let event) where event.type == EventType.key:
      turn(\.buttons, event.code, event.value == 1, "button")
    case .stroke(.button(let code, let isDown), _):
      if isDown, isPanic { fault("a button is pressed in a panic") }
      turn(\.pointed, code, isDown, "button of clients")
    case .press(let index, let isDown, _, _): turn(\.pressed, index, isDown, "switch")
    case .published(let command, _, _, _, _):
      guard let owner = command.phaseOwner, command.phase != .once else { return }
      turn(\.begun, owner, command.phase == .begin, "phase")
    case .reply(let number, _): if open.remove(number) == nil { fault("request \(number) is answered twice") }
    case .mode(.panic, let isOn, _):
      isPanic = isOn
      if isOn, !down.isEmpty { fault("keys are down in a panic: \(down.sorted())") }
      if isOn, !pointed.isEmpty { fault("buttons are down in a panic: \(pointed.sorted())") }
    default: break
    }
  }

  private mutating func turn<Item>(
    _ set: WritableKeyPath<WholeWatch, Set<Item>>, _ item: Item, _ isOn: Bool, _ name: String
  ) {
    if self[keyPath: set].contains(item) == isOn { fault("\(name) \(item) goes \(isOn ? "down" : "up") twice") }
    if isOn { self[keyPath: set].insert(item) } else { self[keyPath: set].remove(item) }
  }
}
