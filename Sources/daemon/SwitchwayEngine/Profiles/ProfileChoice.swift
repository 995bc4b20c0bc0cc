import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

/// Finds the profile that a switch, a client or a recording requests.
package enum ProfileChoice {
  /// A usable profile.
  package struct Chosen: Sendable {
    package var name: String
    package var profile: Profile
    package var result: LoadResult
    /// The files as they were read, or `nil` if they are not kept.
    package var snapshot: FileSnapshot?
  }

  /// Reads the profile that `wanted` means: a name, or `next` or `previous` relative to `current`.
  ///
  /// Throws `badArgument` if it does not exist, and `configInvalid` with the diagnostics if it has errors.
  package static func choose(
    _ wanted: String, after current: String, in store: ProfileStore
  ) throws(RequestError) -> Chosen {
    let names = store.names()
    let name = ProfileRing.name(wanted, after: current, among: names)
    guard names.contains(name) else {
      throw RequestError(
        .badArgument, .noProfile,
        "set: profile: there is no profile '\(PrintableName.of(name))'; \(Advice.on(name, among: names))")
    }
    let result = store.load(name)
    guard let profile = result.profile else {
      throw RequestError(
        .configInvalid, .fileErrors, "set: profile: '\(name)' has errors and was not activated",
        diagnostics: result.diagnostics.map(DiagnosticMessage.init))
    }
    return Chosen(name: name, profile: profile, result: result)
  }
}
