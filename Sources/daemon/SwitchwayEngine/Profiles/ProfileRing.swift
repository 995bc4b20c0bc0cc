/// Finds the profile for `profile(next)` and `profile(previous)`. All names of all folders form one sorted ring.
public enum ProfileRing {
  /// The name that `wanted` means: itself, or the neighbour of `current` among the sorted `names`. If `current` is not
  /// among them, its position is where it would be.
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
