import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices

/// Checks profiles against the devices that are present.
enum PresentDevices {
  /// A store that refuses profiles in which one key of a present device belongs to two switches.
  static func compared(with store: ProfileStore, _ options: DaemonOptions) -> ProfileStore {
    let recordings = options.recordings
    var store = store
    store.presentDevices = {
      guard recordings.isEmpty else { return recordings.compactMap { (try? Recording(path: $0))?.description } }
      // Descriptions come from sysfs and udev; no device is opened.
      return (try? DeviceMonitor())?.existing().map(\.description) ?? []
    }
    return store
  }
}
