import Glibc

/// Makes the arrow keys up and down usable in a terminal that is read line by line.
///
/// Such a terminal delivers a line when the line ends. After `set(true)`, the last byte of these two keys also counts
/// as the end of a line, so that they are delivered at once. All other keys work as usual: Backspace, Ctrl-U, Ctrl-C,
/// Ctrl-Z.
enum TerminalArrows {
  /// The number of columns of the text that the terminal shows for an arrow key, such as `^[[A`.
  static let shownColumns = 4
  /// The last bytes of the two arrow keys. Up is `ESC [ A` or `ESC O A`, and down is `ESC [ B` or `ESC O B`. Source:
  /// xterm's control sequences.
  private static let last: [(index: Int32, byte: UInt8)] = [
    (VEOL, UInt8(ascii: "A")), (VEOL2, UInt8(ascii: "B")),
  ]

  /// Turns the arrow keys on or off. Has no effect if standard input is not a terminal.
  static func set(_ isOn: Bool) {
    change { settings in
      for (index, byte) in last {
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { unsafe $0[Int(index)] = isOn ? byte : 0 }
      }
    }
  }

  /// Changes the terminal's settings, if standard input is a terminal.
  static func change(_ body: (inout termios) -> Void) {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    body(&settings)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Removes the first arrow key from the typed text. Returns −1 for up and 1 for down, or `nil` if there is none.
  static func take(from bytes: inout [UInt8]) -> Int? {
    for start in bytes.indices where bytes[start] == 0x1B && start + 2 < bytes.count {
      guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes[start + 1]) else { continue }
      let byte = bytes[start + 2]
      guard let index = last.firstIndex(where: { $0.byte == byte }) else { continue }
      bytes.removeSubrange(start...start + 2)
      return index == 0 ? -1 : 1
    }
    return nil
  }
}
