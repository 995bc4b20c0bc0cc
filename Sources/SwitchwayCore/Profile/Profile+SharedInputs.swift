/// An `input` of a switch in a profile.
public struct InputUse: Hashable, Sendable {
  /// Index in `Profile.switches`.
  public var switchIndex: Int
  /// Index in that switch's `inputs`.
  public var inputIndex: Int

  public init(switchIndex: Int, inputIndex: Int) {
    self.switchIndex = switchIndex
    self.inputIndex = inputIndex
  }
}

/// Two switches that one key or button of a device would press, because they name it differently: `button-1` and
/// `btn_trigger`.
public struct SharedInput: Hashable, Sendable {
  /// The key or button.
  public var code: UInt16
  /// Of the switch that comes first in the file.
  public var earlier: InputUse
  public var later: InputUse
}

// Inputs as they are on a real device: a file alone does not say which key `button-1` is.
extension Profile {
  /// Whether a device can give two switches the same key: only where one names it by its code and the other by its
  /// number. The same name twice is an error of the file, and so is `any` beside another key.
  public var mayShareInputs: Bool {
    devices.indices.contains { index in
      var numbered: Set<Int> = []
      var named: Set<Int> = []
      for (switchIndex, one) in switches.enumerated() {
        for input in one.inputs where input.device == index {
          switch input.selector {
          case .button: numbered.insert(switchIndex)
          case .key: named.insert(switchIndex)
          case .anyKey, .axis: break
          }
        }
      }
      return !numbered.isEmpty && !named.isEmpty && numbered.union(named).count > 1
    }
  }

  /// The keys and buttons of a device, taken by the entry at `entry`, that more than one switch names; in the order of the
  /// file. Axes are not among them: different levels of one axis are different inputs.
  public func sharedInputs(on device: DeviceDescription, entry: Int) -> [SharedInput] {
    let codes = device.keys.codes
    var first: [UInt16: InputUse] = [:]
    var shared: [SharedInput] = []
    for (switchIndex, one) in switches.enumerated() {
      for (inputIndex, input) in one.inputs.enumerated() where input.device == entry {
        guard let code = code(of: input.selector, among: codes) else { continue }
        let use = InputUse(switchIndex: switchIndex, inputIndex: inputIndex)
        guard let earlier = first[code] else {
          first[code] = use
          continue
        }
        if earlier.switchIndex != switchIndex {
          shared.append(SharedInput(code: code, earlier: earlier, later: use))
        }
      }
    }
    return shared
  }

  /// The key or button that a selector means on a device with these codes; nil where it is none of them, or not one alone.
  public func code(of selector: InputSelector, among codes: [UInt16]) -> UInt16? {
    switch selector {
    case .key(let code): codes.contains(code) ? code : nil
    case .button(let number): codes.indices.contains(number - 1) ? codes[number - 1] : nil
    case .anyKey, .axis: nil
    }
  }
}
