import Glibc

/// Paths as others can use them, who were started elsewhere.
enum AbsolutePath {
  /// `path` from the root of the file system, links and all: a relative one is in the folder in which this process runs.
  /// As it is where that cannot be said.
  static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let name = unsafe String(cString: folder)
    var rest = Substring(path)
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    return (name == "/" ? "" : name) + "/" + rest
  }
}
