import Glibc

/// Whether the terminal shows what is typed.
enum TerminalEcho {
  /// Without effect where standard input is no terminal.
  static func set(_ isOn: Bool) {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    let echo = tcflag_t(ECHO)
    settings.c_lflag = isOn ? settings.c_lflag | echo : settings.c_lflag & ~echo
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
