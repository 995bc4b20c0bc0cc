import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices

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
