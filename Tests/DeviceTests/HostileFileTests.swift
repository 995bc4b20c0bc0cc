import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Key-remap files that take long to read, while a keyboard is grabbed.
  @Suite(.serialized) struct HostileFileTests {
    private static let size = 250_000

    /// Files that once took long to read, nearly as large as a file may be. Each ends as an error or as a valid
    /// profile.
    static let files: [(name: String, text: String)] = [
      ("brackets", "switchway: 1\ndevices: {k: {match: {name: \"\(String(repeating: "[", count: size))\"}}}\n"),
      ("flow", "switchway: 1\nswitches: {\(String(repeating: "a,", count: size / 2))}\n"),
      ("maps", "switchway: 1\nkeyboard: {alone: {\((0..<size / 12).map { "a\($0): b" }.joined(separator: ","))}}\n"),
      (
        "lists",
        "switchway: 1\nswitches: {s: {input: [\(String(repeating: "k/key_a,", count: size / 8))], tap: select}}\n"
      ),
      ("mistakes", "switchway: 1\n" + (0..<size / 11).map { "x\($0): 1\n" }.joined()),
      (
        "devices",
        "switchway: 1\nextends: full-keyboard-access\ndevices:\n"
          + (0..<990).map { "  d\($0): {match: {name: \"No such device\"}} # \(String(repeating: "x", count: 200))\n" }
          .joined()
      ),
    ]

    @Test("keys pass while it is read, by 'set profile' and when it is saved", arguments: files.map(\.name))
    func hostile(name: String) throws {
      let text = try #require(Self.files.first { $0.name == name }?.text)
      let rig = try KeyboardRig()
      let home = "\(rig.daemon.folder)/.config/switchway"
      try root("install -d \(home)")
      defer { _ = try? root("rm -rf \(rig.daemon.folder)/.config") }
      try DaemonProcess.write(text, to: "\(home)/hostile.yaml")
      try expectTyping(rig, "'set profile' of \(name)") {
        try rig.client.send(#"{"type":"set","profile":"hostile","id":"r"}"#)
      } until: {
        $0.text("id") == "r" && ($0.type == "ok" || $0.type == "error")
      }
      try rig.client.send(#"{"type":"set","profile":"test","id":"back"}"#)
      try rig.client.next("an answer") { $0.text("id") == "back" }
      try KeyboardRig.awaitGrab(rig.client)
      try expectTyping(rig, "\(name), saved") {
        try DaemonProcess.write(text, to: "\(rig.daemon.folder)/test.yaml")
      } until: {
        $0.type == "config" && $0.text("change") == (name == "devices" ? "loaded" : "failed")
      }
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      rig.daemon.signal(SIGKILL)
      try KeyboardRig.expectBack(rig.keyboard, reader, "killed after \(name)", since: start)
    }

    /// Types until a matching line has come, and prints the longest time of a key and the memory.
    private func expectTyping(
      _ rig: KeyboardRig, _ what: String, _ begin: () throws -> Void, until fits: (Line) -> Bool
    ) throws {
      let direct = try DesktopReader(rig.keyboard.node)
      let began = now()
      var longest = 0.0
      var isDone = false
      try begin()
      try eventually("the end of '\(what)'") {
        let start = now()
        try rig.keyboard.tap(KEY_B)
        // Through the virtual keyboard, or directly if another profile was just loaded.
        try eventually("B: \(what)") {
          !rig.desktop.events().isEmpty || !direct.events().isEmpty
        }
        longest = max(longest, now() - start)
        isDone = isDone || (try? rig.client.next("the answer", within: 0.01, where: fits)) != nil
        return isDone
      }
      let memory = try contents(of: "/proc/\(rig.daemon.identifier)/status").split(separator: "\n")
      let peak = memory.first { $0.hasPrefix("VmHWM:") }?.dropFirst(6).filter { $0 != "\t" && $0 != " " } ?? ""
      print(
        "measured: \(what): done in \(Int((now() - began) * 1_000)) ms, the slowest key took "
          + "\(Int(longest * 1_000)) ms, at most \(peak)")
    }
  }
}
