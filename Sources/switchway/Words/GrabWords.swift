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
    let decision = GrabDecision(profile: profile, entry: entry, device: device)
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
    return (decision.isGrab, words(decision, profile, entry, device))
  }

  private static func words(
    _ decision: GrabDecision, _ profile: Profile, _ entry: Int, _ device: DeviceDescription
  ) -> String {
    let kind = device.kind
    return switch decision {
    case .boxOfSwitches: "a \(kind.rawValue) that switches use; \(rest(profile, entry, device))"
    case .asked: "the key-remap file says so; the rest of it does nothing"
    case .forbidden: "the key-remap file says so"
    case .unused: "no switch uses it"
    case .unheard: "no switch can hear it, so the desktop keeps it, unless another part of the device presses a switch"
    case .otherKind where kind == .pointer:
      "a pointer is only with 'grab: yes'; without it each press also clicks"
    case .otherKind:
      "by itself only a switch-interface or a pedal is; the desktop gets what it sends, too"
        + (profile.leaks(of: device).isEmpty ? "" : "; " + LeakWords.advice(profile.devices[entry]))
    case .isTouched: "it is touched, and nothing could pass that on"
    }
  }

  /// What of a grabbed box does nothing. Of a box that is a keyboard to the machine, most keys never come, and which
  /// ones do is set in the box.
  private static func rest(_ profile: Profile, _ entry: Int, _ device: DeviceDescription) -> String {
    guard device.keys.codes.contains(where: { ChordKey.position($0).typesText }) else {
      return "the rest of it does nothing"
    }
    let keys = profile.switchKeys(of: device, entry: entry).codes.filter(device.keys.contains)
    return "of its keys only \(UnheardText.listed(keys.map { InputText.text(of: .key($0)) })) press one: "
      + "if it sends others, 'switchway learn'"
  }
}
