/// Whether a matched node is grabbed, that is, hidden from the rest of the desktop, and why.
///
///     grab    used by switches    kind                          →
///     no      ·                   ·                             not grabbed
///     ·       no                  ·                             not grabbed
///     ·       yes                 touch                         not grabbed; `yes` is refused with a reason
///     auto    yes                 switch-interface, pedal       grabbed
///     auto    yes                 any other                     not grabbed
///     yes     yes                 any other                     grabbed
///
/// On a grabbed device, inputs that no switch uses do nothing, except keys that pass (`Profile.passesOtherKeys`), and
/// all of a pointer (`Profile.isGrabbedPointer`).
public enum GrabDecision: Hashable, Sendable {
  /// `auto`, and a switch interface or pedal that switches use.
  case boxOfSwitches
  /// `grab: yes`, and switches use it.
  case asked
  case forbidden
  /// No switch uses the entry.
  case unused
  /// `auto`, and a kind of device that is not only for switches.
  case otherKind
  /// The device is touched. Its events cannot be passed on, so the person would lose it.
  case isTouched

  /// Whether the node is to be grabbed.
  public var isGrab: Bool { self == .boxOfSwitches || self == .asked }

  /// Whether the key-remap file asks for a grab that is impossible.
  public static func isRefused(_ entry: DeviceEntry, _ kind: DeviceKind) -> Bool {
    entry.grab == .yes && kind == .touch
  }

  /// The decision for a node of this kind that the entry at `index` of `profile` matched.
  public init(profile: Profile, entry index: Int, kind: DeviceKind) {
    let entry = profile.devices[index]
    self =
      switch (entry.grab, kind) {
      case (.no, _): .forbidden
      case _ where !profile.isUsed(index): .unused
      case (_, .touch): .isTouched
      case (.yes, _): .asked
      case (.auto, .switchInterface), (.auto, .pedal): .boxOfSwitches
      case (.auto, _): .otherKind
      }
  }
}
