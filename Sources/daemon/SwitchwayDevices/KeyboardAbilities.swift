import CLibevdev
import SwitchwayCore

/// The events of a device that a virtual device can pass on. For a keyboard, these are its keys, and the wheel, pointer
/// or volume knob that many keyboards have. For a pointer, they are all its events except absolute positions.
public struct KeyboardAbilities: Hashable, Sendable {
  /// The keys and buttons. A keyboard has pointer buttons only if it also has `movements`: a device with pointer
  /// buttons and without movements would not be a keyboard for desktops.
  public var keys: KeySet
  /// The codes of `EV_REL`, ascending.
  public var movements: [UInt16]
  /// The axes of `EV_ABS` in the order of codes: a volume, and axes without a defined meaning (`ABS_MISC`). For an
  /// `absolutePointer`, its two positions.
  public var knobs: [AxisDescription]
  /// Whether the device is a pointer, so that all its buttons are passed on.
  public private(set) var isPointer = false
  /// Whether the device is a pointing stick, for which desktops have a separate speed (`INPUT_PROP_POINTING_STICK`).
  public private(set) var isPointingStick = false

  /// Makes the abilities of a device that has only keys.
  public init(keys: KeySet = KeySet()) { self.init(keys: keys, movements: [], knobs: []) }

  /// - Parameters:
  ///   - movements: codes of `EV_REL`, ascending.
  ///   - knobs: the axes. Axes outside `knobCodes` are dropped.
  public init(keys: KeySet, movements: [UInt16], knobs: [AxisDescription]) {
    self.movements = movements
    self.knobs = knobs.filter { KeyboardAbilities.knobCodes.contains($0.code) }
    self.keys = KeyboardAbilities.passable(
      keys, movesPointer: movements.contains(UInt16(REL_X)) && movements.contains(UInt16(REL_Y)))
  }

  /// Makes the abilities of a pointer. `movements` and `knobs` are as in the initializer above.
  public init(ofPointer keys: KeySet, movements: [UInt16], knobs: [AxisDescription], isPointingStick: Bool = false) {
    self.init(keys: KeySet(), movements: movements, knobs: knobs)
    self.keys = keys
    self.isPointer = true
    self.isPointingStick = isPointingStick
  }

  /// The abilities of the pointer that clients place on the screens. They are those of the tablet of a virtual machine
  /// (QEMU, VMware). Desktops treat such a device as a mouse whose positions are parts of the area of all monitors. It
  /// has no device property, because with `INPUT_PROP_DIRECT` it would be a touch screen or a pen.
  public static let absolutePointer: KeyboardAbilities = {
    var abilities = KeyboardAbilities(
      ofPointer: KeySet([BTN_LEFT, BTN_RIGHT, BTN_MIDDLE].map { UInt16($0) }),
      movements: [REL_HWHEEL, REL_WHEEL].map { UInt16($0) }, knobs: [])
    abilities.knobs = [ABS_X, ABS_Y].map { AxisDescription(code: UInt16($0), minimum: 0, maximum: 65_535) }
    return abilities
  }()

  /// The axes that are not positions: from `ABS_VOLUME` to below the multitouch axes. Source:
  /// linux/input-event-codes.h.
  public static let knobCodes = UInt16(ABS_VOLUME)..<UInt16(ABS_MT_SLOT)

  /// Returns the keys that a keyboard can pass on: all except the buttons of gamepads and tablets and, if the keyboard
  /// has no movements, the buttons of pointers. As in udev, the buttons of pointers are the codes from `BTN_MOUSE` to
  /// below `BTN_JOYSTICK`. `BTN_0` … `BTN_9` can be passed on, because keyboards have them as extra keys.
  private static func passable(_ keys: KeySet, movesPointer: Bool) -> KeySet {
    let firstButton = movesPointer ? BTN_JOYSTICK : BTN_MOUSE
    let buttons: [ClosedRange<Int32>] = [
      firstButton...0x15f, BTN_DPAD_UP...BTN_DPAD_RIGHT, BTN_TRIGGER_HAPPY...BTN_TRIGGER_HAPPY40,
    ]
    return KeySet(keys.codes.filter { code in code != 0 && !buttons.contains { $0.contains(Int32(code)) } })
  }

  /// Returns whether these abilities contain all abilities of `other`. Knobs are compared by code, not by range.
  public func covers(_ other: KeyboardAbilities) -> Bool {
    other.keys.codes.allSatisfy(keys.contains) && other.movements.allSatisfy(movements.contains)
      && other.knobs.allSatisfy { one in knobs.contains { $0.code == one.code } }
      && (other.isPointingStick || !isPointingStick)
  }

  /// Returns the union of both. A knob that both have keeps its range in `self`. A pointing stick and a mouse together
  /// become a mouse.
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
  /// The node's events that no virtual device can pass on, in words, or `nil` if there are none. They are read from
  /// sysfs, so the node need not be open.
  public var foreignEvents: String? {
    let folder = systemPath.lastIndex(of: "/").map { systemPath[..<$0] + "/capabilities/" } ?? ""
    func declares(_ name: String) -> Bool {
      SystemAttributes.bitmap(SystemAttributes.text(folder + name) ?? "").contains { $0 != 0 }
    }
    return KeyboardAbilities.foreignEvents(of: description, hasStates: declares("sw"), hasForce: declares("ff"))
  }
}

extension KeyboardAbilities {
  /// Returns the events of a device that no virtual device can pass on, in words, or `nil` if there are none.
  ///
  /// Axes of touch screens on a device without touch are not counted. The kernel gives these codes to controls that
  /// have no meaning for it (`hid-input.c` counts up from `ABS_MISC`), and no program reads them.
  ///
  /// - Parameters:
  ///   - hasStates: whether the device declares `EV_SW`.
  ///   - hasForce: whether the device declares `EV_FF`.
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
