import CLibevdev
import Glibc
import HostileProfiles
import Testing

extension DeviceTests {
  /// The worst key-remap files, read while a keyboard is grabbed.
  @Suite(.serialized) struct HostileProfileTests {
    /// Those of `make profiles-cost` that take the most time or memory, at least one for each section.
    private static let shapes = [
      "a whole file on one line", "tags", "unknown inputs", "one input many times", "stars in all names",
      "switches with every gesture", "neighbours of all", "chords of two and three", "bindings of unknown keys",
      "bindings inside and outside gesture mode", "confirm, and as many commands", "sixteen files of bindings",
      "sixteen files of switches",
    ]

    /// The most entries of one list or mapping, less the entries beside them.
    private static let entries = 990

    @Test("a keyboard types while the worst profiles are chosen and saved, and memory stays below the unit's")
    func worst() throws {
      let rig = try KeyboardRig()
      let home = "\(rig.daemon.folder)/.config"
      let folder = "\(home)/switchway"
      for path in [home, folder] {
        guard unsafe mkdir(path, 0o755) == 0 else { throw KernelError(path) }
      }
      defer {
        for name in names(in: folder) { unsafe unlink("\(folder)/\(name)") }
        unsafe rmdir(folder)
        unsafe rmdir(home)
      }
      for name in HostileProfileTests.shapes {
        let shape = try #require(HostileProfile.all.first { $0.name == name }, "\(name)")
        let size = HostileProfile.largest - 16
        for (base, text) in shape.bases(size: size, most: HostileProfileTests.entries) {
          try DaemonProcess.write(text, to: "\(folder)/\(base).yaml")
        }
        // With an error at the end, so that the profile in force stays.
        let text = shape.text(size: size, most: HostileProfileTests.entries) + "unknown: 1\n"
        try DaemonProcess.write(text, to: "\(folder)/worst.yaml")
        try rig.client.send(#"{"type":"set","profile":"worst","id":"worst"}"#)
        try expectTyped(rig, "set profile, \(name)")
        let answer = try rig.client.next("answer to set") { $0.text("id") == "worst" }
        #expect(answer.type == "error", "\(answer)")
        try save(text, in: rig.daemon.folder)
        for _ in 0..<3 { try expectTyped(rig, "saved, \(name)") }
        try rig.client.next(type: "config") { $0.text("change") == "failed" }
        try save(KeyboardRig.profile, in: rig.daemon.folder)
        try rig.client.next(type: "config") { $0.text("change") == "loaded" }
        try KeyboardRig.awaitGrab(rig.client)
      }
      let status = try contents(of: "/proc/\(rig.daemon.identifier)/status")
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      let peak = try #require(line.split(whereSeparator: { " \t".contains($0) }).compactMap { Int($0) }.first)
      print("measured: the daemon's peak memory after the worst key-remap files: \(peak) kB")
      // `MemoryMax=` of the unit, in kB.
      #expect(peak < 64 * 1_024)
      #expect(rig.daemon.isAlive)
    }

    /// Expects that a key arrives on the virtual keyboard, and prints how long that took.
    private func expectTyped(_ rig: KeyboardRig, _ what: String) throws {
      let start = now()
      try rig.keyboard.tap(KEY_Q)
      try rig.expectTyped([[KEY_Q, 1], [KEY_Q, 0]])
      print("measured: \(what): a key arrives after \(Int((now() - start) * 1_000)) ms")
    }

    private func save(_ text: String, in folder: String) throws {
      try DaemonProcess.write(text, to: "\(folder)/new.yaml")
      guard unsafe rename("\(folder)/new.yaml", "\(folder)/test.yaml") == 0 else { throw KernelError("rename") }
    }
  }
}
