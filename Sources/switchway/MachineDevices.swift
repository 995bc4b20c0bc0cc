import Glibc
import SwitchwayCore
import SwitchwayDevices

/// The event nodes of this machine, as sysfs and udev describe them: none is opened.
enum MachineDevices {
  static func all() throws(CommandFailure) -> [DeviceDescription] {
    do throws(DeviceMonitor.Failure) {
      return try DeviceMonitor().existing().map(\.description)
    } catch {
      switch error {
      case .unavailable(let code):
        throw CommandFailure(
          code == EACCES || code == EPERM ? .permission : .failed,
          unsafe "cannot look for devices: \(String(cString: strerror(code)))")
      }
    }
  }
}
