/// Key codes that the keyboard layer needs. Source: linux/input-event-codes.h.
enum KeyCode {
  /// `KEY_RESERVED`, a code that no key has.
  static let none: UInt16 = 0
  static let escape: UInt16 = 1
  static let backspace: UInt16 = 14
  static let tab: UInt16 = 15
  static let p: UInt16 = 25
  static let enter: UInt16 = 28
  static let leftCtrl: UInt16 = 29
  static let leftShift: UInt16 = 42
  static let leftAlt: UInt16 = 56
  static let space: UInt16 = 57
  static let capsLock: UInt16 = 58
  static let f10: UInt16 = 68
  static let keypadEnter: UInt16 = 96
  static let rightAlt: UInt16 = 100
  static let home: UInt16 = 102
  static let up: UInt16 = 103
  static let left: UInt16 = 105
  static let right: UInt16 = 106
  static let end: UInt16 = 107
  static let down: UInt16 = 108

  /// Buttons of a pointing device that is built into a keyboard: from `BTN_MOUSE` to the code before `BTN_JOYSTICK`.
  static let pointerButtons: ClosedRange<UInt16> = 0x110...0x11f

  /// Keys that write or move the cursor in a text: arrows, Space, Enter and Backspace.
  static let ofText: [UInt16] = [backspace, enter, space, keypadEnter, up, left, right, down]
}
