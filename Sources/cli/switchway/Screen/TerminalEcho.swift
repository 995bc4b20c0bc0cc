import Glibc

/// Controls whether the terminal shows the characters that are typed.
enum TerminalEcho {
  /// Makes the terminal show typed characters, or not. Has no effect if standard input is not a terminal.
  static func set(_ isOn: Bool) {
    let echo = tcflag_t(ECHO)
    TerminalArrows.change { $0.c_lflag = isOn ? $0.c_lflag | echo : $0.c_lflag & ~echo }
  }

  /// Whether the terminal shows typed characters. False if standard input is not a terminal.
  static var isOn: Bool {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }
}
