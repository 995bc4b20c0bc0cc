import Glibc

/// Why a device node could not be opened or taken.
public enum NodeFailure: Error, Hashable, Sendable {
  /// `EACCES`, `EPERM`: the rights may come a moment later.
  case permission
  /// `ENOENT`, `ENODEV`, `ENXIO`: unplugged between its announcement and now, or not made yet.
  case gone
  /// `EBUSY`: another program holds the grab.
  case busy
  /// Any other errno.
  case other(Int32)

  /// The failure that an errno means.
  public init(errno code: Int32) {
    switch code {
    case EACCES, EPERM: self = .permission
    case ENOENT, ENODEV, ENXIO: self = .gone
    case EBUSY: self = .busy
    default: self = .other(code)
    }
  }

  /// A word for the wire: `permission`, `gone`, `busy`, `error`.
  public var word: String {
    switch self {
    case .permission: "permission"
    case .gone: "gone"
    case .busy: "busy"
    case .other: "error"
    }
  }

  /// What is wrong and how to mend it, for people.
  public var message: String {
    switch self {
    case .permission: "no permission to read it; the user needs the group of the node (input), or a udev rule"
    case .gone: "it is not there any more"
    case .busy: "another program holds it; end that program, or set `grab: no`"
    case .other(EMFILE), .other(ENFILE):
      "too many files are open; unplug devices that are not needed, or raise LimitNOFILE of the service"
    case .other(let code): unsafe String(cString: strerror(code))
    }
  }
}
