import SwitchwayCore
import SwitchwayExplain

/// Says whether and why a device is grabbed.
enum GrabWords {
  /// - Parameters:
  ///   - plan: what the profile says about the device.
  ///   - held: the device in the daemon's state. `nil` if no daemon reads the device, or no daemon was asked.
  static func why(
    _ plan: NodePlan, _ profile: Profile, entry: Int, device: DeviceDescription, held: HeldDevice? = nil
  ) -> String {
    let planned = NodeWords.report(plan, profile, entry: entry, device: device)
    guard let held else { return planned }
    switch (held.isGrabbed, plan.isGrab) {
    case (true, true): return planned + (held.obstacle.map { "; \($0)" } ?? "")
    case (false, false): return planned
    case (false, true): return "not now: " + (held.obstacle ?? "switchwayd has not grabbed it yet")
    case (true, false):
      let reason = NodeWords.reason(plan, profile, entry: entry, device: device)
      return "yes: the active profile of switchwayd says so; this profile would not grab it (\(reason))"
    }
  }
}
