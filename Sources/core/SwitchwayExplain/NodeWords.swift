import SwitchwayConfig
import SwitchwayCore

/// The sentences about how a node is treated: one table for the daemon's state and log, and for the messages of
/// `switchway`.
///
/// Each row is a case of `NodePlan`. `report` is for a person who asks about the device. `failure` is for the daemon's
/// `state`, if the profile asks for an impossible grab. `unread` is for the daemon's log.
package enum NodeWords {
  // MARK: For reports

  /// Whether the node is grabbed or not, and why: `no: no switch uses it`.
  package static func report(
    _ plan: NodePlan, _ profile: Profile, entry: Int, device: DeviceDescription
  ) -> String {
    (plan.isGrab ? "yes: " : "no: ") + reason(plan, profile, entry: entry, device: device)
  }

  /// The reason alone.
  package static func reason(
    _ plan: NodePlan, _ profile: Profile, entry: Int, device: DeviceDescription
  ) -> String {
    let name = profile.devices[entry].name
    return switch plan {
    case .textKeys(let keys): textKeys(keys, entry: name)
    case .tooManyTextKeys:
      "on this device, more than \(KeyboardSettings.mostTextKeys) keys that type text would press switches of "
        + "'\(name)'; use fewer, or keys that type nothing"
    case .keyboardOfSwitches: "the profile says so; keys that no switch uses type as usual"
    case .keyboard: "it is one of the keyboards of 'keyboard'; keys without a binding type as usual"
    case .noKeyboard: "it moves the cursor or is touched, so it cannot be one of the keyboards of 'keyboard'"
    case .keyboardSendsMore(let what, _):
      "it also sends \(what), which would be lost if it were grabbed; all its keys type as usual"
    case .pointer:
      "the profile says so; its movement and the buttons that no switch uses still reach the desktop"
    case .pointerSendsMore(let what):
      "it also sends \(what), which would be lost if it were grabbed; it moves and clicks as usual"
    case .other(let decision): reason(decision, profile, entry, device)
    }
  }

  private static func reason(
    _ decision: GrabDecision, _ profile: Profile, _ entry: Int, _ device: DeviceDescription
  ) -> String {
    let kind = device.kind
    return switch decision {
    case .boxOfSwitches: "a \(kind.rawValue) that switches use; \(rest(profile, entry, device))"
    case .asked: "the profile says so; everything else on it does nothing"
    case .forbidden: "the profile says so"
    case .unused: "no switch uses it"
    case .unheard:
      "it has no input that a switch uses, so the desktop gets its events; it is grabbed only together with another "
        + "node of the same device"
    case .otherKind where kind == .pointer:
      "a pointer is grabbed only with 'grab: yes'; without it each press also clicks"
    case .otherKind:
      "only a switch-interface or a pedal is grabbed without 'grab: yes'; the desktop also gets its events"
        + (profile.leaks(of: device).isEmpty ? "" : "; " + grabAdvice(profile.devices[entry]))
    case .isTouched: "it is a touch device, whose touches would be lost if it were grabbed"
    }
  }

  /// Says that a device with these text keys must be grabbed: `key_space types text, and …; add 'grab: yes' to 'box'`.
  private static func textKeys(_ keys: [UInt16], entry: String) -> String {
    let names = keys.map { InputText.text(of: .key($0)) }
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    return "\(shown) \(names.count == 1 ? "types" : "type") text, and such keys are read only from a device that is "
      + "grabbed; add 'grab: yes' to '\(entry)'"
  }

  /// The advice by which an entry's devices are grabbed: `add 'grab: yes' to 'box'`.
  package static func grabAdvice(_ entry: DeviceEntry) -> String {
    entry.grab == .no ? "remove 'grab: no' from '\(entry.name)'" : "add 'grab: yes' to '\(entry.name)'"
  }

  /// Says what on a grabbed box does nothing. A box that the computer sees as a keyboard has many keys, but sends only
  /// a few of them; the settings of the box decide which.
  private static func rest(_ profile: Profile, _ entry: Int, _ device: DeviceDescription) -> String {
    guard device.keys.codes.contains(where: { ChordKey.position($0).typesText }) else {
      return "everything else on it does nothing"
    }
    let keys = profile.switchKeys(of: device, entry: entry).codes.filter(device.keys.contains)
    return "of its keys only \(UnheardText.listed(keys.map { InputText.text(of: .key($0)) })) press a switch: "
      + "if it sends other keys, run 'switchway learn'"
  }

  // MARK: For the daemon

  /// The failure to report in the state. `nil` if the profile asks for no grab, or for one that is possible.
  package static func failure(_ plan: NodePlan, of entry: DeviceEntry) -> Interpreter.GrabFailure? {
    switch plan {
    case .noKeyboard:
      Interpreter.GrabFailure(
        reason: "pointer",
        message: "it moves the cursor or is touched, and is not a keyboard; remove its device from `keyboard.devices`")
    case .keyboardSendsMore(let what, let hasSwitches):
      Interpreter.GrabFailure(
        reason: "cannot-pass",
        message: "it also sends \(what), which would be lost if it were grabbed; "
          + (hasSwitches
            ? "all its keys type, including those that are switches" : "it types as usual and gives no commands"))
    case .pointerSendsMore(let what):
      Interpreter.GrabFailure(
        reason: "cannot-pass",
        message:
          "it also sends \(what), which would be lost if it were grabbed; it moves the cursor as usual, and all its "
          + "buttons click, including those that are switches")
    case .other(.isTouched) where GrabDecision.isRefused(entry, .touch):
      Interpreter.GrabFailure(
        reason: "pointer", message: "touch devices cannot be grabbed; remove `grab: yes`")
    case .textKeys, .tooManyTextKeys, .keyboardOfSwitches, .keyboard, .pointer, .other: nil
    }
  }

  /// The reason why a node is not read, and what to do. `nil` if it is read.
  ///
  /// - Parameter foreign: events of the node that no virtual device can pass on.
  package static func unread(
    _ plan: NodePlan, of entry: DeviceEntry, _ device: DeviceDescription, foreign: String?
  ) -> String? {
    switch plan {
    case .tooManyTextKeys:
      return "at most \(KeyboardSettings.mostTextKeys) keys that type text can press "
        + "switches; use fewer, or keys that type nothing, in '\(entry.name)'"
    case .textKeys:
      // The events of other kinds of devices are not passed on, so these can be grabbed whatever they send.
      let foreign = Profile.kindsThatPass.contains(device.kind) ? foreign : nil
      let help =
        if device.kind == .touch {
          "touch devices are never grabbed; use other keys, or another device, for the switches"
        } else if let foreign {
          "it also sends \(foreign), which would be lost; use other keys, or another device, for the switches"
        } else {
          "add `grab: yes` to '\(entry.name)'"
        }
      return "keys that type text are switches only where their device is grabbed; \(help)"
    case .keyboardOfSwitches, .keyboard, .noKeyboard, .keyboardSendsMore, .pointer, .pointerSendsMore, .other:
      return nil
    }
  }
}
