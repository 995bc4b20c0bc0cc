import SwitchwayCore
import SwitchwayServer

// Whether the person's session is the one in front, and whether its screen is locked.
extension Engine {
  /// The person's session has come to the front of a seat, or is in front of none any more: told when it changed.
  ///
  /// Devices are let go of before it is told that none is read, and are there before it is told that they are.
  public func setActive(_ isActive: Bool, at time: Instant) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    // What waits was meant for this person's programs.
    if !isActive { dropBridged(at: time) }
    tell(.active, isActive, at: time)
    sink.flush()
  }

  /// The screen was locked, or unlocked: told when it changed. What is pending at that moment is decided as ever, and
  /// is then refused where it is not one of `when-locked`.
  public func setLocked(_ isLocked: Bool, at time: Instant) {
    guard isLocked != desk.isLocked else { return }
    advance(to: time)
    desk.setLocked(isLocked, at: time)
    if isLocked { dropBridged(at: time) }
    recognise()
    tell(.locked, isLocked, at: time)
    sink.flush()
  }

  /// Only what `when-locked` names makes commands.
  public var isLocked: Bool { desk.isLocked }
}
