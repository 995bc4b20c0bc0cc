import CLinuxInput
import Glibc
import SwitchwayProtocol

/// The person's text editor.
enum Editor {
  /// Returns a shell command that opens the file `$1` in the editor. `VISUAL` and `EDITOR` may contain options.
  static func command(environment: [String: String]) -> String {
    for name in ["VISUAL", "EDITOR"] {
      if let editor = environment[name], !editor.isEmpty { return "\(editor) \"$1\"" }
    }
    return #"if command -v sensible-editor >/dev/null; then exec sensible-editor "$1"; else exec vi "$1"; fi"#
  }

  /// Opens `file` in the editor, and waits until the editor has ended. Throws if it ends with an error. Meanwhile
  /// answers the daemon's pings on the connection `pause`.
  static func open(_ file: String, pause: inout DaemonDialogue?) throws(CommandFailure) {
    let command = command(environment: ProcessContext.current().environment)
    // While the editor runs, only the editor handles Ctrl-C.
    let before = [signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN)]
    defer {
      _ = signal(SIGINT, before[0])
      _ = signal(SIGQUIT, before[1])
    }
    let editor = ChildProcess.start("/bin/sh", ["-c", command, "sh", file])
    guard editor > 0 else {
      throw CommandFailure(.failed, unsafe "cannot start a shell for the editor: \(String(cString: strerror(-editor)))")
    }
    let end = pause == nil ? -1 : sw_process_descriptor(editor)
    if end >= 0 {
      pause?.serve(until: end)
      close(end)
    }
    switch ChildProcess.wait(for: editor) {
    case 0: return
    case 126, 127:
      throw CommandFailure(
        .failed, "the editor cannot be started", help: "name an installed one, for example EDITOR=nano switchway edit")
    case let status?:
      throw CommandFailure(.failed, "the editor ended with status \(status), so the profile was not changed")
    case nil: throw CommandFailure(.failed, unsafe "lost the editor: \(String(cString: strerror(errno)))")
    }
  }
}
