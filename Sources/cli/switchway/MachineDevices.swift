import Glibc
import SwitchwayCore
import SwitchwayDevices

/// The event nodes of this machine, as sysfs and udev describe them. No node is opened.
enum MachineDevices {
  static func all() throws(CommandFailure) -> [DeviceDescription] { try announced().map(\.description) }

  /// Returns the nodes of `all` together with their paths.
  static func announced() throws(CommandFailure) -> [NodeAnnouncement] {
    do throws(DeviceMonitor.Failure) {
      return try DeviceMonitor().existing()
    } catch {
      switch error {
      case .unavailable(let code):
        throw CommandFailure(code == EACCES || code == EPERM ? .permission : .failed, "\(error)")
      }
    }
  }
}
