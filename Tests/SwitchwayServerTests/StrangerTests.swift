import Fixtures
import Foundation
import Glibc
import Testing

@testable import SwitchwayServer

/// Clients as processes of their own: of another user, and with descriptors in their hands.
@Suite("Strangers at the socket") struct StrangerTests {
  /// Runs a program of Python with the socket's path, as `nobody` where root may do that, and gives what it says.
  private func run(_ rig: ServerRig, asNobody: Bool, _ text: String) throws -> String {
    let process = Process()
    let python = ["/usr/bin/python3", "-c", text, rig.path]
    let words =
      asNobody && geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"] + python : python
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    while process.isRunning {
      #expect(rig.loop.settle())
      _ = poll(nil, 0, 2)
    }
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test("another user is closed unread, whatever the modes of the files say")
  func otherUser() throws {
    let rig = try ServerRig(owner: geteuid() == 0 ? nil : geteuid() + 1)
    for (path, mode) in [(rig.directory.path, 0o755), (rig.directory.path + "/own", 0o755), (rig.path, 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let answer = try run(
      rig, asNobody: true,
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.connect(sys.argv[1])
      try:
          s.sendall(b'{"type":"reload"}\\n')
          print(len(s.recv(100)))
      except (BrokenPipeError, ConnectionResetError):
          print(0)

      """)
    #expect(answer == "0\n")
    #expect(rig.delegate.done == [])
    #expect(rig.delegate.connected == 0)
    #expect(rig.server.clientCount == 0)
    #expect(rig.loop.watchCount == 1)
  }

  @Test("descriptors that a client sends along are cut; its request is answered")
  func descriptors() throws {
    let rig = try ServerRig()
    let answer = try run(
      rig, asNobody: false,
      """
      import os, select, socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.connect(sys.argv[1])
      lines = s.makefile("r")
      lines.readline(), lines.readline()
      reading, writing = os.pipe()
      socket.send_fds(s, [b'{"type":"ping","id":1}\\n'], [writing] * 5)
      os.close(writing)
      print(lines.readline(), end="")
      # Nobody holds the pipe's other end: it has ended.
      print(select.select([reading], [], [], 240)[0] == [reading] and os.read(reading, 1) == b"")

      """)
    #expect(answer == #"{"type":"ok","id":1}"# + "\nTrue\n")
  }
}
