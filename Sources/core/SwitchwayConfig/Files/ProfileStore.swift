import Glibc
import SwitchwayCore
import SwitchwayFiles

/// The directories of profiles, and functions that find and read profiles in them.
///
/// A profile is the file `NAME.yaml` in the first directory that has it. A file given with `--config` is the profile of
/// its name and comes before all directories.
public struct ProfileStore: Sendable {
  /// The largest number of profiles that a profile can extend, directly and through other profiles.
  static let deepest = 16
  /// The largest size of a profile with everything that it extends: 512 KiB, inclusive.
  static let largest = 524_288
  /// The largest number of profiles of a directory that are listed. Other profiles can still be loaded by their names.
  /// The list is limited because the daemon keeps it and writes it into each `state` message.
  static let mostNames = 1_000

  /// The directories, in the order of the search.
  public let directories: [String]
  /// A file that comes before all directories.
  public let file: String?
  /// The user whose files are trusted.
  public let user: UserIdentity
  /// Returns the present devices. When a profile is read, no two of its switches may use the same key of one of these
  /// devices. This function is called only for profiles in which this can happen. If `nil`, profiles are read without
  /// this check.
  package var presentDevices: (@Sendable () -> [DeviceDescription])?
  /// The file whose contents `file` replaces, or `nil` if there is none.
  private let original: String?
  /// The source from which files are read.
  package var files = ProfileFiles.disk

  /// `file` comes first, if there is one. The profile's name is the file's name without `.yaml`.
  public init(file: String? = nil, directories: [String], user: UserIdentity = .current()) {
    (self.file, original, self.directories, self.user) = (file, nil, directories, user)
  }

  /// Makes a store that reads as if `original`, which need not exist, had the contents of `draft`. The profile's name
  /// and its place in the search are the same as for `original`.
  public init(draft: String, of original: String, directories: [String], user: UserIdentity = .current()) {
    (file, self.original, self.directories, self.user) = (draft, original, directories, user)
  }

  /// Makes a store that reads as if `file`, which need not exist, had these contents.
  package init(_ contents: [UInt8], of file: String, directories: [String], user: UserIdentity = .current()) {
    self.init(draft: file, of: file, directories: directories, user: user)
    files = .recorded(FileRecorder(contents, at: file))
  }

  /// The name of the profile in `file`.
  public var fileName: String? {
    (original ?? file).map { file in
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    }
  }

  /// The names of all profiles in all directories, each once, sorted by character.
  public func names() -> [String] {
    var names = Set(directories.flatMap(files.names(in:)))
    if let fileName { names.insert(fileName) }
    return ProfileStore.sorted(names)
  }

  /// The names of the profiles in a directory, sorted, at most `mostNames`.
  static func names(in directory: String) -> [String] {
    let names = FolderNames.all(in: directory).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
      .filter(CommandVocabulary.isName)
    return Array(sorted(names).prefix(mostNames))
  }

  private static func sorted(_ names: some Sequence<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Reads the profile of this name with everything that it extends. Never throws: errors are in the diagnostics.
  public func load(_ name: String) -> LoadResult {
    var loading = ProfileLoading(store: self)
    var result = loading.result(name)
    if let presentDevices, result.profile?.mayShareInputs ?? false {
      result.refuseSharedInputs(on: presentDevices())
    }
    return result
  }

  /// The possible paths of a profile, in the order of the search.
  func places(of name: String) -> [String] {
    let own = name == fileName ? file.map { [$0] } ?? [] : []
    guard CommandVocabulary.isName(name) else { return own }
    let searched = directories.map { $0.hasSuffix("/") ? "\($0)\(name).yaml" : "\($0)/\(name).yaml" }
    // `file` may be in one of the directories. Without this check, it would be found a second time there.
    let taken = own.isEmpty ? [] : [file, original].compactMap { $0.flatMap(files.identity) }
    return own
      + searched.filter { path in
        (own.isEmpty || path != original) && !(files.identity(path).map(taken.contains) ?? false)
      }
  }

  /// The file of a profile, or `nil` if there is none.
  public func place(of name: String) -> String? { places(of: name).first { files.identity($0) != nil } }
}

extension ProfileStore {
  /// The standard directories: the person's, the machine's, and the directory of the profiles shipped with the program.
  ///
  /// Shipped profiles are in `$SWITCHWAY_PROFILES`, otherwise in `../share/switchway/profiles` beside the program,
  /// otherwise, in a source tree, in the nearest `Config` above the program.
  public static func defaultDirectories(environment: [String: String], executable: String) -> [String] {
    var directories = PersonalFolders.personalDirectory(environment: environment).map { [$0] } ?? []
    directories.append(machineDirectory)
    if let shipped = shipped(environment, executable) { directories.append(shipped) }
    return directories
  }

  /// The directory of shipped profiles among the standard ones, or `nil` if there is none.
  public static func shippedDirectory(among directories: [String]) -> String? {
    directories.last.flatMap { $0 == machineDirectory ? nil : $0 }
  }

  /// The directory of the machine's profiles.
  private static let machineDirectory = "/etc/switchway"

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
