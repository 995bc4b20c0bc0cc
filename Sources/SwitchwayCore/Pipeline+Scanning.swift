/// What the scanning clock must know about switches.
extension Pipeline {
  /// Whether the switch is at work, so that a moving highlight stands still: it has an undecided contact that can still
  /// become a press, it is down, or it waits for a gesture or a chord. One that was reported as stuck counts as up.
  private func isAtWork(_ index: Int) -> Bool {
    lanes[index].steadier.isAtWork || lanes[index].gestures.waitsForPress || !lanes[index].waits.isEmpty
  }

  mutating func noteWork(of index: Int) {
    let isAtWork = isAtWork(index)
    guard isAtWork != lanes[index].wasAtWork else { return }
    lanes[index].wasAtWork = isAtWork
    workChanges.append((index, isAtWork))
  }

  /// Whether a press of the switch that is accepted now moves the clock while it is held, and selects at its release.
  func scans(_ index: Int) -> Bool {
    selectsAtRelease && lanes[index].gestures.canScan && !chords.isPart(index)
  }

  /// When the press of the switch that is reported as `time` began, without its device's offset.
  func edge(of time: Instant, _ index: Int) -> Instant { time - offset(ofDevice: lanes[index].device) }
}
