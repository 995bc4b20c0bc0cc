import Glibc
import Testing

extension DeviceTests {
  /// A writer of a person's file that is killed, on a disk with a journal. `KilledWriterTests` of the commands kill it
  /// at more calls, without a machine.
  @Suite(.serialized) struct KilledWriterTests {
    private static let addition = "scan: {interval: 2s, style: auto}\n"

    @Test("killed at any flush or rename, edit leaves the former file or the new one, whole, and keeps the former")
    func edit() throws {
      let disk = try FrozenDisk()
      let editor = "\(disk.path)/editor.sh"
      try DaemonProcess.write("printf '\(Self.addition)' >> \"$1\"\n", to: editor)
      let before = twoSwitches + "\n"
      for call in ["fsync", "renameat2", "rename"] {
        for count in 1... {
          let folder = "\(disk.path)/\(call)-\(count)"
          let path = "\(folder)/default.yaml"
          try root("install -d -o \(DaemonProcess.user) -g \(DaemonProcess.user) \(folder)")
          try DaemonProcess.write(before, to: path)
          try root("chown \(DaemonProcess.user): \(path)")
          let result = try run(
            DaemonProcess.switchway.dropLast() + [
              "/usr/bin/env", "HOME=\(folder)", "EDITOR=sh \(editor)", "/usr/bin/strace", "-qq", "-o", "/dev/null",
              "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(count)", "/usr/bin/switchway", "edit",
              "--config", path,
            ])
          let after = try contents(of: path)
          let kept = try names(in: folder).filter { $0.hasPrefix("default.yaml.before-") }
            .map { try contents(of: "\(folder)/\($0)") }
          #expect(kept.allSatisfy { $0 == before }, "\(call) \(count)")
          #expect(after == before || after == before + Self.addition && kept.count == 1, "\(call) \(count): \(after)")
          guard result.status == 128 + SIGKILL else {
            #expect(result.status == 0 && after != before && count > 1, "\(call) \(count): \(result)")
            break
          }
        }
      }
    }
  }
}
