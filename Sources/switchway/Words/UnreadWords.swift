import SwitchwayConfig
import SwitchwayCore

/// Devices that an entry matches but that are not read, because their keys that press switches type text.
enum UnreadWords {
  /// The reason and what to add: `key_space types text, and …; add 'grab: yes' to 'box'`.
  ///
  /// - Parameter areTooMany: the device would be grabbed, but the keys are too many.
  static func reason(_ keys: [UInt16], entry: String, areTooMany: Bool = false) -> String {
    let most = KeyboardSettings.mostTextKeys
    if areTooMany {
      return "the buttons of '\(entry)' are more than \(most) keys that type text here; use fewer, or keys that type "
        + "nothing"
    }
    let names = keys.map { InputText.text(of: .key($0)) }
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    return "\(shown) \(names.count == 1 ? "types" : "type") text, and such keys are read only from a device that is "
      + "grabbed; add 'grab: yes' to '\(entry)'"
  }

  /// Lines for `status` about the profile in force and this machine's devices; empty if all are read.
  static func warnings(askingAt socket: String?) -> String {
    guard let profile = (try? ProfileInForce.load(file: nil, askingAt: socket))?.profile else { return "" }
    return sentences(profile, (try? MachineDevices.all()) ?? []).map { unread in
      "not read  \(unread.device), so its switches do nothing: \(unread.reason)\n"
    }.joined()
  }

  /// A sentence for each present device that is not read, with the name of its entry.
  static func sentences(
    _ profile: Profile, _ devices: [DeviceDescription]
  ) -> [(entry: String, device: String, reason: String)] {
    devices.compactMap { device in
      let keys = profile.textKeysLeftUnread(on: device)
      guard !keys.isEmpty, let index = profile.entry(for: device) else { return nil }
      let entry = profile.devices[index].name
      let areTooMany = profile.hasTooManyTextKeys(device, entry: index)
      return (entry, PrintableName.of(device.name), reason(keys, entry: entry, areTooMany: areTooMany))
    }
  }
}
