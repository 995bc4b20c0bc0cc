import Glibc

/// Why there is no virtual keyboard, or why nothing can be typed on it any more.
public enum VirtualKeyboardFailure: Error, Hashable, Sendable {
  /// `EACCES`, `EPERM` at the opening of uinput: the rights may come a moment later.
  case permission
  /// `ENOENT`, `ENODEV`, `ENXIO` at the opening: this kernel has no uinput, or its module is not loaded.
  case missing
  /// The kernel does not make the device; errno.
  case refused(Int32)
  /// The kernel did not take what was typed; errno. Which keys are down is not known any more: close it, and let go of
  /// everything.
  case broken(Int32)

  /// The failure that an errno of opening uinput means.
  init(opening code: Int32) {
    switch code {
    case EACCES, EPERM: self = .permission
    case ENOENT, ENODEV, ENXIO: self = .missing
    default: self = .refused(code)
    }
  }

  /// A word for the log: `permission`, `missing`, `refused`, `broken`.
  public var word: String {
    switch self {
    case .permission: "permission"
    case .missing: "missing"
    case .refused: "refused"
    case .broken: "broken"
    }
  }

  /// What is wrong and how to mend it, for people.
  public var message: String {
    switch self {
    case .permission:
      "no permission to open /dev/uinput; the process needs the group of the node (switchway-uinput), or a udev rule"
    case .missing: "this kernel has no /dev/uinput; load its module (modprobe uinput), or build the kernel with it"
    case .refused(let code):
      unsafe "the kernel makes no virtual keyboard: \(String(cString: strerror(code))); see the kernel's log (dmesg)"
    case .broken(let code):
      unsafe "typing on the virtual keyboard failed: \(String(cString: strerror(code))); it is made anew"
    }
  }
}
