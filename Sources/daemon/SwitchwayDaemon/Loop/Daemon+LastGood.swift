import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

// If the profile has errors when the daemon starts, a substitute becomes active, so that the person is not without
// switches.
extension Daemon {
  /// The profile that is used instead of a profile with errors.
  struct Substitute {
    enum Kind: String {
      /// The profile as it was when it was last active.
      case lastGood = "last-good"
      /// The profile that the wanted profile extends.
      case extended = "extends"
    }

    let kind: Kind
    let result: LoadResult
    let profile: Profile

    /// Returns the log message that says which profile is used instead of the profile `name`.
    func words(for name: String) -> String {
      switch kind {
      case .lastGood: "profile has errors, the last good one is used until they are corrected profile=\(name)"
      case .extended:
        "profile has errors, '\(profile.name)' is used until they are corrected profile=\(name)"
      }
    }
  }

  /// The substitute that is active instead of the wanted profile. `nil` if the wanted profile is active, or no profile
  /// is.
  var substituteInForce: Substitute? {
    guard latest.profile == nil, let substitute, performer?.profile == substitute.profile else { return nil }
    return substitute
  }

  /// Reads a substitute if the wanted profile has errors: the last good profile, otherwise the profile that the wanted
  /// one extends. Does nothing with recordings, which are refused instead, or if the files could not be read, because
  /// they are tried again later.
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
      // The helper now watches the files of the substitute. Watch those of the wanted profile again, to notice its
      // correction.
      files.watch(latest.files)
      if let profile = result.profile { found(Substitute(kind: .extended, result: result, profile: profile)) }
    }
  }

  /// Looks for a substitute and makes it active, if no profile is active because the files could not be read at the
  /// start.
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

  /// Saves the files of a profile that became active, as the last good profile for the next start. This is done only
  /// for the profile that the daemon starts with.
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

/// The last good profile, loaded from its saved files.
private struct LastGood: Sendable {
  /// The result of loading. `nil` if no last good profile is saved for the wanted profile, or it is unusable.
  var result: LoadResult?
  var error: String?

  /// Loads the last good profile in an answer. Returns `nil` if it is the answer to another request.
  init?(_ answer: FileAnswer, _ name: String, _ config: String?, in store: ProfileStore) {
    guard case .lastGood(let kept, let error) = answer else { return nil }
    self.error = error
    guard let kept, kept.name == name, kept.config == config else { return }
    var store = store
    store.files = .snapshot(kept.snapshot)
    result = store.load(name)
  }
}
