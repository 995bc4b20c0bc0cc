import SwitchwayConfig
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
    case (false, true): return "not now: " + (held.obstacle ?? "switchwayd has not grabbed it yet")
    case (true, false):
      return "yes: the active profile of switchwayd says so; this profile would not grab it (\(reason))"
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
    let decision = GrabDecision(profile: profile, entry: entry, device: device)
    if profile.isKeyboard(device, entry: entry) {
      if kind == .pointer || kind == .touch {
        return (false, "it moves the cursor or is touched, so it cannot be one of the keyboards of 'keyboard'")
      }
      if let foreign {
        return (false, "it also sends \(foreign), which Switchway could not pass on; all its keys type as usual")
      }
      return (
        true,
        decision.isGrab
          ? "the profile says so; keys that no switch uses type as usual"
          : "it is one of the keyboards of 'keyboard'; keys without a binding type as usual"
      )
    }
    if profile.isGrabbedPointer(device, entry: entry) {
      if let foreign {
        return (false, "it also sends \(foreign), which Switchway could not pass on; it moves and clicks as usual")
      }
      return (true, "the profile says so; its movement and the buttons that no switch uses still reach the desktop")
    }
    return (decision.isGrab, words(decision, profile, entry, device))
  }

  private static func words(
    _ decision: GrabDecision, _ profile: Profile, _ entry: Int, _ device: DeviceDescription
  ) -> String {
    let kind = device.kind
    return switch decision {
    case .boxOfSwitches: "a \(kind.rawValue) that switches use; \(rest(profile, entry, device))"
    case .asked: "the profile says so; everything else on it does nothing"
    case .forbidden: "the profile says so"
    case .unused: "no switch uses it"
    case .unheard: "no switch can hear it, so the desktop keeps it, unless another part of the device presses a switch"
    case .otherKind where kind == .pointer:
      "a pointer is grabbed only with 'grab: yes'; without it each press also clicks"
    case .otherKind:
      "only a switch-interface or a pedal is grabbed without 'grab: yes'; the desktop also gets its events"
        + (profile.leaks(of: device).isEmpty ? "" : "; " + LeakWords.advice(profile.devices[entry]))
    case .isTouched: "it is a touch device, whose touches Switchway could not pass on"
    }
  }

  /// What of a grabbed box does nothing. Of a box that is a keyboard to the machine, most keys never come, and which
  /// ones do is set in the box.
  private static func rest(_ profile: Profile, _ entry: Int, _ device: DeviceDescription) -> String {
    guard device.keys.codes.contains(where: { ChordKey.position($0).typesText }) else {
      return "everything else on it does nothing"
    }
    let keys = profile.switchKeys(of: device, entry: entry).codes.filter(device.keys.contains)
    return "of its keys only \(UnheardText.listed(keys.map { InputText.text(of: .key($0)) })) press a switch: "
      + "if it sends other keys, run 'switchway learn'"
  }
}
