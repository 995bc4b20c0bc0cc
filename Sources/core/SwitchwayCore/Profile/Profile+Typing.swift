import SwitchwayClock

// What a profile can type, so that a virtual keyboard is made only where one is needed.
extension Profile {
  /// Whether a table of keys can ever type for this profile: some command that its switches or its scanning clock give
  /// is in it. `again` repeats only what one of these, or a client, gave before.
  public func types(by table: BridgeTable) -> Bool {
    var commands = chords.map(\.command)
    for one in switches { commands += Gesture.allCases.compactMap { one.gestures.command(of: $0) } }
    if scan.style.hasClock {
      commands += ["next", "previous", "select"].map { ScanCommand(known: $0, group: .scan) }
    }
    return commands.contains { table.keys[$0] != nil }
  }
}
