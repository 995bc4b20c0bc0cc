import Glibc

/// Makes paths absolute, so that they also lead to their files in processes that run in another folder.
enum AbsolutePath {
  /// Returns `path` as an absolute path: puts the working folder of this process before a relative path. Does not
  /// resolve links. If the working folder is unknown, returns `path` unchanged.
  static func of(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    let name = unsafe String(cString: folder)
    var rest = Substring(path)
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    return (name == "/" ? "" : name) + "/" + rest
  }
}
