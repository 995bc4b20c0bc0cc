/// The path of the daemon's socket. The daemon binds one path, and clients try several.
public enum SocketPath: Hashable, Sendable {
  /// The socket is in a directory of its own, which is made if it is missing.
  case own(directory: String)
  /// The socket is at a path that the user gave, in an existing directory.
  case given(path: String)

  /// The file name of the socket in a directory of its own.
  public static let name = "socket"

  /// The socket's path.
  public var path: String {
    switch self {
    case .own(let directory): directory + "/" + Self.name
    case .given(let path): path
    }
  }

  /// Returns the path that the daemon binds: `explicit` if it is given, otherwise a socket in `$RUNTIME_DIRECTORY`,
  /// otherwise a socket in the directory `switchway` of `$XDG_RUNTIME_DIR`. `/tmp` is used only if one of these names
  /// it.
  ///
  /// Throws if none of the three is given, or if `explicit` cannot be the path of a file.
  public static func toBind(
    environment: [String: String], explicit: String?
  ) throws(ListeningSocketError) -> SocketPath {
    if let explicit {
      guard !explicit.isEmpty, !explicit.hasSuffix("/"), !explicit.utf8.contains(0) else {
        throw .unusable("--socket: '\(explicit)' is not the path of a file", help: "give one such as ./socket")
      }
      return .given(path: explicit)
    }
    // The variable has several directories, separated by colons, if the unit names several. The first is used.
    if let list = environment["RUNTIME_DIRECTORY"], let directory = list.split(separator: ":").first,
      directory.hasPrefix("/")
    {
      return .own(directory: withoutSlash(String(directory)))
    }
    if let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") {
      return .own(directory: withoutSlash(directory) + "/switchway")
    }
    throw .unusable(
      "there is no place for the socket: neither RUNTIME_DIRECTORY nor XDG_RUNTIME_DIR is set to a directory",
      help: "start switchwayd in a login session or as a systemd service, or give --socket PATH")
  }

  /// Returns the paths that a client tries, in this order: `$SWITCHWAY_SOCKET`, the path in `$XDG_RUNTIME_DIR`, and the
  /// path of the system service.
  public static func toLookFor(environment: [String: String]) -> [String] {
    var paths: [String] = []
    if let path = environment["SWITCHWAY_SOCKET"], !path.isEmpty { paths.append(path) }
    if let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") {
      paths.append(withoutSlash(directory) + "/switchway/" + name)
    }
    if let user = environment["USER"], !user.isEmpty, !user.utf8.contains(UInt8(ascii: "/")), user != ".." {
      paths.append(ofService(for: user))
    }
    return paths
  }

  /// Returns the path of the socket of the system service for `user`.
  public static func ofService(for user: String) -> String { "/run/switchway/" + user + "/" + name }

  /// Removes slashes and `/.` from the end of a path. With them, the system would follow a link at this path instead of
  /// refusing it.
  private static func withoutSlash(_ directory: String) -> String {
    var directory = directory
    while directory.hasSuffix("/") || directory.hasSuffix("/.") { directory.removeLast() }
    return directory
  }
}

/// The reason why the socket could not be bound.
public enum ListeningSocketError: Error, Hashable, Sendable {
  /// Another running instance of the daemon uses the path, and continues to use it.
  case inUse(path: String)
  /// The path cannot be used, for example because there is another file. The values are a message and its remedy.
  case unusable(String, help: String)
  case system(SystemFailure)
}

/// A failed system call.
public struct SystemFailure: Error, Hashable, Sendable {
  /// The call that failed, such as `bind /run/user/1000/switchway/socket`.
  public let call: String
  /// The `errno` of the call, a positive number.
  public let code: Int32

  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }
}
