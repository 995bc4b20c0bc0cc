import CLibevdev
import Foundation
import Glibc
import Testing

extension DeviceTests {
  /// A daemon with fewer descriptors than devices.
  @Suite(.serialized) struct FewDescriptorsTests {
    /// The number of additional keyboards. The kernel and udev need 0.2 s for each, so 500 need a separate run.
    private let more = ProcessInfo.processInfo.environment["KEYBOARDS"].flatMap { Int($0) } ?? 60

    @Test("32 descriptors and 60 keyboards more, with a key held: it types on, and whatever happens then works")
    func keyboards() throws {
      let rig = try KeyboardRig(descriptors: 32)
      try rig.keyboard.key(KEY_LEFTSHIFT, down: true)
      try rig.expectTyped([[KEY_LEFTSHIFT, 1]])
      var crowd = try makeCrowd(rig)
      try rig.keyboard.tap(KEY_A)
      try rig.expectTyped([[KEY_A, 1], [KEY_A, 0]], "while Shift is held")
      try rig.keyboard.key(KEY_LEFTSHIFT, down: false)
      try rig.expectTyped([[KEY_LEFTSHIFT, 0]])
      let started = try helpers(of: rig.daemon)
      #expect(started.count == 2)
      for helper in started { kill(helper, SIGKILL) }
      try rig.keyboard.tap(KEY_B)
      try rig.expectTyped([[KEY_B, 1], [KEY_B, 0]], "helpers killed")
      try eventually("both helpers started again") {
        let now = try helpers(of: rig.daemon)
        return now.count == 2 && Set(now).isDisjoint(with: started)
      }
      // All grabs end and are made again, for which each node is opened a second time.
      try DaemonProcess.write(KeyboardRig.profile + "\nlabel: Changed\n", to: "\(rig.daemon.folder)/test.yaml")
      try rig.client.send(#"{"type":"reload","id":"reload"}"#)
      try rig.client.device("released", named: "Test Keyboard")
      try awaitGrab(rig)
      try rig.keyboard.tap(KEY_C)
      try rig.expectTyped([[KEY_C, 1], [KEY_C, 0]], "reloaded")
      // The virtual keyboard was made again, and a client can still connect.
      _ = try rig.daemon.connect()
      try expectPanic(rig)
      try expectReplacement(rig, &crowd)
      #expect(crowd.count > more - 20)
      let plain = try DesktopReader(rig.keyboard.node)
      let start = now()
      rig.daemon.signal(SIGKILL)
      try KeyboardRig.expectBack(rig.keyboard, plain, "killed, with all descriptors in use", since: start)
    }

    /// Makes more keyboards than the daemon can open. Each is either opened or reported as failed.
    private func makeCrowd(_ rig: KeyboardRig) throws -> [UInputDevice] {
      var crowd: [UInputDevice] = []
      for number in 0..<more {
        crowd.append(try UInputDevice.keyboard("Test Keyboard \(number)", product: 0x1000 + Int32(number)))
        // The held key repeats. Read its events before they are dropped.
        let repeats = rig.desktop.events()
        #expect(repeats.allSatisfy { $0 == [EV_KEY, KEY_LEFTSHIFT, 2] }, "\(repeats)")
      }
      var told: Set<String> = []
      while told.count < crowd.count {
        let line = try rig.client.next("the other \(crowd.count - told.count) of \(more) keyboards") {
          $0.type == "device" && ($0.text("change") == "added" || $0.text("reason") == "error")
        }
        told.insert(line.text("name") ?? "")
        _ = rig.desktop.events()
      }
      let nodes = Set(rig.daemon.openNodes)
      let open = crowd.filter { nodes.contains($0.node) }
      print("measured: of \(more) keyboards \(open.count) more than the first are open")
      #expect(!open.isEmpty && open.count < 8, "\(openFiles(of: rig.daemon.identifier))")
      try rig.daemon.expectLogged("reason=error: too many files are open")
      _ = rig.desktop.events()
      return crowd
    }

    /// Panic releases everything; a client resumes.
    private func expectPanic(_ rig: KeyboardRig) throws {
      let plain = try DesktopReader(rig.keyboard.node)
      let chord = [KEY_BACKSPACE, KEY_ESC, KEY_ENTER]
      try rig.keyboard.edges(chord.map { ($0, true) })
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.client.device("released", named: "Test Keyboard")
      try rig.keyboard.edges(chord.map { ($0, false) })
      try KeyboardRig.expectPlain(rig.keyboard, plain)
      try rig.client.send(#"{"type":"resume","id":"resume"}"#)
      try rig.client.next(type: "ok") { $0.text("id") == "resume" }
      try awaitGrab(rig)
      _ = try rig.typing(6)
      try rig.keyboard.tap(KEY_D)
      try rig.expectTyped([[KEY_D, 1], [KEY_D, 0]], "resumed")
    }

    /// Waits until the first keyboard is grabbed, in any state of the others.
    private func awaitGrab(_ rig: KeyboardRig) throws {
      try eventually("the grab of 'Test Keyboard'") {
        try rig.client.send(#"{"type":"get","what":"state","id":"grab"}"#)
        return try rig.client.next(type: "ok") { $0.text("id") == "grab" }.description
          .split(separator: #"{"device":"#)
          .contains { $0.contains(#""name":"Test Keyboard","#) && $0.contains(#""grabbed":true"#) }
      }
    }

    /// Unplugging keyboards makes room for others.
    private func expectReplacement(_ rig: KeyboardRig, _ crowd: inout [UInputDevice]) throws {
      let before = Set(rig.daemon.openNodes)
      crowd.removeAll { before.contains($0.node) }
      var another: UInputDevice?
      try eventually("another keyboard in the place of those that went") {
        let open = Set(rig.daemon.openNodes)
        another = crowd.first { open.contains($0.node) }
        return another != nil
      }
      let keyboard = try #require(another)
      // It is grabbed within the same turn.
      try rig.client.settle()
      try keyboard.tap(KEY_E)
      try rig.expectTyped([[KEY_E, 1], [KEY_E, 0]], "a keyboard that had waited")
    }

    private func helpers(of daemon: DaemonProcess) throws -> [pid_t] {
      try contents(of: "/proc/\(daemon.identifier)/task/\(daemon.identifier)/children")
        .split(separator: " ").compactMap { pid_t($0) }
    }
  }
}
