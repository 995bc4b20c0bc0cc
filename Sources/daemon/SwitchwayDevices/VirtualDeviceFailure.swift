import Glibc

/// The reason why there is no virtual keyboard or pointer, or why it can no longer send.
public enum VirtualDeviceFailure: Error, Hashable, Sendable {
  /// `EACCES`, `EPERM` when opening uinput: access may be granted a moment later.
  case permission
  /// `ENOENT`, `ENODEV`, `ENXIO` when opening uinput: the kernel has no uinput, or its module is not loaded.
  case missing
  /// The kernel refused to create the device. The value is the `errno`.
  case refused(Int32)
  /// The kernel refused events. The value is the `errno`. It is unknown now which keys are down, so the device must be
  /// closed, which releases all keys.
  case broken(Int32)

  /// Makes the failure for the `errno` of opening uinput.
  init(opening code: Int32) {
    switch code {
    case EACCES, EPERM: self = .permission
    case ENOENT, ENODEV, ENXIO: self = .missing
    default: self = .refused(code)
    }
  }

  /// The failure as a word for the log: `permission`, `missing`, `refused` or `broken`.
  public var word: String {
    switch self {
    case .permission: "permission"
    case .missing: "missing"
    case .refused: "refused"
    case .broken: "broken"
    }
  }

  /// The message about the failure and its remedy.
  public var message: String {
    switch self {
    case .permission:
      "no permission to open /dev/uinput; the process needs the group of the node (switchway-uinput), or a udev rule"
    case .missing: "this kernel has no /dev/uinput; load its module (modprobe uinput), or build the kernel with it"
    case .refused(let code):
      unsafe "the kernel made no virtual device: \(String(cString: strerror(code))); see the kernel's log (dmesg)"
    case .broken(let code):
      unsafe "writing to the virtual device failed: \(String(cString: strerror(code))); it is created again"
    }
  }
}
