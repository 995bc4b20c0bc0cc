import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

// The substitute if the profile has errors when the daemon starts: a person must not be without switches.
extension Daemon {
  /// The profile that is used instead of a profile with errors.
  struct Substitute {
    enum Kind: String {
      /// The profile as it was when it was last active.
      case lastGood = "last-good"
      /// The profile that it extends.
      case extended = "extends"
    }

    let kind: Kind
    let result: LoadResult
    let profile: Profile

    /// The text of the log about it.
    func words(for name: String) -> String {
      switch kind {
      case .lastGood: "profile has errors, the last good one is used until they are corrected profile=\(name)"
      case .extended:
        "profile has errors, '\(profile.name)' is used until they are corrected profile=\(name)"
      }
    }
  }

  /// The profile that is used instead of the wanted one, or `nil` if the wanted one is active, or none.
  var substituteInForce: Substitute? {
    guard latest.profile == nil, let substitute, performer?.profile == substitute.profile else { return nil }
    return substitute
  }

  /// Reads the substitute if the wanted profile has errors: the last good profile, otherwise the profile that it
  /// extends. Recordings are refused instead. Files that cannot be read now are tried again later.
  func seekSubstitute(_ found: @escaping (Substitute) -> Void) {
    guard latest.profile == nil, !isUnread, isLive else { return }
    let store = store
    let (name, config) = (profileName, options.config)
    files.ask({ .readLastGood }, prepare: { LastGood($1, name, config, in: store) }) { [unowned self] answer in
      if case .success(let kept) = answer {
        if let error = kept.error { write(.error, error) }
        if let result = kept.result {
          if let profile = result.profile {
            return found(Substitute(kind: .lastGood, result: result, profile: profile))
          }
          write(.error, "the last good profile cannot be used either: it has these errors")
          for diagnostic in result.diagnostics where diagnostic.severity == .error { write(diagnostic) }
        }
      }
      seekExtended(found)
    }
  }

  private func seekExtended(_ found: @escaping (Substitute) -> Void) {
    guard let name = latest.extendedName, name != profileName else { return }
    askProfile({ .profile(name, after: nil, needsLayout: false) }) { [unowned self] in
      let result = loaded(name, $0).result
      // The files of the wanted profile are watched and read again.
      files.watch(latest.files)
      if let profile = result.profile { found(Substitute(kind: .extended, result: result, profile: profile)) }
    }
  }

  /// Makes a substitute active if no profile is, because the files could not be read before.
  func useSubstitute() {
    guard performer?.profile == .empty else { return }
    seekSubstitute { [unowned self] found in
      guard performer?.profile == .empty, latest.profile == nil, !isEnding else { return }
      write(.error, found.words(for: PrintableName.of(profileName)))
      substitute = found
      act { _, time in bringIntoForce(found.profile, found.result.places, at: time) }
      tellStatus()
    }
  }

  /// Keeps the files of a profile that became active, for the next start. This is done only for the profile that
  /// the daemon starts with.
  ///
  /// - Parameter snapshot: what the disk returned while the profile was loaded.
  func keepLastGood(_ name: String, _ snapshot: FileSnapshot?) {
    guard isLive, name == firstProfileName, let snapshot else { return }
    let kept = LastGoodProfile(name, config: options.config, from: snapshot)
    files.ask({ .keepLastGood(kept) }, prepare: { $1 }) { [unowned self] answer in
      var error: String?
      switch answer {
      case .success(.written(let failure)): error = failure
      case .success: break
      case .failure(let failure): error = "the last good profile cannot be kept: \(failure.words)"
      }
      if let error, error != toldLastGood { write(.error, error) }
      toldLastGood = error
    }
  }
}

/// The profile that was kept, loaded.
private struct LastGood: Sendable {
  /// `nil` if none is kept for this profile, or it is unusable.
  var result: LoadResult?
  var error: String?

  /// `nil` if the answer contains none.
  init?(_ answer: FileAnswer, _ name: String, _ config: String?, in store: ProfileStore) {
    guard case .lastGood(let kept, let error) = answer else { return nil }
    self.error = error
    guard let kept, kept.name == name, kept.config == config else { return }
    var store = store
    store.files = .snapshot(kept.snapshot)
    result = store.load(name)
  }
}
