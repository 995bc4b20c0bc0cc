/// Which inputs of a profile's switches a device has.
extension Profile {
  /// Whether `device` has the input `selector`.
  package func has(_ device: DeviceDescription, _ selector: InputSelector) -> Bool {
    switch selector {
    case .key, .button: code(of: selector, among: device.keys.codes) != nil
    case .anyKey: !device.keys.isEmpty
    case .axis(let condition): device.axes.contains { $0.code == condition.code }
    }
  }

  /// Whether any switch can be pressed by a device that the entry at `entry` matched.
  public func hears(_ device: DeviceDescription, entry: Int) -> Bool {
    switches.contains { one in one.inputs.contains { $0.device == entry && has(device, $0.selector) } }
  }

  /// The keys of a device that press switches and that a desktop acts on, too, unless the device is grabbed: keys of a
  /// keyboard, and the buttons of a mouse. The entry at `entry` matched the device.
  public func keysOnDesktop(of device: DeviceDescription, entry: Int) -> [UInt16] {
    switchKeys(of: device, entry: entry).codes.filter { code in
      device.keys.contains(code)
        && (!Button.isButton(code) || device.kind == .pointer && Button.mouse.contains(code))
    }
  }

  /// Whether keys of a device press switches that a desktop acts on, but none that types text. A joystick with such a
  /// key is read only with `grab: yes`, as any device (`entryToRead`).
  func sendsActingKeys(_ device: DeviceDescription, entry: Int) -> Bool {
    let keys = keysOnDesktop(of: device, entry: entry)
    return !keys.isEmpty && !keys.contains { ChordKey.position($0).typesText }
  }

  /// The keys of `keysOnDesktop` that reach the desktop although they press switches: the device is read, and neither
  /// grabbed nor one of the keyboards whose keys go through Switchway.
  public func leaks(of device: DeviceDescription) -> [UInt16] {
    guard let entry = entryToRead(for: device), !isKeyboard(device, entry: entry),
      !GrabDecision(profile: self, entry: entry, device: device).isGrab
    else { return [] }
    return keysOnDesktop(of: device, entry: entry)
  }

  /// The numbered inputs of switches that another switch takes on this device. `button-1` in a list is there for devices
  /// whose key has no other name in the profile. If another switch names the key by its code, the key is that switch's.
  ///
  ///     left:   [pedals/a, pedals/button-1]        a pedal that has only b: its button-1 is b,
  ///     middle: [pedals/b, pedals/button-2]        which presses middle
  func yieldedInputs(on device: DeviceDescription, entry: Int) -> Set<InputUse> {
    let codes = device.keys.codes
    var named: [UInt16: Int] = [:]
    for (index, one) in switches.enumerated() {
      for input in one.inputs where input.device == entry {
        if case .key(let code) = input.selector, named[code] == nil { named[code] = index }
      }
    }
    var yielded: Set<InputUse> = []
    for (index, one) in switches.enumerated() where one.inputs.count(where: { $0.device == entry }) > 1 {
      for (inputIndex, input) in one.inputs.enumerated() where input.device == entry {
        guard case .button = input.selector, let code = code(of: input.selector, among: codes), let owner = named[code],
          owner != index
        else { continue }
        yielded.insert(InputUse(switchIndex: index, inputIndex: inputIndex))
      }
    }
    return yielded
  }
}
