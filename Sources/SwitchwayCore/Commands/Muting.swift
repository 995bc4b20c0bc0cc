/// One reason why presses do nothing, and the time for which it holds.
///
///     muted        ----########------
///     press            |  1 |  2        1 and 2 do nothing, however late they are decided
///                    0 |                0 began before: it counts if it is decided before or after, but not during it
///
/// A press that is held while muting begins or ends is neither queued nor performed in part.
struct Muting: Equatable, Sendable {
  /// Whether it holds now.
  private(set) var isOn = false
  /// When it last began to hold, and when it last ended.
  private var since = Instant(.max)
  private var until = Instant(.min)

  /// Begins or ends at `time`.
  mutating func turn(_ isOn: Bool, at time: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { since = time } else { until = time }
  }

  /// Whether it prevents the effect of a press that began at `began`. nil: of something that is not a press.
  func holds(_ began: Instant?) -> Bool {
    if isOn { return true }
    guard let began else { return false }
    return since < began && began <= until
  }
}
