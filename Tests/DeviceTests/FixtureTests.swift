import Glibc
import CLibevdev
import Testing

extension DeviceTests {
  /// Tests the fixtures with the kernel, without the daemon. If these fail, the others prove nothing.
  @Suite(.serialized) struct FixtureTests {
    @Test("what a uinput device emits is read back from its event node")
    func uinput() throws {
      let box = try UInputDevice.box()
      let reader = try NodeReader(box.node)
      #expect(reader.name == "Test Box")
      try box.tap(Code.left)
      #expect(try reader.keys(count: 2) == [[Code.left, 1], [Code.left, 0]])
    }

    @Test("a test that a stale press ends is made once more")
    func onceMore() throws {
      guard OnceMore.isSecond else { throw StalePress(description: "the first run") }
    }

    @Test("an unplugged uinput device takes its node along")
    func uinputUnplugged() throws {
      let box = try UInputDevice.box()
      let node = box.node
      #expect(exists(node))
      box.unplug()
      try eventually("the node's end") { !exists(node) }
    }

    @Test("reports of a uhid gamepad come as buttons and axes")
    func gamepad() throws {
      let pad = try UHIDDevice.gamepad(unique: "pad-1")
      let reader = try NodeReader(pad.node)
      try pad.gamepad(x: 100, y: 0, buttons: 1)
      try pad.gamepad(x: 0, y: 0, buttons: 0)
      #expect(try reader.keys(count: 2) == [[0x130, 1], [0x130, 0]])
    }

    @Test("reports of a uhid keyboard come as keys")
    func keyboard() throws {
      let keyboard = try UHIDDevice.keyboard(unique: "kbd-1")
      let reader = try NodeReader(keyboard.node)
      try keyboard.keyboard(usages: [0x3a])  // HID usage of F1
      try keyboard.keyboard(usages: [])
      #expect(try reader.keys(count: 2) == [[KEY_F1, 1], [KEY_F1, 0]])
    }

    @Test("a USB keyboard is plugged in, pressed and unplugged through the machine")
    func usb() throws {
      let before = Set(names(in: "/dev/input"))
      let keyboard = try USBKeyboard(id: "fixture")
      var node: String?
      try eventually("the keyboard's node") {
        node = names(in: "/dev/input").first { $0.hasPrefix("event") && !before.contains($0) }
        return node != nil
      }
      let path = "/dev/input/\(node ?? "")"
      let reader = try NodeReader(path)
      try keyboard.waken { try !reader.keys(upTo: 1).isEmpty }
      try keyboard.key("f1", down: true)
      try keyboard.key("f1", down: false)
      var last: [[Int32]] = []
      try eventually("F1, down and up, behind the waking keys") {
        last = (last + (try reader.keys(upTo: 100))).suffix(2)
        return last == [[KEY_F1, 1], [KEY_F1, 0]]
      }
      try keyboard.unplug()
      try eventually("the node's end") { !exists(path) }
    }

    @Test("members of a line are found by name, escapes included")
    func members() {
      let line = Line(#"{"type":"device","name":"a \"b\" \\","time":-12,"down":true,"for":null}"#)
      #expect(line.type == "device")
      #expect(line.text("name") == #"a \"b\" \\"#)
      #expect(line.number("time") == -12)
      #expect(line.flag("down") == true)
      #expect(line.has("for"))
      #expect(line.text("missing") == nil)
    }
  }
}

/// A reader of key events, like any program.
@safe private final class NodeReader {
  private let descriptor: Int32
  private var device: OpaquePointer?

  init(_ node: String) throws {
    var opened: Int32 = -1
    // udev may still be changing the node's owner, so opening may fail at first.
    try eventually("opening \(node)") {
      opened = unsafe open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      return opened >= 0
    }
    descriptor = opened
    let code = unsafe libevdev_new_from_fd(opened, &device)
    guard code == 0 else { throw KernelError(errno: -code, node) }
  }

  deinit {
    unsafe libevdev_free(device)
    close(descriptor)
  }

  var name: String {
    guard let name = unsafe libevdev_get_name(device) else { return "" }
    return unsafe String(cString: name)
  }

  /// The next key events as [code, value].
  func keys(count: Int) throws -> [[Int32]] {
    var keys: [[Int32]] = []
    try eventually("\(count) key events") {
      keys += try self.keys(upTo: count - keys.count)
      return keys.count == count
    }
    return keys
  }

  /// The key events that are already there.
  func keys(upTo count: Int) throws -> [[Int32]] {
    var keys: [[Int32]] = []
    var event = input_event()
    while keys.count < count,
      unsafe libevdev_next_event(device, UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue), &event) >= 0
    {
      if event.type == UInt16(EV_KEY), event.value != 2 { keys.append([Int32(event.code), event.value]) }
    }
    return keys
  }
}
