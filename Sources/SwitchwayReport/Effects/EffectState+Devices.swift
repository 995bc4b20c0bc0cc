import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

// Lines about devices, modes and the profile.
extension EffectState {
  mutating func report(_ shared: SharedInput, _ facts: NodeFacts, at time: Instant) {
    let message = message(of: shared, on: facts.description)
    write { $0.write(.settingUnused, message, entry: facts.entry, at: time, into: &$1) }
  }

  mutating func report(_ edge: InputListener.Edge, _ facts: NodeFacts) {
    write {
      $1.writeLearn(edge, input: EscapedText(InputText.text(of: edge.input.selector)), of: facts.description)
      return LineHead(.learn)
    }
  }

  mutating func report(_ change: LearnedChange, of id: NodeID, _ facts: NodeFacts) {
    write {
      $1.writeLearn(change, of: id, facts.description)
      return LineHead(.learn)
    }
  }

  func message(of shared: SharedInput, on device: DeviceDescription) -> String {
    let names = [shared.earlier, shared.later].map { profile.switches[$0.switchIndex].name }
    let code = InputText.text(of: .key(shared.code))
    return "\(code) of '\(PrintableName.of(device.name))' is the input of two switches: it presses '\(names[0])', "
      + "and not '\(names[1])'; give each an input of its own"
  }
}
