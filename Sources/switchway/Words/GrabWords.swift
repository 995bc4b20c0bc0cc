import SwitchwayCore

/// Whether and why a device is grabbed, in words.
enum GrabWords {
  /// - Parameters:
  ///   - held: the daemon's view of the device; nil: no daemon has it, or none was asked.
  ///   - foreign: events that a virtual keyboard cannot pass on, in words.
  static func why(
    _ profile: Profile, entry: Int, device: DeviceDescription, held: HeldDevice? = nil, foreign: String? = nil
  ) -> String {
    let (isWanted, reason) = plan(profile, entry: entry, device: device, foreign)
    let planned = (isWanted ? "yes: " : "no: ") + reason
    guard let held else { return planned }
    switch (held.isGrabbed, isWanted) {
    case (true, true): return planned + (held.obstacle.map { "; \($0)" } ?? "")
    case (false, false): return planned
    case (false, true): return "not now: " + (held.obstacle ?? "switchwayd has not taken it yet")
    case (true, false):
      return "yes: the profile that switchwayd has in force says so; by this key-remap file it would not be (\(reason))"
    }
  }

  /// What the key-remap file requests, and the reason.
  private static func plan(
    _ profile: Profile, entry: Int, device: DeviceDescription, _ foreign: String?
  ) -> (isWanted: Bool, reason: String) {
    let kind = device.kind
    let name = profile.devices[entry].name
    let text = profile.textKeysLeftUnread(on: device)
    if !text.isEmpty {
      let areTooMany = profile.hasTooManyTextKeys(device, entry: entry)
      return (false, UnreadWords.reason(text, entry: name, areTooMany: areTooMany))
    }
    let decision = GrabDecision(profile: profile, entry: entry, kind: kind)
    if profile.isKeyboard(device, entry: entry) {
      if kind == .pointer || kind == .touch {
        return (false, "it moves the cursor or is touched, so it cannot be one of the keyboards of 'keyboard'")
      }
      if let foreign {
        return (false, "it also sends \(foreign), which nothing could pass on; all its keys type as ever")
      }
      return (
        true,
        decision.isGrab
          ? "the key-remap file says so; keys that no switch uses type as ever"
          : "it is one of the keyboards of 'keyboard'; keys that nothing is bound to type as ever"
      )
    }
    if profile.isGrabbedPointer(device, entry: entry) {
      if let foreign {
        return (false, "it also sends \(foreign), which nothing could pass on; it moves and clicks as ever")
      }
      return (true, "the key-remap file says so; its movement and the buttons that no switch uses go on to the desktop")
    }
    return (decision.isGrab, words(decision, kind))
  }

  private static func words(_ decision: GrabDecision, _ kind: DeviceKind) -> String {
    switch decision {
    case .boxOfSwitches: "a \(kind.rawValue) that switches use; the rest of it does nothing"
    case .asked: "the key-remap file says so; the rest of it does nothing"
    case .forbidden: "the key-remap file says so"
    case .unused: "no switch uses it"
    case .otherKind where kind == .pointer:
      "a pointer is only with 'grab: yes'; without it each press also clicks"
    case .otherKind: "by itself only a switch-interface or a pedal is; the desktop gets what it sends, too"
    case .isTouched: "it is touched, and nothing could pass that on"
    }
  }
}
