import Glibc
import SwitchwayCore

/// Where profiles are kept, and how one of them is read.
///
/// A profile is the file `NAME.yaml` in the first of the directories that has it. With a file of its own in front
/// (`--config`), that file is the profile of its name, before all directories.
public struct ProfileStore: Sendable {
  /// Most steps from a profile to the one it extends.
  static let deepest = 16
  /// Most bytes of a profile with all that it extends: 512 KiB, inclusive.
  static let largest = 524_288

  /// Searched in this order.
  public let directories: [String]
  /// A file before all directories.
  public let file: String?
  /// Whose files are trusted.
  public let user: UserIdentity
  /// The devices that profiles are held to when they are read: two switches must not be one key of any of them. Asked only
  /// for profiles in which that can be. nil: profiles are read for themselves.
  package var presentDevices: (@Sendable () -> [DeviceDescription])?
  /// What `file` stands in for; nil: itself.
  private let original: String?
  /// Where all of them are read from.
  package var files = ProfileFiles.disk

  public init(directories: [String], user: UserIdentity = .current()) {
    self.directories = directories
    file = nil
    original = nil
    self.user = user
  }

  /// With `file` in front, named after itself, without `.yaml`.
  public init(file: String, directories: [String], user: UserIdentity = .current()) {
    self.directories = directories
    self.file = file
    original = nil
    self.user = user
  }

  /// As if the file `original`, which need not be there, held what `draft` does: under its name, in its place.
  public init(
    draft: String, of original: String, directories: [String], user: UserIdentity = .current()
  ) {
    self.directories = directories
    file = draft
    self.original = original
    self.user = user
  }

  /// The name of the profile in `file`.
  public var fileName: String? {
    (original ?? file).map { file in
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    }
  }

  /// All profiles that there are, over all places, each once, in the order of characters.
  public func names() -> [String] {
    var names = Set(directories.flatMap(files.names(in:)))
    if let fileName { names.insert(fileName) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".yaml"), CommandVocabulary.isName(String(name.dropLast(5))) else { continue }
      names.append(String(name.dropLast(5)))
    }
    return names
  }

  /// The profile of this name, with everything that it extends. Never throws: what is wrong is in the diagnostics.
  public func load(_ name: String) -> LoadResult {
    var loading = ProfileLoading(store: self)
    var result = loading.result(name)
    if let presentDevices, result.profile?.mayShareInputs ?? false {
      result.refuseSharedInputs(on: presentDevices())
    }
    return result
  }

  /// The places of a profile, in the order in which they are searched.
  func places(of name: String) -> [String] {
    let own = name == fileName ? file.map { [$0] } ?? [] : []
    guard CommandVocabulary.isName(name) else { return own }
    let searched = directories.map { $0.hasSuffix("/") ? "\($0)\(name).yaml" : "\($0)/\(name).yaml" }
    // The file in front may lie in one of the directories: it would come after itself.
    let taken = own.isEmpty ? [] : [file, original].compactMap { $0.flatMap(files.identity) }
    return own
      + searched.filter { path in
        (own.isEmpty || path != original) && !(files.identity(path).map(taken.contains) ?? false)
      }
  }

  /// The file in which a profile is found; nil where there is none.
  public func place(of name: String) -> String? { places(of: name).first { files.identity($0) != nil } }
}

extension ProfileStore {
  /// The directories of a machine: the person's, the machine's, and those shipped with the program.
  ///
  /// Shipped ones are in `$SWITCHWAY_PROFILES`; else beside the program, in `../share/switchway/profiles`; else, in a
  /// tree of sources, in the nearest `Config` upward from the program.
  public static func defaultDirectories(environment: [String: String], executable: String) -> [String] {
    var directories = personalDirectory(environment: environment).map { [$0] } ?? []
    directories.append("/etc/switchway")
    if let shipped = shipped(environment, executable) { directories.append(shipped) }
    return directories
  }

  /// Where a person's own profiles are; nil where the environment does not say.
  public static func personalDirectory(environment: [String: String]) -> String? {
    // Relative paths are not valid there (XDG base directory specification).
    if let home = environment["XDG_CONFIG_HOME"], home.hasPrefix("/") { return home + "/switchway" }
    return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config/switchway" }
  }

  private static func shipped(_ environment: [String: String], _ executable: String) -> String? {
    if let given = environment["SWITCHWAY_PROFILES"], !given.isEmpty { return given }
    var parts = executable.split(separator: "/").map(String.init)
    guard executable.hasPrefix("/"), !parts.isEmpty else { return nil }
    parts.removeLast()
    let beside = path(parts.dropLast() + ["share", "switchway", "profiles"])
    if exists(beside) { return beside }
    while true {
      let directory = path(parts + ["Config"])
      if exists(directory + "/default.yaml") { return directory }
      guard !parts.isEmpty else { return nil }
      parts.removeLast()
    }
  }

  private static func path(_ parts: [String]) -> String { "/" + parts.joined(separator: "/") }

  private static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
