import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayFiles

/// The calibration sessions of this person. They are kept so that several can be evaluated together, because a tired
/// hand presses differently from a fresh one.
///
/// Each session is a folder, named after its time, with `session.json` and one recording per device. Only this person
/// can read these files.
struct KeptSittings {
  struct Kept: Equatable {
    /// The folder's name: the time of the session, in UTC.
    let name: String
    let path: String
    let switches: Set<String>
  }

  /// The largest number of sessions that are kept. If there are more, the oldest are removed. Arbitrary.
  static let limit = 12
  /// How many earlier sessions of a switch, at most, are evaluated together with the present one. Arbitrary.
  static let counted = 3
  /// The greatest age, in seconds, of a session that is still evaluated (60 days): hands change. Arbitrary.
  private static let oldest: Int = 60 * 86_400
  private static let sessionFile = "session.json"
  private static let ending = ".evemu"

  let folder: String

  /// Uses the folder `switchway/calibrations` in `$XDG_STATE_HOME` or `~/.local/state`. Returns `nil` if the
  /// environment does not say where these are.
  init?(environment: [String: String] = ProcessContext.current().environment) {
    guard let state = PersonalFolders.stateDirectory(environment: environment) else { return nil }
    folder = state + "/switchway/calibrations"
  }

  /// Returns all kept sessions, the oldest first. Links, and files with other names, are left out, so that `forget` and
  /// `save` never remove them.
  func all() -> [Kept] {
    FolderNames.all(in: folder).filter(KeptSittings.isName).sorted().compactMap { name in
      let path = "\(folder)/\(name)"
      guard ForeignPath.target(path) == nil else { return nil }
      return Kept(name: name, path: path, switches: SessionFile.switches(in: "\(path)/\(Self.sessionFile)"))
    }
  }

  /// Returns the newest sessions that asked for this switch and are not too old, at most `counted`.
  func recent(of name: String, now: Int = time(nil)) -> [Kept] {
    let first = KeptSittings.name(of: now - Self.oldest)
    return Array(all().filter { $0.switches.contains(name) && $0.name >= first }.suffix(Self.counted))
  }

  func read(_ kept: Kept, profile: Profile) throws(CommandFailure) -> CalibrationReading.Sitting {
    let session = try SessionFile.read("\(kept.path)/\(Self.sessionFile)", switches: profile.switches.map(\.name))
    let paths = FolderNames.all(in: kept.path).filter { $0.hasSuffix(Self.ending) }.sorted()
    let recordings = try RecordingArguments.read(paths.map { "\(kept.path)/\($0)" })
    return .init(name: kept.name, session: session, recordings: recordings, profile: profile)
  }

  /// Keeps a session. The session appears as a whole or not at all. Returns its name.
  @discardableResult
  func save(
    _ made: LiveCalibration.Made, switches: [String], now: Int = time(nil)
  ) throws(CommandFailure) -> String {
    try Folder.make(folder)
    let draft = "\(folder)/.draft.\(getpid())"
    Folder.remove(draft)
    guard unsafe mkdir(draft, 0o700) == 0 else { throw FileFailure.of("cannot keep the session in", folder) }
    do throws(CommandFailure) {
      try KeptSittings.write(made, switches: switches, in: draft, mode: 0o600)
    } catch {
      Folder.remove(draft)
      throw error
    }
    let taken = Set(FolderNames.all(in: folder))
    let name = LearnedEntry.unused(KeptSittings.name(of: now), among: taken)
    guard unsafe rename(draft, "\(folder)/\(name)") == 0 else {
      let failure = FileFailure.of("cannot keep the session in", folder)
      Folder.remove(draft)
      throw failure
    }
    for old in all().dropLast(Self.limit) { Folder.remove(old.path) }
    return name
  }

  /// Removes the sessions that asked for this switch, or all sessions. Returns how many were removed.
  func forget(_ name: String?) -> Int {
    let gone = all().filter { kept in name.map { kept.switches.contains($0) } ?? true }
    for kept in gone { Folder.remove(kept.path) }
    return gone.count
  }

  // MARK: Files

  /// Writes the session and its recordings into an existing folder. No file is replaced.
  static func write(
    _ made: LiveCalibration.Made, switches: [String], in folder: String, mode: mode_t = 0o666
  ) throws(CommandFailure) {
    var files = made.recordings.map { (name: $0.name + ending, text: $0.text) }
    files.append((name: sessionFile, text: SessionFile.text(made.session, switches: switches)))
    for (name, text) in files {
      let file = try NewFile("\(folder)/\(name)", replaces: false, mode: mode)
      try file.write(text)
      try file.finish()
    }
  }

  /// Returns the name of a session of this time, such as `2026-11-23T04-15-00Z`.
  private static func name(of time: Int) -> String {
    TimeText.text(time, "%Y-%m-%dT%H-%M-%SZ", isUTC: true) ?? "0"
  }

  /// Whether the name begins with a time as `name(of:)` writes it. The name of a second session in the same second also
  /// has `-2` at its end.
  private static func isName(_ name: String) -> Bool {
    String(name.prefix(20).map { $0.isNumber ? "0" : $0 }) == "0000-00-00T00-00-00Z"
  }
}
