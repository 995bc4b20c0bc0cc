import Glibc

/// Absolute paths, for processes that were started in another folder.
enum AbsolutePath {
  /// `path` as an absolute path, with links unresolved: a relative path is completed with this process's working
  /// folder. Unchanged if that folder is unknown.
  static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let name = unsafe String(cString: folder)
    var rest = Substring(path)
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    return (name == "/" ? "" : name) + "/" + rest
  }
}
