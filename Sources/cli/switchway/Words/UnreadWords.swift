import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayText

/// Finds devices that an entry matches but that are not read, because keys that press switches also type text.
enum UnreadWords {
  /// Returns lines for `switchway status` about devices of this computer that the active profile matches, but that are
  /// not read. Empty if all are read.
  static func warnings(askingAt socket: String?) -> String {
    guard let profile = (try? ProfileInForce.load(file: nil, askingAt: socket))?.profile else { return "" }
    return sentences(profile, (try? MachineDevices.all()) ?? []).map { unread in
      "not read  \(unread.device), so its switches do nothing: \(unread.reason)\n"
    }.joined()
  }

  /// Returns the reason for each of `devices` that is not read, with the names of its entry and of the device.
  static func sentences(
    _ profile: Profile, _ devices: [DeviceDescription]
  ) -> [(entry: String, device: String, reason: String)] {
    devices.compactMap { device in
      guard let index = profile.entry(for: device) else { return nil }
      // It does not matter here whether Switchway could pass on the device's other events.
      let plan = NodePlan(profile: profile, entry: index, device: device, foreign: nil)
      guard !plan.isRead else { return nil }
      return (
        profile.devices[index].name, PrintableName.of(device.name),
        NodeWords.reason(plan, profile, entry: index, device: device)
      )
    }
  }
}
