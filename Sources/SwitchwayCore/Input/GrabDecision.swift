/// Whether a node that an entry takes is taken from the rest of the desktop, and why.
///
///     grab    used by switches    kind                          →
///     no      ·                   ·                             left
///     ·       no                  ·                             left
///     ·       yes                 pointer, touch                left; with `yes` refused, with its reason
///     auto    yes                 switch-interface, pedal       grabbed
///     auto    yes                 any other                     left
///     yes     yes                 any other                     grabbed
///
/// What a grabbed device has besides its switches does nothing, but for keys that pass (`Profile.passesOtherKeys`).
public enum GrabDecision: Hashable, Sendable {
  /// `auto`, and a box or a pedal that switches use.
  case boxOfSwitches
  /// `grab: yes`, and switches use it.
  case asked
  /// `grab: no`.
  case forbidden
  /// No switch uses the entry.
  case unused
  /// `auto`, and a kind that does more than switches.
  case otherKind
  /// It moves the cursor, or is touched: nothing could pass that on, and the person would lose it.
  case movesPointer

  /// Whether the node is to be grabbed.
  public var isGrab: Bool { self == .boxOfSwitches || self == .asked }

  /// Whether the key-remap file asks for what cannot be given.
  public static func isRefused(_ entry: DeviceEntry, _ kind: DeviceKind) -> Bool {
    entry.grab == .yes && movesPointer(kind)
  }

  /// Whether devices of this kind move the cursor, or are touched: they are never grabbed.
  public static func movesPointer(_ kind: DeviceKind) -> Bool { kind == .pointer || kind == .touch }

  /// What is decided for a node of this kind that the entry at `index` of `profile` takes.
  public init(profile: Profile, entry index: Int, kind: DeviceKind) {
    let entry = profile.devices[index]
    self =
      switch (entry.grab, kind) {
      case (.no, _): .forbidden
      case _ where !profile.isUsed(index): .unused
      case (_, .pointer), (_, .touch): .movesPointer
      case (.yes, _): .asked
      case (.auto, .switchInterface), (.auto, .pedal): .boxOfSwitches
      case (.auto, _): .otherKind
      }
  }
}
