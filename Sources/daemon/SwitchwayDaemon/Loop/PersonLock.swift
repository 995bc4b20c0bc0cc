import CLibsystemd
import CLinuxInput
import Glibc

/// A lock that is held by the daemon that reads a person's devices, wherever the daemon's socket is. It prevents a
/// second daemon, which would read the same presses and grab the same keyboards.
///
/// The lock is a name among the abstract Unix sockets, `switchway/UID`. It needs no folder to which both a system
/// service and a program in a terminal can write, and the kernel frees it whenever the process ends. The holder never
/// accepts connections to this socket. Up to 4,096 connections can wait, and the kernel reports to each which process
/// holds the lock.
///
/// A process of another user can take the name first, or fill the queue of connections. Then the daemon ignores the
/// lock and starts, because for the person it is worse to have no daemon than to have two.
final class PersonLock {
  /// The process that has the lock.
  enum Holder: Equatable {
    /// A unit of the system's systemd, such as `switchway@anna.service`.
    case systemUnit(String, pid_t)
    /// A unit of the person's own systemd.
    case userUnit(String, pid_t)
    /// The daemon was started in another way, or by a unit whose name cannot be read from a sandbox.
    case process(pid_t)

    /// The holder's name in messages, such as `switchway@anna.service (process 812)`.
    var name: String {
      switch self {
      case .systemUnit(let unit, let process): "\(unit) (process \(process))"
      case .userUnit(let unit, let process): "the user unit \(unit) (process \(process))"
      case .process(let process): "another switchwayd (process \(process))"
      }
    }

    /// The command line that ends the holder.
    var ending: String {
      switch self {
      case .systemUnit(let unit, _): "sudo systemctl stop \(unit)"
      case .userUnit(let unit, _): "systemctl --user stop \(unit)"
      case .process(let process): "kill \(process)"
      }
    }
  }

  enum Outcome {
    /// No other daemon of this person reads devices. The value is the lock, or `nil` if it was only checked.
    case free(PersonLock?)
    case taken(Holder)
    /// The holder is unknown: another user has the name, or a system call failed.
    case unknown
  }

  /// The number of attempts to take the lock while its holder is starting or ending. Arbitrary.
  private static let attempts = 100

  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock, or only checks whether it is free.
  ///
  /// - Parameters:
  ///   - isHeld: whether to take the lock, and not only to check it.
  ///   - name: the name of the socket. Only tests use another than the person's.
  static func take(isHeld: Bool, name: String = "switchway/\(geteuid())") -> Outcome {
    for _ in 0..<attempts {
      if isHeld {
        let listener = unsafe sw_listen_abstract(name)
        if listener >= 0 { return .free(PersonLock(descriptor: listener)) }
        guard listener == -EADDRINUSE else { return .unknown }
      }
      let connection = unsafe sw_connect_abstract(name)
      guard connection >= 0 else {
        // The holder does not listen yet, or has just ended: try again. If the lock is only checked, it counts as free.
        if connection == -ECONNREFUSED, isHeld {
          sched_yield()
          continue
        }
        return connection == -ECONNREFUSED ? .free(nil) : .unknown
      }
      defer { close(connection) }
      var owner: uid_t = 0
      var process: pid_t = 0
      guard unsafe sw_peer_uid(connection, &owner) == 0, unsafe sw_peer_pid(connection, &process) == 0 else {
        return .unknown
      }
      return owner == geteuid() ? .taken(holder(process)) : .unknown
    }
    return .unknown
  }

  /// Returns the holder by the name of its unit, if that is a unit of Switchway and this process may read its name.
  private static func holder(_ process: pid_t) -> Holder {
    var name: UnsafeMutablePointer<CChar>?
    defer { unsafe free(name) }
    if unsafe sd_pid_get_user_unit(process, &name) >= 0, let name = unsafe name {
      let unit = unsafe String(cString: name)
      return unit == "switchway.service" ? .userUnit(unit, process) : .process(process)
    }
    if unsafe sd_pid_get_unit(process, &name) >= 0, let name = unsafe name {
      let unit = unsafe String(cString: name)
      return unit.hasPrefix("switchway@") ? .systemUnit(unit, process) : .process(process)
    }
    return .process(process)
  }
}
