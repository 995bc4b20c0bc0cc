import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayText

/// Devices that an entry matches but that are not read, because their keys that press switches type text.
enum UnreadWords {
  /// Lines for `status` about the active profile and the devices of this computer; empty if all are read.
  static func warnings(askingAt socket: String?) -> String {
    guard let profile = (try? ProfileInForce.load(file: nil, askingAt: socket))?.profile else { return "" }
    return sentences(profile, (try? MachineDevices.all()) ?? []).map { unread in
      "not read  \(unread.device), so its switches do nothing: \(unread.reason)\n"
    }.joined()
  }

  /// One sentence for each present device that is not read, with the name of its entry.
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
