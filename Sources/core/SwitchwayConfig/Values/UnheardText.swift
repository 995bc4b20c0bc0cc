import SwitchwayCore

/// Texts for people about the inputs of a device, and how a switch can use one of them.
public enum UnheardText {
  /// Advice about a device that presses no switch, or not all of its switches. `entry`: the name of the entry that
  /// matched it.
  public static func help(for device: DeviceDescription, entry: String) -> String {
    let example =
      if !device.keys.isEmpty {
        "button-1"
      } else if let axis = device.axes.first(where: { $0.code < 0x18 }) {
        "\(name(of: axis)) > 60%"
      } else {
        nil as String?
      }
    guard let example else { return "\(inventory(of: [device])): use another device with 'switchway learn'" }
    return "\(inventory(of: [device])); 'switchway learn' writes the one that you press, or write for example "
      + "input: \(entry)/\(example)"
  }

  /// Lists the inputs of the device with the most keys: `it has button-1 to button-2: btn_0, btn_1`. If `selector` is
  /// an axis or a movement, only axes or movements are listed, if the device has any.
  static func inventory(of devices: [DeviceDescription], for selector: InputSelector? = nil) -> String {
    let device = devices.max { $0.keys.count < $1.keys.count } ?? devices[0]
    let keys = device.keys.codes.map { InputText.text(of: .key($0)) }
    let axes = device.axes.map(name)
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

  /// The first eight names, and the number of the other names.
  public static func listed(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  private static func name(of axis: AxisDescription) -> String {
    EventNames.shown(type: EventType.absolute, axis.code).lowercased()
  }
}
