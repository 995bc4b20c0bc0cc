import CLibevdev
import SwitchwayCore

/// The events of a device that a virtual one can pass on: for a keyboard its keys, and the wheel, pointer or volume
/// knob that many keyboards have; for a pointer everything except positions.
public struct KeyboardAbilities: Hashable, Sendable {
  /// It includes pointer buttons only with the `movements` of a pointer. Without movements, a desktop would not treat
  /// the device as a keyboard.
  public var keys: KeySet
  /// Codes of `EV_REL`, ascending.
  public var movements: [UInt16]
  /// Axes of `EV_ABS` that are not positions: a volume, and axes without a meaning (`ABS_MISC`). In the order of codes.
  /// The positions of an `absolutePointer`.
  public var knobs: [AxisDescription]
  /// The device is a pointer, so all its buttons pass.
  public private(set) var isPointer = false
  /// The pointer is a pointing stick, for which desktops have a separate speed (`INPUT_PROP_POINTING_STICK`).
  public private(set) var isPointingStick = false

  /// The abilities of a device that has only keys.
  public init(keys: KeySet = KeySet()) { self.init(keys: keys, movements: [], knobs: []) }

  /// - Parameters:
  ///   - movements: codes of `EV_REL`, ascending.
  ///   - knobs: axes; those outside `knobCodes` are dropped.
  public init(keys: KeySet, movements: [UInt16], knobs: [AxisDescription]) {
    self.movements = movements
    self.knobs = knobs.filter { KeyboardAbilities.knobCodes.contains($0.code) }
    self.keys = KeyboardAbilities.passable(
      keys, movesPointer: movements.contains(UInt16(REL_X)) && movements.contains(UInt16(REL_Y)))
  }

  /// The abilities of a pointer. `movements`, `knobs`: as above.
  public init(ofPointer keys: KeySet, movements: [UInt16], knobs: [AxisDescription], isPointingStick: Bool = false) {
    self.init(keys: KeySet(), movements: movements, knobs: knobs)
    self.keys = keys
    self.isPointer = true
    self.isPointingStick = isPointingStick
  }

  /// The abilities of the pointer that clients place on the screens: those of a virtual machine's tablet (QEMU's,
  /// VMware's), which desktops treat as a mouse whose positions are parts of the whole layout of monitors. It has no
  /// property, because with `INPUT_PROP_DIRECT` it would be a touch screen or a pen.
  public static let absolutePointer: KeyboardAbilities = {
    var abilities = KeyboardAbilities(
      ofPointer: KeySet([BTN_LEFT, BTN_RIGHT, BTN_MIDDLE].map { UInt16($0) }),
      movements: [REL_HWHEEL, REL_WHEEL].map { UInt16($0) }, knobs: [])
    abilities.knobs = [ABS_X, ABS_Y].map { AxisDescription(code: UInt16($0), minimum: 0, maximum: 65_535) }
    return abilities
  }()

  /// Axes that are not positions: from `ABS_VOLUME` to below the multitouch slots. Source: linux/input-event-codes.h.
  public static let knobCodes = UInt16(ABS_VOLUME)..<UInt16(ABS_MT_SLOT)

  /// The keys that a keyboard can pass on: all except buttons of gamepads and tablets, and of pointers if it has no
  /// movements. Buttons of a pointer are `BTN_MOUSE` to below `BTN_JOYSTICK`, as for udev. `BTN_0` … `BTN_9` stay,
  /// because keyboards have them as extra keys.
  private static func passable(_ keys: KeySet, movesPointer: Bool) -> KeySet {
    let firstButton = movesPointer ? BTN_JOYSTICK : BTN_MOUSE
    let buttons: [ClosedRange<Int32>] = [
      firstButton...0x15f, BTN_DPAD_UP...BTN_DPAD_RIGHT, BTN_TRIGGER_HAPPY...BTN_TRIGGER_HAPPY40,
    ]
    return KeySet(keys.codes.filter { code in code != 0 && !buttons.contains { $0.contains(Int32(code)) } })
  }

  /// Whether this contains everything in `other`. Knobs are compared by code, not by range.
  public func covers(_ other: KeyboardAbilities) -> Bool {
    other.keys.codes.allSatisfy(keys.contains) && other.movements.allSatisfy(movements.contains)
      && other.knobs.allSatisfy { one in knobs.contains { $0.code == one.code } }
      && (other.isPointingStick || !isPointingStick)
  }

  /// The union of both. If both have a knob, it keeps the range of this one; a pointing stick together with a mouse
  /// becomes a mouse.
  public func joined(with other: KeyboardAbilities) -> KeyboardAbilities {
    let keys = KeySet(keys.codes + other.keys.codes)
    let movements = Set(movements + other.movements).sorted()
    let knobs = (self.knobs + other.knobs.filter { one in !self.knobs.contains { $0.code == one.code } })
      .sorted { $0.code < $1.code }
    guard isPointer else { return KeyboardAbilities(keys: keys, movements: movements, knobs: knobs) }
    return KeyboardAbilities(
      ofPointer: keys, movements: movements, knobs: knobs, isPointingStick: isPointingStick && other.isPointingStick)
  }
}

extension NodeAnnouncement {
  /// The node's events that no other keyboard can pass on, in words, or `nil` if there are none. It is read from sysfs,
  /// so the node need not be open.
  public var foreignEvents: String? {
    let folder = systemPath.lastIndex(of: "/").map { systemPath[..<$0] + "/capabilities/" } ?? ""
    func declares(_ name: String) -> Bool {
      SystemAttributes.bitmap(SystemAttributes.text(folder + name) ?? "").contains { $0 != 0 }
    }
    return KeyboardAbilities.foreignEvents(of: description, hasStates: declares("sw"), hasForce: declares("ff"))
  }
}

extension KeyboardAbilities {
  /// The events of a device that no other keyboard can pass on, in words, or `nil` if there are none.
  ///
  /// Touch axes without touch are the kernel's names for controls without a name (`hid-input.c` counts up from
  /// `ABS_MISC`). No program reads them, so they are not a loss.
  ///
  /// - Parameters:
  ///   - hasStates: whether it declares `EV_SW`.
  ///   - hasForce: whether it declares `EV_FF`.
  static func foreignEvents(
    of description: DeviceDescription, hasStates: Bool, hasForce: Bool
  ) -> String? {
    if description.axes.contains(where: { $0.code < knobCodes.lowerBound }) { return "positions of axes" }
    if description.keys.contains(UInt16(BTN_TOUCH)) || description.keys.contains(UInt16(BTN_TOOL_FINGER)) {
      return "touches"
    }
    if hasStates { return "states of a switch" }
    if hasForce { return "force feedback" }
    return nil
  }
}
