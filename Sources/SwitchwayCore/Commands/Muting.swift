/// One reason for which presses do nothing, and while it holds.
///
///     muted        ----########------
///     press            |  1 |  2        1 and 2 do nothing, however late they are decided
///                    0 |                0 began before: it counts if it is decided before or after, not in it
///
/// What is held while it begins or ends is neither queued nor half done.
struct Muting: Equatable, Sendable {
  /// It holds now.
  private(set) var isOn = false
  /// When it began to hold last, and when it ended last.
  private var since = Instant(.max)
  private var until = Instant(.min)

  /// It holds from `time` on, or no more.
  mutating func turn(_ isOn: Bool, at time: Instant) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    if isOn { since = time } else { until = time }
  }

  /// Whether it is in the way of what a press does that began then; nil: of what is no press.
  func holds(_ began: Instant?) -> Bool {
    if isOn { return true }
    guard let began else { return false }
    return since < began && began <= until
  }
}
