import CLibevdev
import Glibc
import SwitchwayCore

/// A daemon with one uinput mouse, which is grabbed, a client, and a reader of the virtual pointer, like a desktop.
final class PointerRig {
  /// An event as tests write it: type, code, value.
  typealias Event = (Int32, Int32, Int32)

  let mouse: UInputDevice
  let daemon: DaemonProcess
  let client: LineClient
  let desktop: DesktopReader
  private var came: [[Int32]] = []

  /// The side button is a switch.
  static let profile = """
    switchway: 1
    devices: {mouse: {match: {name: Test Mouse}, grab: yes}}
    switches: {side: {input: mouse/btn_side, steady: off, tap: select}}
    """

  init(profile: String = PointerRig.profile, session: String = "always") throws {
    mouse = try UInputDevice.mouse()
    daemon = try DaemonProcess(profile: profile, session: session)
    client = try daemon.connect()
    try KeyboardRig.awaitGrab(client)
    desktop = try PointerRig.virtual()
  }

  /// Replaces the key-remap file.
  func write(_ profile: String) throws { try DaemonProcess.write(profile, to: "\(daemon.folder)/test.yaml") }

  /// A reader of the virtual pointer.
  static func virtual() throws -> DesktopReader {
    try DesktopReader(try KeyboardRig.virtualNode(OwnDevice.pointer.name))
  }

  /// Expects these frames at the virtual pointer, each with its report, and nothing more before them.
  func expect(_ frames: [[Event]], _ what: String) throws {
    var wanted: [[Int32]] = []
    for frame in frames {
      for event in frame { wanted.append([event.0, event.1, event.2]) }
      wanted.append([EV_SYN, SYN_REPORT, 0])
    }
    do {
      try eventually(what, readable: desktop.descriptor) {
        came += desktop.everything()
        return came.count >= wanted.count
      }
    } catch {
      throw KernelError("\(error); came: \(came); log:\n" + daemon.logSoFar.suffix(600))
    }
    guard came == wanted else { throw KernelError("\(what): expected \(wanted), came \(came)") }
    came = []
  }

  /// Moves the mouse until that reaches `reader` directly, and prints how long it took.
  static func expectBack(_ mouse: UInputDevice, _ reader: DesktopReader, _ what: String, since start: Double) throws {
    _ = reader.events()
    try eventually("a movement at another reader") {
      try mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      return reader.events().contains([EV_REL, REL_X, 1])
    }
    print("measured: \(what): the pointer moves after \(Int((now() - start) * 1_000)) ms")
  }
}

extension UInputDevice {
  /// A mouse with a fine wheel, a tilting wheel and five buttons.
  static func mouse(_ name: String = "Test Mouse", product: Int32 = 0x6d6f) throws -> UInputDevice {
    try UInputDevice(
      name: Array(name.utf8), product: product, keys: [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA],
      types: [
        (EV_REL, UInt32(REL_X)...UInt32(REL_Y)), (EV_REL, UInt32(REL_HWHEEL)...UInt32(REL_WHEEL)),
        (EV_REL, UInt32(REL_WHEEL_HI_RES)...UInt32(REL_HWHEEL_HI_RES)), (EV_MSC, UInt32(MSC_SCAN)...UInt32(MSC_SCAN)),
      ])
  }
}
