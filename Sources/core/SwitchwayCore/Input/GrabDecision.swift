/// Whether a matched node is grabbed, that is, hidden from the rest of the desktop, and why.
///
///     grab    used by switches    kind                          →
///     no      ·                   ·                             not grabbed
///     ·       no                  ·                             not grabbed
///     ·       yes                 touch                         not grabbed; `yes` is refused with a reason
///     auto    by no input it has  any other                     not grabbed
///     auto    yes                 switch-interface, pedal       grabbed
///     auto    a keyboard's keys   joystick, gamepad             grabbed
///     auto    yes                 any other                     not grabbed
///     yes     yes                 any other                     grabbed
///
/// A joystick whose cross sends the arrow keys is grabbed, because it would also move the desktop's focus. A device
/// without any input that a switch uses would do nothing at all if it were grabbed, so `auto` does not grab it. With
/// `grab: yes` it is grabbed nevertheless: another node of the same device may press the switches, and the person wants
/// no other effect of the device.
///
/// On a grabbed device, inputs that no switch uses do nothing. The exceptions are keys that are passed on
/// (`Profile.passesOtherKeys`), and all inputs of a pointer (`Profile.isGrabbedPointer`).
public enum GrabDecision: Hashable, Sendable {
  /// The entry says `auto`, and the device is a switch interface or pedal that switches use, or a joystick or gamepad
  /// with a keyboard's keys.
  case boxOfSwitches
  /// The entry says `grab: yes`, and switches use its devices.
  case asked
  case forbidden
  /// No switch uses the devices of the entry.
  case unused
  /// The entry says `auto`, and switches use its devices, but this node has none of the switches' inputs.
  case unheard
  /// The entry says `auto`, and this kind of device is not only for switches.
  case otherKind
  /// The device is a touch device. Its touches cannot be passed on, so the person would lose the device.
  case isTouched

  /// Whether the node should be grabbed.
  public var isGrab: Bool { self == .boxOfSwitches || self == .asked }

  /// Whether the entry asks for a grab that is impossible for this kind of device.
  public static func isRefused(_ entry: DeviceEntry, _ kind: DeviceKind) -> Bool {
    entry.grab == .yes && kind == .touch
  }

  /// Makes the decision for a node that the entry at `index` of `profile` matches.
  public init(profile: Profile, entry index: Int, device: DeviceDescription) {
    let entry = profile.devices[index]
    let kind = device.kind
    self =
      switch (entry.grab, kind) {
      case (.no, _): .forbidden
      case _ where !profile.isUsed(index): .unused
      case (_, .touch): .isTouched
      case (.yes, _): .asked
      case (.auto, _) where !profile.hears(device, entry: index): .unheard
      case (.auto, .switchInterface), (.auto, .pedal): .boxOfSwitches
      case (.auto, .joystick), (.auto, .gamepad):
        profile.sendsActingKeys(device, entry: index) ? .boxOfSwitches : .otherKind
      case (.auto, _): .otherKind
      }
  }
}
