import Glibc

/// A desktop without a screen: an X server that reads input devices through libinput, and a client that prints the text
/// that it receives. Only in the virtual machine: on a real machine the server would take its keyboards.
final class Desktop {
  private let folder: String
  private let display = ":7"
  private var children: [pid_t] = []
  /// The client's output, as far as it was read.
  private var words: Int32 = -1
  private var line: [UInt8] = []
  private var presses = 0
  private var bytes: [UInt8] = []

  init() throws {
    guard environment("SWITCHWAY_VM") == "1" else {
      throw KernelError("an X server of the tests' own needs the virtual machine: run make vm-test")
    }
    var template = Array("/run/switchway-desktop-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw KernelError("a folder in /run") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try DaemonProcess.write(Desktop.configuration, to: "\(folder)/conf")
    try start(
      [
        "/usr/bin/Xorg", display, "-config", "\(folder)/conf", "-logfile", "\(folder)/server", "-noreset", "-ac",
        "-nolisten", "tcp", "-sharevts", "-novtswitch", "-displayfd", "1",
        // The server repeats held keys by its own clock: if it stands still in a press, that would type more letters.
        "-ardelay", "60000",
      ], "output")
    // The display's number is written when the server accepts clients.
    try eventually("the X server") {
      guard waitpid(children[0], nil, WNOHANG) == 0 else {
        children = []
        throw KernelError("the X server has ended:\n\(said("output"))")
      }
      return said("output").split(separator: "\n").contains("7")
    }
    try start(["/usr/bin/xev", "-root", "-event", "keyboard"], "text")
    words = unsafe open("\(folder)/text", O_RDONLY | O_CLOEXEC)
    guard words >= 0 else { throw KernelError("\(folder)/text") }
  }

  deinit {
    for child in children.reversed() {
      kill(child, SIGTERM)
      do {
        try eventually("its end") { waitpid(child, nil, WNOHANG) != 0 }
      } catch {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
    }
    if words >= 0 { close(words) }
    for name in names(in: folder) { unsafe unlink("\(folder)/\(name)") }
    unsafe rmdir(folder)
  }

  /// Waits until the server reads a device with this name and its text arrives. `tap` taps a key that types nothing.
  func awaitKeyboard(_ name: String, tap: () throws -> Void) throws {
    let added = "XINPUT: Adding extended input device \"\(name)\""
    try eventually("'\(name)' in the X server") { said("server").contains(added) }
    try eventually("a key in the X server") {
      try tap()
      poll(nil, 0, 50)
      listen()
      return presses > 0
    }
  }

  /// Sets the layout of all keyboards, such as `de`, and clears the received text.
  func setLayout(_ name: String) throws {
    let result = try run(["/usr/bin/env", "DISPLAY=\(display)", "/usr/bin/setxkbmap", name])
    guard result.status == 0 else { throw KernelError("setxkbmap \(name): \(result.output)") }
    listen()
    bytes.removeAll()
  }

  /// The text received since the layout was set.
  var typed: String {
    listen()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the client's further output. Called often on a slow machine, so nothing is read twice.
  private func listen() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(words, &chunk, chunk.count), count > 0 {
      for byte in chunk[..<count] {
        if byte != 10 {
          line.append(byte)
        } else {
          take(String(decoding: line, as: UTF8.self))
          line.removeAll(keepingCapacity: true)
        }
      }
    }
  }

  /// `KeyPress event, …`, followed by `    XmbLookupString gives 2 bytes: (c3 9f) "ß"`, only for presses.
  private func take(_ line: String) {
    if line.hasPrefix("KeyPress") { presses += 1 }
    guard line.hasPrefix("    XmbLookupString gives"), let open = line.firstIndex(of: "("),
      let close = line.firstIndex(of: ")"), open < close
    else { return }
    bytes += line[line.index(after: open)..<close].split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  private func start(_ arguments: [String], _ output: String) throws {
    let log = unsafe open("\(folder)/\(output)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard log >= 0 else { throw KernelError("\(folder)/\(output)") }
    defer { close(log) }
    children.append(
      try spawn(
        arguments,
        environment: ["PATH=/usr/bin:/bin", "HOME=\(folder)", "LANG=C.UTF-8", "DISPLAY=\(display)"], output: log))
  }

  private func said(_ name: String) -> String { (try? contents(of: "\(folder)/\(name)")) ?? "" }

  /// No screen, no 3D (which takes ten seconds here), and every event node through libinput.
  private static let configuration = """
    Section "Module"
      Disable "glx"
    EndSection
    Section "Device"
      Identifier "none"
      Driver "dummy"
    EndSection
    Section "InputClass"
      Identifier "all"
      MatchDevicePath "/dev/input/event*"
      Driver "libinput"
    EndSection

    """
}
