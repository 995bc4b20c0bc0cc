import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// The files that the process with the keyboard uses, as the kernel sees them.
  @Suite(.serialized) struct FileAccessTests {
    /// File systems of the kernel, which cannot hang or disappear.
    private static let allowed = ["/run/", "/sys/", "/dev/", "/proc/self/"]

    @Test("after its start it opens no file on a disk, whatever is asked of it")
    func calls() throws {
      let folder = "/var/tmp/switchway-files"
      try root("rm -rf \(folder); install -d -o \(DaemonProcess.user) \(folder)")
      defer { _ = try? root("rm -rf \(folder)") }
      try DaemonProcess.write(HungFileTests.profile, to: "\(folder)/mine.yaml")
      let rig = try KeyboardRig(config: "\(folder)/mine.yaml", environment: ["STATE_DIRECTORY=\(folder)/state"])
      let box = try UInputDevice.box()
      try rig.client.devices(2)
      let trace = "\(rig.daemon.folder)/trace"
      let tracer = try spawn(
        [
          "/usr/bin/strace", "-y", "-s", "300", "-o", trace, "-e", "trace=%file,write", "-p",
          "\(rig.daemon.identifier)",
        ], environment: [], output: 2)
      defer {
        kill(tracer, SIGKILL)
        waitpid(tracer, nil, 0)
      }
      try eventually("a traced daemon") {
        try contents(of: "/proc/\(rig.daemon.identifier)/status").contains("TracerPid:\t\(tracer)\n")
      }
      try box.tap(Code.left)
      try rig.client.command("select")
      for request in [
        #"{"type":"reload","id":"r"}"#, #"{"type":"set","profile":"full-keyboard-access","id":"r"}"#,
        #"{"type":"set","bridge":"none","id":"r"}"#, #"{"type":"set","profile":"mine","id":"r"}"#,
        #"{"type":"get","what":"state","id":"r"}"#, #"{"type":"get","what":"config","id":"r"}"#,
        #"{"type":"get","what":"statistics","id":"r"}"#,
      ] {
        try rig.client.send(request)
        try rig.client.next("an answer") { $0.text("id") == "r" }
      }
      try DaemonProcess.write("switchway: 2\n", to: "\(folder)/mine.yaml")
      try rig.client.next("a reload that failed") { $0.type == "config" && $0.text("change") == "failed" }
      rig.daemon.signal(SIGHUP)
      try rig.client.next("a reload that failed") { $0.type == "config" && $0.text("change") == "failed" }
      #expect(try rig.daemon.end() == 0)
      try eventually("statistics") { exists("\(folder)/state/statistics.json") }
      let lines = try contents(of: trace).split(separator: "\n").map(String.init)
      #expect(lines.contains { $0.hasPrefix("write(2<") }, "the log was written: \(lines)")
      for line in lines {
        if line.hasPrefix("write(") {
          // Written to a socket of the helper, a device, or a descriptor of the loop.
          #expect(!line.hasPrefix("write(2<") || line.hasPrefix("write(2<socket:"), "\(line)")
        } else if let path = line.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first,
          path.hasPrefix("/")
        {
          // The folders themselves, and the root above the socket.
          #expect(path == "/" || Self.allowed.contains { "\(path)/".hasPrefix($0) }, "\(line)")
        }
      }
    }
  }
}
