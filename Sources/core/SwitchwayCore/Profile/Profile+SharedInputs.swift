/// An `input` of a switch in a profile.
public struct InputUse: Hashable, Sendable {
  /// Index in `Profile.switches`.
  public var switchIndex: Int
  /// Index in the `inputs` of this switch.
  public var inputIndex: Int

  public init(switchIndex: Int, inputIndex: Int) {
    self.switchIndex = switchIndex
    self.inputIndex = inputIndex
  }
}

/// Two switches that the same key or button of a device would press, because they name it differently: `button-1` and
/// `btn_trigger`.
public struct SharedInput: Hashable, Sendable {
  /// The key or button.
  public var code: UInt16
  /// The input of the switch that comes first in the file.
  public var earlier: InputUse
  public var later: InputUse
}

// Functions about inputs on a real device: the file alone does not say which key `button-1` is.
extension Profile {
  /// Whether one key of a device could press two switches. This is possible only if one switch names the key by code
  /// and the other by number. A file that names a key twice, or `any` beside another key, is refused anyway.
  public var mayShareInputs: Bool {
    devices.indices.contains { index in
      var numbered: Set<Int> = []
      var named: Set<Int> = []
      for (switchIndex, one) in switches.enumerated() {
        for input in one.inputs where input.device == index {
          switch input.selector {
          case .button: numbered.insert(switchIndex)
          case .key: named.insert(switchIndex)
          case .anyKey, .axis, .movement: break
          }
        }
      }
      return !numbered.isEmpty && !named.isEmpty && numbered.union(named).count > 1
    }
  }

  /// The keys and buttons that more than one switch names, on a device that the entry at `entry` matched, in the order
  /// of the file. Axes are not included, because different levels of one axis are different inputs. An input of a
  /// list that yields to another switch is not included either (`yieldedInputs`).
  public func sharedInputs(on device: DeviceDescription, entry: Int) -> [SharedInput] {
    let codes = device.keys.codes
    let yielded = yieldedInputs(on: device, entry: entry)
    var first: [UInt16: InputUse] = [:]
    var shared: [SharedInput] = []
    for (switchIndex, one) in switches.enumerated() {
      for (inputIndex, input) in one.inputs.enumerated() where input.device == entry {
        guard let code = code(of: input.selector, among: codes) else { continue }
        let use = InputUse(switchIndex: switchIndex, inputIndex: inputIndex)
        if yielded.contains(use) { continue }
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

  /// The key or button that a selector means on a device with these codes, or `nil` if it means none, or more than one.
  public func code(of selector: InputSelector, among codes: [UInt16]) -> UInt16? {
    switch selector {
    case .key(let code): codes.contains(code) ? code : nil
    case .button(let number): codes.indices.contains(number - 1) ? codes[number - 1] : nil
    case .anyKey, .axis, .movement: nil
    }
  }
}
