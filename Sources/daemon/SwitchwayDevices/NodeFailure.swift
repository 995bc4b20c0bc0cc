import Glibc

/// The reason why a device node could not be opened or grabbed.
public enum NodeFailure: Error, Hashable, Sendable {
  /// `EACCES`, `EPERM`: access may be granted a moment later.
  case permission
  /// `ENOENT`, `ENODEV`, `ENXIO`: the node was removed since its announcement, or is not created yet.
  case gone
  /// `EBUSY`: another program has grabbed the node.
  case busy
  case other(Int32)

  /// Makes the failure for an errno.
  public init(errno code: Int32) {
    switch code {
    case EACCES, EPERM: self = .permission
    case ENOENT, ENODEV, ENXIO: self = .gone
    case EBUSY: self = .busy
    default: self = .other(code)
    }
  }

  /// The failure as a word of the protocol: `permission`, `gone`, `busy` or `error`.
  public var word: String {
    switch self {
    case .permission: "permission"
    case .gone: "gone"
    case .busy: "busy"
    case .other: "error"
    }
  }

  /// The message about the failure and its remedy.
  public var message: String {
    switch self {
    case .permission: "no permission to read it; the user needs the group of the node (input), or a udev rule"
    case .gone: "it was unplugged"
    case .busy: "another program has grabbed it, so no other program gets its events; end that program"
    case .other(EMFILE), .other(ENFILE):
      "too many files are open; unplug devices that are not needed, or raise LimitNOFILE of the service"
    case .other(let code): unsafe String(cString: strerror(code))
    }
  }
}
