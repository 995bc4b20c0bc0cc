import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// The devices that a profile is held to when it comes into force.
enum PresentDevices {
  /// The store, which refuses profiles of which one key of a device that is there is two switches.
  static func compared(with store: ProfileStore, _ options: DaemonOptions) -> ProfileStore {
    let recordings = options.recordings
    var store = store
    store.presentDevices = {
      guard recordings.isEmpty else { return recordings.compactMap { (try? Recording(path: $0))?.description } }
      // As sysfs and udev describe them: none is opened.
      return (try? DeviceMonitor())?.existing().map(\.description) ?? []
    }
    return store
  }
}

// A device that comes later than the profile.
extension Engine {
  /// For each input of a device that two switches name, what becomes of it.
  func sharedInputMessages(_ device: DeviceDescription, entry: Int?) -> [String] {
    guard let entry else { return [] }
    return profile.sharedInputs(on: device, entry: entry).map { shared in
      let names = [shared.earlier, shared.later].map { profile.switches[$0.switchIndex].name }
      let code = InputText.text(of: .key(shared.code))
      return "\(code) of '\(PrintableName.of(device.name))' is the input of two switches: it presses '\(names[0])', "
        + "and not '\(names[1])'; give each an input of its own"
    }
  }

  /// Reports the inputs of a device that two switches name. Only the first of the two is pressed.
  func warnOfSharedInputs(_ device: DeviceDescription, entry: Int?, at time: Instant) {
    for message in sharedInputMessages(device, entry: entry) {
      warn(.sharedInput, entry: entry, message: message, at: time)
    }
  }
}
