import SwitchwayCore

extension Profile {
  /// A profile of the device `box` and the switch `left`, which these inputs press. Without inputs it has no switch.
  package static func oneBox(
    _ grab: DeviceEntry.Grab, inputs: [InputSelector], keyboard: KeyboardSettings? = nil
  ) -> Profile {
    let left = SwitchDefinition(
      name: "left", inputs: inputs.map { SwitchInput(device: 0, selector: $0) }, gestures: GestureBindings())
    return Profile(
      name: "test", devices: [DeviceEntry(name: "box", match: DeviceMatch(), grab: grab)],
      switches: inputs.isEmpty ? [] : [left], keyboard: keyboard)
  }
}
