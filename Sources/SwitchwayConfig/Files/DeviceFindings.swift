import SwitchwayCore

// Errors in a profile that are only visible when the present devices are known.
extension LoadResult {
  /// Refuses the profile if two of its switches use the same key of a device.
  package mutating func refuseSharedInputs(on devices: [DeviceDescription]) {
    if let profile { refuseSharedInputs(of: profile, on: devices) }
  }

  /// Refuses the profile if two of its switches use the same key of a device, or if a switch names an input that none
  /// of its present devices has.
  package mutating func refuseInputs(on devices: [DeviceDescription]) {
    guard let profile else { return }
    refuseMissingInputs(of: profile, on: devices)
    refuseSharedInputs(of: profile, on: devices)
  }

  private mutating func refuseSharedInputs(of profile: Profile, on devices: [DeviceDescription]) {
    var told: Set<InputUse> = []
    for device in devices {
      guard let entry = profile.entry(for: device) else { continue }
      for shared in profile.sharedInputs(on: device, entry: entry) where told.insert(shared.later).inserted {
        refuse(shared, on: device, profile)
      }
    }
  }

  private mutating func refuse(_ shared: SharedInput, on device: DeviceDescription, _ profile: Profile) {
    let (earlier, later) = (shared.earlier, shared.later)
    let name = profile.switches[earlier.switchIndex].name
    let first = place(of: earlier, in: profile)
    refuse(
      at: place(of: later, in: profile),
      "two switches on one input: of '\(PrintableName.of(device.name))', \(LoadResult.text(of: later, in: profile)) is "
        + "\(LoadResult.text(of: earlier, in: profile)), which presses '\(name)' (\(first))",
      help: "give each switch an input of its own")
  }

  private mutating func refuseMissingInputs(of profile: Profile, on devices: [DeviceDescription]) {
    let entries = devices.map { profile.entry(for: $0) }
    for (switchIndex, one) in profile.switches.enumerated() {
      for (inputIndex, input) in one.inputs.enumerated() {
        let present = devices.indices.filter { entries[$0] == input.device }.map { devices[$0] }
        guard !present.isEmpty, !present.contains(where: { profile.has($0, input.selector) }) else { continue }
        let use = InputUse(switchIndex: switchIndex, inputIndex: inputIndex)
        let named = present.map { "'\(PrintableName.of($0.name))'" }
        let text = LoadResult.text(of: use, in: profile)
        refuse(
          at: place(of: use, in: profile),
          "\(named.count == 1 ? named[0] + " has" : named.joined(separator: " and ") + " have") no \(text)",
          help: LoadResult.help(for: present, input.selector))
      }
    }
  }

  private static func help(for devices: [DeviceDescription], _ selector: InputSelector) -> String {
    let device = devices.max { $0.keys.count < $1.keys.count } ?? devices[0]
    let keys = device.keys.codes.map { InputText.text(of: .key($0)) }
    let axes = device.axes.map { EventNames.shown(type: EventType.absolute, $0.code).lowercased() }
    let moves = MovementCode.codes(in: device.movements).map {
      EventNames.shown(type: EventType.relative, $0).lowercased()
    }
    if case .axis = selector, !axes.isEmpty { return "it has \(listed(axes))" }
    if case .movement = selector, !moves.isEmpty { return "it has \(listed(moves))" }
    guard !keys.isEmpty else {
      return (axes + moves).isEmpty ? "it has no inputs" : "it has no keys, but \(listed(axes + moves))"
    }
    let numbers = keys.count == 1 ? "button-1" : "button-1 to button-\(keys.count)"
    return "it has \(numbers): \(listed(keys))"
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  private func place(of use: InputUse, in profile: Profile) -> ProfilePlaces.Place {
    let name = profile.switches[use.switchIndex].name
    return places.input(use.inputIndex, ofSwitch: name) ?? top
  }

  private static func text(of use: InputUse, in profile: Profile) -> String {
    let input = profile.switches[use.switchIndex].inputs[use.inputIndex]
    return "'\(profile.devices[input.device].name)/\(InputText.text(of: input.selector))'"
  }
}

extension Profile {
  /// Whether `device` has the input `selector`.
  fileprivate func has(_ device: DeviceDescription, _ selector: InputSelector) -> Bool {
    switch selector {
    case .key, .button: code(of: selector, among: device.keys.codes) != nil
    case .anyKey: !device.keys.isEmpty
    case .movement(let condition): MovementCode.codes(in: device.movements).contains(condition.code)
    case .axis(let condition): device.axes.contains { $0.code == condition.code }
    }
  }
}
