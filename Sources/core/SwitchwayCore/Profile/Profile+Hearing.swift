/// Functions that find which inputs of a profile's switches a device has.
extension Profile {
  /// Whether `device` has the input `selector`.
  package func has(_ device: DeviceDescription, _ selector: InputSelector) -> Bool {
    switch selector {
    case .key, .button: code(of: selector, among: device.keys.codes) != nil
    case .anyKey: !device.keys.isEmpty
    case .movement(let condition): device.movements.has(condition.code)
    case .axis(let condition): device.axes.contains { $0.code == condition.code }
    }
  }

  /// Whether any switch can be pressed by a device that the entry at `entry` matched.
  public func hears(_ device: DeviceDescription, entry: Int) -> Bool {
    !heardSwitches(on: device, entry: entry).isEmpty
  }

  /// The indices of the switches that can be pressed by a device that the entry at `entry` matched.
  package func heardSwitches(on device: DeviceDescription, entry: Int) -> [Int] {
    let yielded = yieldedInputs(on: device, entry: entry)
    return switches.indices.filter { index in
      let inputs = switches[index].inputs
      return inputs.indices.contains { place in
        inputs[place].device == entry && has(device, inputs[place].selector)
          && !yielded.contains(InputUse(switchIndex: index, inputIndex: place))
      }
    }
  }

  /// The keys of a device that press switches and that also act on the desktop unless the device is grabbed: keys of a
  /// keyboard, and the buttons of a mouse. The entry at `entry` matched the device.
  public func keysOnDesktop(of device: DeviceDescription, entry: Int) -> [UInt16] {
    switchKeys(of: device, entry: entry).codes.filter { code in
      device.keys.contains(code)
        && (!Button.isButton(code) || device.kind == .pointer && Button.mouse.contains(code))
    }
  }

  /// Whether a device has keys that press switches and also act on a desktop, and none of these keys types text. A
  /// joystick on which a key that types text presses a switch is read only with `grab: yes`, like any other device
  /// (`entryToRead`).
  func sendsActingKeys(_ device: DeviceDescription, entry: Int) -> Bool {
    let keys = keysOnDesktop(of: device, entry: entry)
    return !keys.isEmpty && !keys.contains { ChordKey.position($0).typesText }
  }

  /// The keys of `keysOnDesktop` that reach the desktop although they press switches: the device is read, and is
  /// neither grabbed nor one of the keyboards whose keys go through Switchway.
  public func leaks(of device: DeviceDescription) -> [UInt16] {
    guard let entry = entryToRead(for: device), !isKeyboard(device, entry: entry),
      !GrabDecision(profile: self, entry: entry, device: device).isGrab
    else { return [] }
    return keysOnDesktop(of: device, entry: entry)
  }

  /// The inputs that yield on this device: they do not press their switch, because their key presses another switch.
  /// The inputs in a switch's list are alternatives. If two lists have the same key, it presses the switch whose list
  /// has it earlier. The input in the other list yields if it is a number or a key of a keyboard. If the key has the
  /// same place in both lists, or if the later input is a button given by its name, no input yields: the key is shared
  /// (`sharedInputs`).
  ///
  ///     left:   [pedals/a, pedals/button-1]        a pedal that has only b: its button-1 is b,
  ///     middle: [pedals/b, pedals/button-2]        which presses middle
  func yieldedInputs(on device: DeviceDescription, entry: Int) -> Set<InputUse> {
    let codes = device.keys.codes
    /// For each key or button, the inputs that use it, each with its position among its switch's inputs on this device.
    var uses: [UInt16: [(use: InputUse, rank: Int)]] = [:]
    for (index, one) in switches.enumerated() {
      var rank = 0
      for (inputIndex, input) in one.inputs.enumerated() where input.device == entry {
        if let code = code(of: input.selector, among: codes) {
          uses[code, default: []].append((InputUse(switchIndex: index, inputIndex: inputIndex), rank))
        }
        rank += 1
      }
    }
    var yielded: Set<InputUse> = []
    for all in uses.values {
      guard let first = all.map(\.rank).min(), let owner = all.first(where: { $0.rank == first }) else { continue }
      for other in all where other.rank > first && other.use.switchIndex != owner.use.switchIndex {
        if case .key(let code) = switches[other.use.switchIndex].inputs[other.use.inputIndex].selector,
          Button.isButton(code)
        {
          continue
        }
        yielded.insert(other.use)
      }
    }
    return yielded
  }
}
