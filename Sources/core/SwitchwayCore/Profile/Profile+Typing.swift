import SwitchwayClock

// Finds whether a profile can type, so that a virtual keyboard is made only if it is needed.
extension Profile {
  /// Whether a bridge table can ever type keys for this profile: the table has a command that the profile's switches or
  /// its scanning clock make. The command `again` needs no check, because it only repeats an earlier command of theirs
  /// or of a client.
  public func types(by table: BridgeTable) -> Bool {
    var commands = chords.map(\.command)
    for one in switches { commands += Gesture.allCases.compactMap { one.gestures.command(of: $0) } }
    if scan.style.hasClock {
      commands += ["next", "previous", "select"].map { ScanCommand(known: $0, group: .scan) }
    }
    return commands.contains { table.keys[$0] != nil }
  }
}
