/// The properties by which udev classifies a node, `ID_INPUT_*`. If udev runs, they come from udev; otherwise, they are
/// computed from the capabilities by udev's rules. Several of them can apply to one node.
///
/// Source of the rules: the behaviour of systemd-udevd's `input_id` (252), as the properties of devices show it.
struct InputTraits: Equatable {
  /// `ID_INPUT_KEYBOARD`: the node has all keys from Escape to S.
  var isKeyboard = false
  /// `ID_INPUT_TOUCHPAD`, `ID_INPUT_TOUCHSCREEN`, `ID_INPUT_TABLET`.
  var isTouch = false
  /// `ID_INPUT_TABLET_PAD`: the buttons beside a tablet.
  var isTabletPad = false
  var isPointer = false
  /// `ID_INPUT_JOYSTICK`.
  var isJoystick = false
  /// `ID_INPUT_ACCELEROMETER`: a sensor that is never at rest.
  var isAccelerometer = false

  /// Takes the traits from udev's properties. `udev` must contain `ID_INPUT`.
  init(udev: [String: String]) {
    func says(_ name: String) -> Bool { udev["ID_INPUT_" + name] == "1" }
    isKeyboard = says("KEYBOARD")
    isTouch = says("TOUCHPAD") || says("TOUCHSCREEN") || says("TABLET")
    isTabletPad = says("TABLET_PAD")
    isPointer = says("MOUSE") || says("POINTINGSTICK") || says("TRACKBALL")
    isJoystick = says("JOYSTICK")
    isAccelerometer = says("ACCELEROMETER")
  }

  /// Computes the traits by udev's rules.
  init(_ node: DeviceCapabilities) {
    isKeyboard = (1...31).allSatisfy { node.keys.contains($0) }
    let hasCoordinates = node.absolute.has(Axis.x) && node.absolute.has(Axis.y)
    isAccelerometer =
      node.properties.has(Property.accelerometer)
      || (node.keys.isEmpty && hasCoordinates && node.absolute.has(Axis.z))
    guard !isAccelerometer else { return }

    let pen = node.keys.contains(Button.toolPen)
    let stylus = node.keys.contains(Button.stylus) || pen
    let finger = node.keys.contains(Button.toolFinger) && !pen
    let direct = node.properties.has(Property.direct)
    let touched = node.keys.contains(Button.touch) || direct
    let mouseButton = node.keys.hasAny(in: Button.mouse)
    let parts = InputTraits.joystickParts(node)
    var isTablet = false
    var isTouchpad = false
    var isTouchscreen = false
    if hasCoordinates {
      if stylus {
        isTablet = true
      } else if finger && !direct {
        isTouchpad = true
      } else if mouseButton {
        isPointer = true
      } else if touched {
        isTouchscreen = true
      } else {
        isJoystick = parts > 0
      }
    } else {
      isJoystick = parts > 0
    }
    if InputTraits.hasTouchSlots(node) {
      isTablet = isTablet || stylus
      isTouchpad = isTouchpad || (!stylus && finger && !direct)
      isTouchscreen = isTouchscreen || (!stylus && !(finger && !direct) && touched)
    }
    let moves = node.relative.has(Relative.x) && node.relative.has(Relative.y)
    isTabletPad = isTablet && node.keys.contains(Button.first) && !pen
    if !isTablet && !isTouchpad && !isJoystick && mouseButton && (moves || !hasCoordinates) { isPointer = true }
    if isJoystick { isJoystick = parts >= 2 && !InputTraits.hasKeyboardKeys(node) }
    if node.properties.has(Property.pointingStick) { isPointer = true }
    isTouch = isTablet || isTouchpad || isTouchscreen
  }

  /// The number of the node's buttons and axes that a joystick has. A mouse that declares every mouse button also
  /// declares buttons of the joystick's range; these do not count.
  private static func joystickParts(_ node: DeviceCapabilities) -> Int {
    let isFullMouse = Button.mouse.allSatisfy { node.keys.contains($0) }
    let buttons =
      isFullMouse
      ? 0
      : [Button.joystick, Button.directionPad, Button.triggerHappy]
        .reduce(0) { sum, range in sum + range.count { node.keys.contains($0) } }
    return buttons + Axis.joystickOnly.count { node.absolute.has($0) }
  }

