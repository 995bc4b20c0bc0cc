import SwitchwayConfig
import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

/// Warnings about keys of switches that also act on the desktop, because their device is not grabbed.
enum LeakWords {
  /// Adds a warning for each input of a switch that reaches the desktop from one of these devices. A place is skipped
  /// if there is already such a warning about it.
  static func warn(_ result: inout LoadResult, _ profile: Profile, _ present: [DeviceDescription]) {
    var warned = Set(result.diagnostics.filter { $0.code == .reachesDesktop }.map { [$0.line, $0.column] })
    for device in present {
      let leaks = profile.leaks(of: device)
      guard !leaks.isEmpty, let entry = profile.entry(for: device) else { continue }
      let name = profile.devices[entry].name
      for one in profile.switches {
        for (index, input) in one.inputs.enumerated() where input.device == entry {
          let codes = leaks.filter { profile.presses(input.selector, $0, of: device) }
          guard !codes.isEmpty,
            let place = result.places.input(index, ofSwitch: one.name) ?? result.places.device(name),
            warned.insert([place.line, place.column]).inserted
          else { continue }
          result.warn(
            at: place,
            "'\(name)/\(InputText.text(of: input.selector))' also reaches the desktop: "
              + "'\(PrintableName.of(device.name))' is not grabbed",
            help: help(profile.devices[entry], device, codes))
        }
      }
    }
  }

  private static func help(_ entry: DeviceEntry, _ device: DeviceDescription, _ codes: [UInt16]) -> String {
    if device.kind == .touch { return "touch devices are never grabbed; use another device for the switch" }
    let others =
      Profile.kindsThatPass.contains(device.kind)
      ? "its other keys still type" : "everything else on it then does nothing"
    let grab =
      device.kind == .pointer
      ? "add grab: yes to device '\(entry.name)'; its movement and its other buttons still work"
      : "add grab: yes to device '\(entry.name)'; \(others)"
    guard codes.contains(where: DesktopKeys.isPower) else { return grab }
    return "each press may also turn the computer off or put it to sleep; use another key, or \(grab)"
  }
}

extension Profile {
  /// Whether the key `code` of `device` presses a switch through `selector`.
  fileprivate func presses(_ selector: InputSelector, _ code: UInt16, of device: DeviceDescription) -> Bool {
    if case .anyKey = selector { return true }
    return self.code(of: selector, among: device.keys.codes) == code
  }
}
