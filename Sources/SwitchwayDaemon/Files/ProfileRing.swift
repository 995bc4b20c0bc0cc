/// `profile(next)` and `profile(previous)`: by name, over all places, each name once, and round.
public enum ProfileRing {
  /// The name that `wanted` means: itself, or the neighbour of `current` among `names`, which are sorted. A current
  /// profile that is not among them stands where its name would.
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