  /// Whether the node has multitouch axes. If a device declares every axis, these do not count.
  private static func hasTouchSlots(_ node: DeviceCapabilities) -> Bool {
    node.absolute.has(Axis.touchX) && node.absolute.has(Axis.touchY)
      && !(node.absolute.has(Axis.touchSlot) && node.absolute.has(Axis.touchSlot - 1))
  }

  /// Whether the node has keys from many groups of a keyboard. Then it is not a joystick, whatever buttons it declares.
  private static func hasKeyboardKeys(_ node: DeviceCapabilities) -> Bool {
    // Left Ctrl, Caps Lock, Num Lock, Insert, Mute, Calculator, File, Mail, Play/Pause, Brightness down.
    let groups: [UInt16] = [0x1d, 0x3a, 0x45, 0x6e, 0x71, 0x8c, 0x90, 0x9b, 0xa4, 0xe0]
    return groups.count { node.keys.contains($0) } >= 4
  }
}

/// Codes of buttons: `BTN_*` of linux/input-event-codes.h.
package enum Button {
  static let first: UInt16 = 0x100  // BTN_0
  static let mouse: ClosedRange<UInt16> = 0x110...0x11f
  /// `BTN_LEFT`.
  static let left: UInt16 = 0x110
  /// `BTN_RIGHT`.
  static let right: UInt16 = 0x111
  /// `BTN_MIDDLE`.
  static let middle: UInt16 = 0x112
  /// `BTN_TRIGGER` … to the end of the gamepad's range.
  static let joystick: ClosedRange<UInt16> = 0x120...0x13f
  static let gamepad: ClosedRange<UInt16> = 0x130...0x13f
  static let toolPen: UInt16 = 0x140
  static let toolFinger: UInt16 = 0x145
  static let touch: UInt16 = 0x14a
  static let stylus: UInt16 = 0x14b
  /// `BTN_DPAD_UP` … `BTN_DPAD_RIGHT`.
  static let directionPad: ClosedRange<UInt16> = 0x220...0x223
  /// `BTN_TRIGGER_HAPPY1` … `40`.
  static let triggerHappy: ClosedRange<UInt16> = 0x2c0...0x2e7
  /// A range in which all codes are buttons, not keys.
  static let low: ClosedRange<UInt16> = 0x100...0x15f

  /// Whether the code is a button's (`BTN_*`). Keyboards have no buttons, and a desktop types nothing for them.
  package static func isButton(_ code: UInt16) -> Bool {
    low.contains(code) || directionPad.contains(code) || triggerHappy.contains(code)
  }
}

/// Codes of absolute axes: `ABS_*` of linux/input-event-codes.h.
enum Axis {
  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  static let z: UInt16 = 0x02
  /// `ABS_RX` … `ABS_HAT3Y`.
  static let joystickOnly: ClosedRange<UInt16> = 0x03...0x17
  /// `ABS_X` … `ABS_HAT3Y`.
  static let controls: ClosedRange<UInt16> = 0x00...0x17
  /// `ABS_VOLUME`. The axes with lower codes are positions.
  static let volume: UInt16 = 0x20
  static let touchSlot: UInt16 = 0x2f
  static let touchX: UInt16 = 0x35
  static let touchY: UInt16 = 0x36
}

/// Codes of relative axes: `REL_*` of linux/input-event-codes.h.
enum Relative {
  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  /// `REL_HWHEEL`.
  static let sideWheel: UInt16 = 0x06
  static let dial: UInt16 = 0x07
  static let wheel: UInt16 = 0x08
  /// `REL_MISC`, which is not a movement.
  static let misc: UInt16 = 0x09
  /// `REL_WHEEL_HI_RES` and `REL_HWHEEL_HI_RES`.
  static let wheelFine: UInt16 = 0x0b
  static let sideWheelFine: UInt16 = 0x0c
}

/// Numbers of a node's properties: `INPUT_PROP_*` of linux/input-event-codes.h.
enum Property {
  static let direct: UInt16 = 1
  static let pointingStick: UInt16 = 5
  static let accelerometer: UInt16 = 6
}

extension KeySet {
  /// Whether at least one code of the range is a member.
  func hasAny(in range: ClosedRange<UInt16>) -> Bool { range.contains { contains($0) } }
}
