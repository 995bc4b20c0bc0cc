/// Finds the profile for `profile(next)` and `profile(previous)`. The names of all profiles, sorted, form a ring: after
/// the last name comes the first.
public enum ProfileRing {
  /// Returns the name that `wanted` means. For `next` and `previous` this is the neighbour of `current` in the sorted
  /// `names`; otherwise it is `wanted` itself. If `current` is not in `names`, counts from where it would be.
  public static func name(_ wanted: String, after current: String, among names: [String]) -> String {
    guard wanted == "next" || wanted == "previous", !names.isEmpty else { return wanted }
    let isNext = wanted == "next"
    guard let place = names.firstIndex(of: current) else {
      let following = names.firstIndex { current.utf8.lexicographicallyPrecedes($0.utf8) } ?? 0
      return isNext ? names[following] : names[(following + names.count - 1) % names.count]
    }
    return names[(place + (isNext ? 1 : names.count - 1)) % names.count]
  }
}
