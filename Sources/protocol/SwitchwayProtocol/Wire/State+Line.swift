// Writes the daemon's state so that it fits into a line.
extension LineBuffer {
  /// Appends a `state` line.
  package mutating func writeState(_ state: Wire.State) {
    putState(state)
    put("\n")
  }

  /// Appends the state as a JSON value, for the `result` of a `get`. If it is too long for a line, entries at the ends
  /// of the lists of profiles, devices and switches are left out and counted in `omitted`.
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

  /// Appends the members of a state, without the bracket at the end. `list` writes a list that may be cut; it gets the
  /// list's number in `Wire.Omitted.names`.
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

  /// Returns how many entries of the lists of profiles, devices and switches fit into the line. Each list can use at
  /// least a third of the space. Space that a list does not need is given to the other lists: first to devices, then to
  /// switches, then to profiles.
  private static func kept(of lists: [ListedEntries], besides outside: Int) -> [Int] {
    // The last 256 bytes are for the member `omitted`.
    let most = mostOfValue - 256
    let needed = lists.map(\.needed)
    // The sizes of the lists include a comma before the first entry, which is not written.
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
