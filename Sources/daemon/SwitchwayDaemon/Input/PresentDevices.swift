import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices

/// Checks profiles against the devices that are present.
enum PresentDevices {
  /// Returns a store that refuses a profile if one key of a present device belongs to two of its switches.
  static func compared(with store: ProfileStore, _ options: DaemonOptions) -> ProfileStore {
    let recordings = options.recordings
    var store = store
    store.presentDevices = {
      guard recordings.isEmpty else { return recordings.compactMap { (try? Recording(path: $0))?.description } }
      // The descriptions are read from sysfs and udev, without opening a device.
      return (try? DeviceMonitor())?.existing().map(\.description) ?? []
    }
    return store
  }
}
