import Glibc
import SwitchwayCore
import SwitchwayDevices

/// Makes virtual devices in memory, and keeps what they send.
final class FakeVirtualDevices {
  /// The last device of each kind.
  private(set) var keyboard: VirtualDevice?
  private(set) var pointer: VirtualDevice?
  private var made: [VirtualDevice] = []
  private var outlets: [Int32] = []
  /// Called with each device that is made.
  var onMade: ((VirtualDevice) -> Void)?

  deinit {
    // A device that is written without a reader would end the process.
    for device in made { device.close() }
    for outlet in outlets { _ = Glibc.close(outlet) }
  }

  func make(_ abilities: KeyboardAbilities, _ kind: OwnDevice) -> VirtualDevice {
    var ends: [Int32] = [-1, -1]
    unsafe _ = pipe(&ends)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    outlets.append(ends[0])
    let all = KeySet(abilities.keys.codes + (kind == .keyboard ? VirtualDevice.everyday.codes : []))
    let joined = KeyboardAbilities(ofPointer: all, movements: abilities.movements, knobs: abilities.knobs)
    let device = VirtualDevice(
      kind == .absolutePointer ? abilities : joined, systemPath: "/sys/virtual\(made.count)",
      writingTo: ends[1])
    made.append(device)
    if kind == .keyboard { keyboard = device } else { pointer = device }
    onMade?(device)
    return device
  }

  /// From now on, the device cannot be written.
  static func damage(_ device: VirtualDevice) {
    let full = unsafe open("/dev/full", O_RDWR)
    _ = dup2(full, device.descriptor)
    _ = Glibc.close(full)
  }

  /// The codes and values of keys and movements that came since the last call.
  func sent() -> [[Int32]] {
    var bytes = [UInt8](repeating: 0, count: 64 * FakeVirtualDevices.eventSize)
    var all: [[Int32]] = []
    for outlet in outlets {
      let size = unsafe read(outlet, &bytes, bytes.count)
      for start in stride(from: 0, to: max(0, size), by: FakeVirtualDevices.eventSize) {
        // The time, the type, the code and the value (`struct input_event`).
        let fields = bytes[(start + 16)..<(start + FakeVirtualDevices.eventSize)].map { UInt32($0) }
        let type = fields[0] | fields[1] << 8
        let value = fields[4] | fields[5] << 8 | fields[6] << 16 | fields[7] << 24
        if type != 0 { all.append([Int32(fields[2] | fields[3] << 8), Int32(bitPattern: value)]) }
      }
    }
    return all
  }

  private static let eventSize = 24
}
