import Glibc

/// Lists the entries of a folder.
package enum FolderNames {
  /// Returns the names of all entries. The list is empty if the folder cannot be read.
  ///
  /// - Parameter isKernels: whether it is a folder of the kernel, such as /proc, in which no user can have put
  ///   anything.
  package static func all(in folder: String, isKernels: Bool = false) -> [String] {
    guard isKernels || ForeignPath(folder) == nil, let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe _ = closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
