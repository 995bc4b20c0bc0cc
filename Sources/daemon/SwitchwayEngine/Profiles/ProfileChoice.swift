import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText
import SwitchwayYAML

/// Finds the profile that a switch, a client or a recording requests.
package enum ProfileChoice {
  /// A profile that can be used, with its files.
  package struct Chosen: Sendable {
    package var name: String
    package var profile: Profile
    package var result: LoadResult
    /// The contents of the files, as they were read. `nil` if they were read directly from the disk.
    package var snapshot: FileSnapshot?
  }

  /// Reads the profile that `wanted` means. It is a name, or `next` or `previous`, counted from `current`.
  ///
  /// Throws `badArgument` if the profile does not exist, and `configInvalid` with the diagnostics if it has errors.
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
