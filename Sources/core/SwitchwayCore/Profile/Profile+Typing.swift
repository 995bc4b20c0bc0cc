import SwitchwayClock

// What a profile can type, so that a virtual keyboard is made only if it is needed.
extension Profile {
  /// Whether a table of keys can ever type for this profile: it has a command that the switches or the scanning clock
  /// of the profile give. `again` repeats only a command that one of these, or a client, gave before.
  public func types(by table: BridgeTable) -> Bool {
    var commands = chords.map(\.command)
    for one in switches { commands += Gesture.allCases.compactMap { one.gestures.command(of: $0) } }
    if scan.style.hasClock {
      commands += ["next", "previous", "select"].map { ScanCommand(known: $0, group: .scan) }
    }
    return commands.contains { table.keys[$0] != nil }
  }
}
