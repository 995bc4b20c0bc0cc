import CLibevdev
import SwitchwayCore

/// What a keyboard can send, as far as another can pass it on: its keys, and what else sits in many keyboards, a wheel, a
/// pointer, a volume knob.
public struct KeyboardAbilities: Hashable, Sendable {
  /// Pointer buttons among them only beside `movements` of a pointer: by them alone a desktop would take a keyboard for
  /// something else.
  public var keys: KeySet
  /// Codes of `EV_REL`, ascending.
  public var movements: [UInt16]
  /// Axes of `EV_ABS` that are no positions: a volume, and what has no meaning of its own (`ABS_MISC`). By code.
  public var knobs: [AxisDescription]

  /// Keys alone.
  public init(keys: KeySet = KeySet()) { self.init(keys: keys, movements: [], knobs: []) }

  /// - Parameters:
  ///   - movements: codes of `EV_REL`, ascending.
  ///   - knobs: axes; those outside `knobCodes` are left out.
  public init(keys: KeySet, movements: [UInt16], knobs: [AxisDescription]) {
    self.movements = movements
    self.knobs = knobs.filter { KeyboardAbilities.knobCodes.contains($0.code) }
    self.keys = KeyboardAbilities.passable(
      keys, movesPointer: movements.contains(UInt16(REL_X)) && movements.contains(UInt16(REL_Y)))
  }

  /// Where axes are no positions: from `ABS_VOLUME` to below the slots of touch. Source: linux/input-event-codes.h.
  public static let knobCodes = UInt16(ABS_VOLUME)..<UInt16(ABS_MT_SLOT)

  /// What of `keys` a keyboard can pass on: all but the buttons of pads and tablets, and of pointers where it moves none.
  /// `BTN_0` … `BTN_9` stay; keyboards have them as extra keys.
  private static func passable(_ keys: KeySet, movesPointer: Bool) -> KeySet {
    let firstButton = movesPointer ? BTN_TASK + 1 : BTN_MOUSE
    let buttons: [ClosedRange<Int32>] = [
      firstButton...0x15f, BTN_DPAD_UP...BTN_DPAD_RIGHT, BTN_TRIGGER_HAPPY...BTN_TRIGGER_HAPPY40,
    ]
    return KeySet(keys.codes.filter { code in code != 0 && !buttons.contains { $0.contains(Int32(code)) } })
  }

  /// Whether all that `other` has is here; of knobs their codes count, whatever their ranges.
  public func covers(_ other: KeyboardAbilities) -> Bool {
    other.keys.codes.allSatisfy(keys.contains) && other.movements.allSatisfy(movements.contains)
      && other.knobs.allSatisfy { one in knobs.contains { $0.code == one.code } }
  }

  /// What both have together; of a knob that both have, the range stays as it is here.
  public func joined(with other: KeyboardAbilities) -> KeyboardAbilities {
    KeyboardAbilities(
      keys: KeySet(keys.codes + other.keys.codes), movements: Set(movements + other.movements).sorted(),
      knobs: (knobs + other.knobs.filter { one in !knobs.contains { $0.code == one.code } })
        .sorted { $0.code < $1.code })
  }
}

extension EvdevNode {
  /// What the node can send that another keyboard can pass on.
  public var abilities: KeyboardAbilities {
    KeyboardAbilities(
      keys: description.keys,
      movements: (0..<UInt16(REL_CNT)).filter { declares(EV_REL, $0) }, knobs: description.axes)
  }

  /// What the node can send that no other can pass on, in words; nil where there is nothing.
  ///
  /// Axes of touch without a touch are the kernel's names for controls that have none (`hid-input.c` counts on from
  /// `ABS_MISC`): nobody reads them, and nothing is lost with them.
  public var foreignEvents: String? {
    KeyboardAbilities.foreignEvents(of: description, hasStates: declares(EV_SW), hasForce: declares(EV_FF))
  }
}

extension NodeAnnouncement {
  /// What the node can send that no other can pass on, in words; nil where there is nothing. Read from sysfs: the node
  /// need not be open.
  public var foreignEvents: String? {
    let folder = systemPath.lastIndex(of: "/").map { systemPath[..<$0] + "/capabilities/" } ?? ""
    func declares(_ name: String) -> Bool {
      SystemAttributes.bitmap(SystemAttributes.text(folder + name) ?? "").contains { $0 != 0 }
    }
    return KeyboardAbilities.foreignEvents(of: description, hasStates: declares("sw"), hasForce: declares("ff"))
  }
}

extension KeyboardAbilities {
  /// - Parameters:
  ///   - hasStates: it declares `EV_SW`.
  ///   - hasForce: it declares `EV_FF`.
  fileprivate static func foreignEvents(
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
