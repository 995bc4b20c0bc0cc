import SwitchwayConfig
import SwitchwayCore

/// The tree of the sources, and the profiles in it.
enum FuzzProfiles {
  /// The folder of the sources.
  static let top = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()

  /// One that says all that a file can say, then those that are shipped, in the order of their names.
  static let all: [Profile] = {
    let shipped = ProfileStore(directories: ["\(top)/Config"])
    return [
      profile("everything", in: ProfileStore(directories: ["\(top)/Tests/Fuzz/Corpus/profiles", "\(top)/Config"]))
    ]
      + shipped.names().map { profile($0, in: shipped) }
  }()

  private static func profile(_ name: String, in store: ProfileStore) -> Profile {
    let result = store.load(name)
    guard let profile = result.profile else { found(result.text) }
    return profile
  }
}
