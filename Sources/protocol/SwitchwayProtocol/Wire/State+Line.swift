// The daemon's state, cut so that it fits into a line.
extension LineBuffer {
  /// Appends a `state` line.
  package mutating func writeState(_ state: Wire.State) {
    putState(state)
    put("\n")
  }

  /// Appends a `state` as a value, for the `result` of a `get`. It fits into a line: entries of the lists of profiles,
  /// devices and switches that do not fit are left out and counted in `omitted`.
  package mutating func putState(_ state: Wire.State) {
    var members = state.json.members
    let names = Wire.Omitted.names
    let lists = names.map { name in ListedEntries(members[name]?.arrayValue ?? []) { $0.putValue($1) } }
    var outside = LineBuffer()
    outside.putMembers(members) { _, line in line.put("[]") }
    let kept = Self.kept(of: lists, besides: outside.count)
    let omitted = Wire.Omitted(zip(lists, kept).map { $0.count - $1 })
    if !omitted.isEmpty { members = members.adding([Wire.Omitted.member: omitted.json]) }
    putMembers(members) { index, line in lists[index].putFirst(kept[index], into: &line) }
    put("}")
  }

  /// Appends the members of a state, without the bracket at the end. `list` writes the list with this number.
  private mutating func putMembers(_ members: JSONObject, _ list: (Int, inout LineBuffer) -> Void) {
    put("{")
    for (index, member) in members.enumerated() {
      putMemberName(member.name, isFirst: index == 0)
      if let number = Wire.Omitted.names.firstIndex(of: member.name) {
        list(number, &self)
      } else {
        putValue(member.value)
      }
    }
  }

  /// The number of entries of the profiles, devices and switches that fit into the line. Each list may have at least a
  /// third of the space. Bytes that a list does not need are given to the others: devices first, then switches, then
  /// profiles.
  private static func kept(of lists: [ListedEntries], besides outside: Int) -> [Int] {
    // The space for `omitted`.
    let most = mostOfValue - 256
    let needed = lists.map(\.needed)
    // There is a bracket before the first entry of a list, and no comma.
    let room = max(most - outside + lists.count { $0.count > 0 }, 0)
    guard needed.reduce(0, +) > room else { return lists.map(\.count) }
    let least = needed.map { min($0, room / 3) }
    var kept = [0, 0, 0]
    var left = room - least[0] - least[2]
    for (list, more) in [(1, 0), (2, least[2]), (0, least[0])] {
      kept[list] = lists[list].most(in: left + more)
      left += more - lists[list].lengths[kept[list]]
    }
    return kept
  }
}
